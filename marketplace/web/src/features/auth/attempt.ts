import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import type { ToastMessage } from '../../ui/toast.ts'
import type { AuthResult } from './auth-state.ts'

export type Toast = (message: ToastMessage) => unknown

const UNEXPECTED = t('common.auth.unexpectedError')

/** Runs an auth action that must not throw: thrown errors become a general message under the action's title. */
export async function guard(toast: Toast, title: string, action: () => Promise<AuthResult>): Promise<AuthResult> {
  try {
    return await action()
  } catch (thrown) {
    toast({ tone: 'error', title, description: UNEXPECTED })
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }
}

/** Like guard(), for actions that return their error: it is shown with its own message. */
export function attempt(toast: Toast, title: string, action: () => Promise<Error | null>): Promise<AuthResult> {
  return guard(toast, title, async () => {
    const error = await action()
    if (error) toast({ tone: 'error', title, description: sentenceOf(error) })
    return { error }
  })
}
