import { i18n } from '@lingui/core'
import { elide } from '../../../contract/words/elide.ts'
import type { MessageId } from '../../../contract/words/message-id.ts'
import type { Values } from '../../../contract/words/say.ts'
import { currentLanguage } from './messages.ts'

/**
 * A message in the reader's language. Its area is loaded before the module is evaluated (messages.ts), so module-level constants may call
 * this too.
 */
export function t(id: MessageId, values?: Values): string {
  return elide(currentLanguage(), i18n._(id, values), values)
}
