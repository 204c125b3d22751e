import { i18n } from '@lingui/core'
import { type Refusal, reasonIn, valuesOf } from '../../../contract/refusals/refusal.ts'
import type { RefusalCode } from '../../../contract/refusals/table.ts'
import { currentLanguage, loadMessages } from './messages.ts'
import { t } from './t.ts'

/** Loads the refusal messages in the page's language; if that fails, the server's English is shown. */
export async function learnRefusals(): Promise<void> {
  await loadMessages('refusals').catch(() => undefined)
}

/** A refusal in the language of this page; null when no message exists for its code. */
export function refusalText({ code, details }: Refusal): string | null {
  const id = `refusals.${code as RefusalCode}` as const
  return Object.hasOwn(i18n.messages, id) ? t(id, valuesOf(details, currentLanguage())) : null
}

/** Why an ad is not shown, in the page's language: a moderator's own text, or the message for what a rule found. */
export async function reasonText(column: unknown): Promise<string | null> {
  const reason = reasonIn(column)
  if (reason === null || typeof reason === 'string') return reason
  await learnRefusals()
  return refusalText(reason)
}
