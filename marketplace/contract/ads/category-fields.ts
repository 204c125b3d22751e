/** A field of a category, as stored in `categories.attributes`; the database fills in what is omitted (private.whole_definition). */

export const FIELD_KINDS = ['enum', 'multi', 'size', 'int', 'decimal', 'year', 'bool', 'text'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** Its `label` in English, `labels` in other languages. */
export interface FieldOption {
  id: string
  label: string
  labels?: Record<string, string>
  synonyms?: string[]
}

export interface CategoryField {
  key: string
  /** By language; always has `en`. */
  label: Record<string, string>
  type: FieldKind
  unit: string | null
  /** The unit in languages that write it differently. */
  unit_labels?: Record<string, string>
  min?: number
  max?: number
  max_length?: number
  options: FieldOption[]
  required: boolean
  filterable: boolean
  /** Whether it is among the main filters of its category. */
  facet: boolean
  show_on_card: boolean
}
