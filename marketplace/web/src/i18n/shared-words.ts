import type { Reader } from '../../../contract/words/say.ts'
import { currentLanguage } from './language.ts'
import { type PartCatalogues, speakAlso } from './speak-also.ts'
import { t } from './t.ts'

/** What the contract says, to this page as to the server's mails. */
const SHARED: PartCatalogues = {
  pt: () => import('../../../contract/words/shared/pt.json'),
  es: () => import('../../../contract/words/shared/es.json'),
  de: () => import('../../../contract/words/shared/de.json'),
  fr: () => import('../../../contract/words/shared/fr.json'),
}

let learnt: Promise<void> | null = null

/** Has the words of `contract/words/shared` before they are shown; pages that show none of them load none. */
export function learnSharedWords(): Promise<void> {
  learnt ??= speakAlso(SHARED)
  return learnt
}

/** Whoever reads this page, as the sentences of the contract want to know. */
export function thisReader(): Reader {
  return { language: currentLanguage(), t }
}
