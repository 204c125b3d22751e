export interface AttributeOption {
  id: string
  label: string
  labels?: Record<string, string>
  synonyms?: string[]
}

export interface Attribute {
  key: string
  label: Record<string, string>
  type: 'enum' | 'multi' | 'int' | 'decimal' | 'bool' | 'text' | 'year' | 'size'
  unit: string | null
  unit_labels?: Record<string, string>
  min?: number
  max?: number
  max_length?: number
  options: AttributeOption[]
  required: boolean
  show_on_card: boolean
}

export interface Category {
  slug: string
  parent: string | null
  level: number
  sort: number
  name: Record<string, string>
  synonyms: string[]
  synonyms_i18n: Record<string, string[]> | null
  icon: string
  allow_types: string[]
  photo_min: number
  leaf: boolean
  /** Open for new ads. */
  active: boolean
  attributes: Attribute[]
}
