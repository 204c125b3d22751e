import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import type { ToastMessage } from '../../ui/toast.ts'
import type { AuthResult } from './auth-state.ts'

export type Toast = (message: ToastMessage) => unknown

const UNEXPECTED = t('common.auth.unexpectedError')

/** Acts about signing in never throw. What is thrown is told in a general sentence, under the title of the act. */
export async function guard(toast: Toast, title: string, act: () => Promise<AuthResult>): Promise<AuthResult> {
  try {
    return await act()
  } catch (thrown) {
    toast({ tone: 'error', title, description: UNEXPECTED })
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }
}

/** The same for acts that give the error they met: it is told in its own words. */
export function attempt(toast: Toast, title: string, act: () => Promise<Error | null>): Promise<AuthResult> {
  return guard(toast, title, async () => {
    const error = await act()
    if (error) toast({ tone: 'error', title, description: sentenceOf(error) })
    return { error }
  })
}
