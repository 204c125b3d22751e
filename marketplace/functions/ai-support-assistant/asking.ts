import type { FunctionContext } from 'souk-backend/functions'
import type { Reader } from '../../contract/words/say.ts'

/** Context of a question: the caller's rights for lookups, and the language of the answer. */
export interface Asking extends FunctionContext {
  readonly reader: Reader
  /** The user's time zone as sent by the page; UTC if missing. */
  readonly timeZone: string
}
