import { currentLanguage } from './language.ts'
import { t } from './t.ts'

/**
 * A name that the database carries in several languages, in the reader's, else in English, which every one has. A bare
 * text is English and is looked up as what the source says is (said-elsewhere.ts).
 */
export function labelIn(label: string | Readonly<Record<string, string>>): string {
  if (typeof label === 'string') return t(label)
  return label[currentLanguage()] ?? label.en ?? ''
}
