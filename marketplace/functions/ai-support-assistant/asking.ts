import type { FunctionContext } from 'souk-backend/functions'
import type { Reader } from '../../contract/words/say.ts'

/** Whoever asks: with what rights things are looked up for them, and in which language they read the answer. */
export interface Asking extends FunctionContext {
  readonly reader: Reader
  /** Theirs, as the page knows it; UTC when it does not say. */
  readonly timeZone: string
}
