import type { CategoryField, FieldKind, FieldOption } from '../../../../../contract/ads/category-fields.ts'
import type { ListingType } from '../../../../../contract/ads/listing-values.ts'
import type { Tables } from '../../../../../contract/database.types.ts'
import { LANGUAGES, type Language } from '../../../../../contract/languages.ts'
import { t } from '../../../i18n/t.ts'

/** Rows of `categories` as administrators see them. */

export const LANGUAGE_NAME = Object.fromEntries(LANGUAGES.map(({ code, name }) => [code, name])) as Record<
  Language,
  string
>

export const KIND_NAME: Record<FieldKind, string> = {
  enum: t('admin.categories.oneChoice'),
  multi: t('admin.categories.severalChoices'),
  size: t('admin.categories.size'),
  int: t('admin.categories.wholeNumber'),
  decimal: t('admin.categories.numberWithDecimals'),
  year: t('admin.categories.year'),
  bool: t('admin.categories.yesOrNo'),
  text: t('admin.categories.shortText'),
}

export const hasOptions = (kind: FieldKind) => kind === 'enum' || kind === 'multi' || kind === 'size'
export const isNumber = (kind: FieldKind) => kind === 'int' || kind === 'decimal' || kind === 'year'

export interface Field extends CategoryField {
  options: (FieldOption & { synonyms: string[] })[]
}

export interface AdminCategory
  extends Omit<Tables<'categories'>, 'ord_from' | 'ord_to' | 'attributes' | 'retired_attributes'> {
  name: Record<string, string>
  synonyms_i18n: Record<string, string[]>
  risk_profile: 'normal' | 'strict'
  allow_types: ListingType[]
  attributes: Field[]
  retired_attributes: Field[]
}

/** Argument of change_category(). */
export type CategoryChanges = Partial<
  Pick<
    AdminCategory,
    'name' | 'icon' | 'synonyms' | 'synonyms_i18n' | 'risk_profile' | 'expiry_days' | 'allow_types' | 'photo_min'
  >
>
