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

/** A choice of a category's field: its English name, and those in other languages as far as the category has them. */
interface Choice {
  readonly label: string | Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/** What a choice is called in the reader's language. */
export function choiceIn({ label, labels }: Choice): string {
  return labels?.[currentLanguage()] ?? labelIn(label)
}

/** A measure, such as "cm", with how other languages write it, such as "Zoll" for "in". */
interface Measured {
  readonly unit: string | null
  readonly unit_labels?: Readonly<Record<string, string>> | null | undefined
}

/** The unit of a field as the reader's language writes it; null where numbers have none. */
export function unitIn({ unit, unit_labels: labels }: Measured): string | null {
  return labels?.[currentLanguage()] ?? unit
}
