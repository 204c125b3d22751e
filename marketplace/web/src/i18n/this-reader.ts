import type { Reader } from '../../../contract/words/say.ts'
import { currentLanguage } from './messages.ts'
import { t } from './t.ts'

/** Whoever reads this page, as the sentences of the contract want to know. */
export function thisReader(): Reader {
  return { language: currentLanguage(), t }
}
