import { currentLanguage } from './messages.ts'

/**
 * A name that the database carries in several languages, in the reader's, else in English, which every one has. A bare
 * text is shown as it is.
 */
export function labelIn(label: string | Readonly<Record<string, string>>): string {
  if (typeof label === 'string') return label
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
  const written = labels?.[currentLanguage()] ?? unit
  // Both are right for litres (BIPM, 9th SI brochure, table 8); behind a number the small one reads as a one or an I.
  return written === 'l' ? 'L' : written
}
