import type { CategoryField } from '../../../../contract/ads/category-fields.ts'

export type Attribute = Omit<CategoryField, 'filterable' | 'facet'>

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
