import { currentLanguage } from './messages.ts'

/**
 * Picks the name in the reader's language from a translated database label, else the English one, which always exists. A plain string is
 * returned as is.
 */
export function labelIn(label: string | Readonly<Record<string, string>>): string {
  if (typeof label === 'string') return label
  return label[currentLanguage()] ?? label.en ?? ''
}

/** An option of a category's field: its English name, and the translations that exist. */
interface Choice {
  readonly label: string | Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/** The name of an option in the reader's language. */
export function choiceIn({ label, labels }: Choice): string {
  return labels?.[currentLanguage()] ?? labelIn(label)
}

/** A unit such as "cm", with its spelling in other languages, such as "Zoll" for "in". */
interface Measured {
  readonly unit: string | null
  readonly unit_labels?: Readonly<Record<string, string>> | null | undefined
}

/** The unit of a field as the reader's language writes it; null when its numbers have none. */
export function unitIn({ unit, unit_labels: labels }: Measured): string | null {
  const written = labels?.[currentLanguage()] ?? unit
  // Both spellings of litre are correct (BIPM, 9th SI brochure, table 8); after a number, a lowercase l looks like a one or an I.
  return written === 'l' ? 'L' : written
}
