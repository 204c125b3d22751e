import type { Reader } from '../../../contract/words/say.ts'
import { currentLanguage } from './messages.ts'
import { t } from './t.ts'

/** The reader of this page, as the contract's sentence functions expect it. */
export function thisReader(): Reader {
  return { language: currentLanguage(), t }
}
