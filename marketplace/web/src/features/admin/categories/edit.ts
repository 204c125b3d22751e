import { t } from '../../../i18n/t.ts'
import { type AdminCategory, type CategoryChanges, type Field, hasOptions, isNumber } from './types.ts'

/** Form state of the category editor. */
export interface CategoryForm {
  name: Record<string, string>
  /** Separated by commas or line breaks. */
  synonyms: string
  synonymsByLanguage: Record<string, string>
  icon: string
  expiryDays: string
  photoMin: string
  isStrict: boolean
  allowTypes: AdminCategory['allow_types']
}

export function formOf(category: AdminCategory): CategoryForm {
  return {
    name: { ...category.name },
    synonyms: category.synonyms.join(', '),
    synonymsByLanguage: Object.fromEntries(
      Object.entries(category.synonyms_i18n).map(([language, words]) => [language, words.join(', ')]),
    ),
    icon: category.icon,
    expiryDays: String(category.expiry_days),
    photoMin: String(category.photo_min),
    isStrict: category.risk_profile === 'strict',
    allowTypes: [...category.allow_types],
  }
}

/** Only changed fields, so that concurrent edits of others are kept. */
export function changesOf(category: AdminCategory, form: CategoryForm): CategoryChanges {
  const wanted: Required<CategoryChanges> = {
    name: trimmed(form.name),
    synonyms: wordsOf(form.synonyms),
    synonyms_i18n: Object.fromEntries(
      Object.entries(form.synonymsByLanguage)
        .map(([language, text]) => [language, wordsOf(text)] as const)
        .filter(([, words]) => words.length > 0),
    ),
    icon: form.icon,
    risk_profile: form.isStrict ? 'strict' : 'normal',
    expiry_days: Math.round(Number(form.expiryDays)),
    allow_types: form.allowTypes,
    photo_min: Math.round(Number(form.photoMin)),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => !isSame(value, category[key as keyof CategoryChanges])),
  )
}

/** Splits "sofa, couch; settee", without duplicates. */
export function wordsOf(text: string): string[] {
  const words = text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return [...new Set(words)]
}

function trimmed(names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names)
      .map(([language, name]) => [language, name.trim()] as const)
      .filter(([, name]) => name !== ''),
  )
}

/** Deep equality; object key order does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).sort(([one], [other]) => one.localeCompare(other))
      : value
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

/** "Garden tools" becomes garden-tools. */
export function slugOf(name: string, dash = '-'): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, dash)
    .replace(new RegExp(`^${dash}+|${dash}+$`, 'g'), '')
    .slice(0, 40)
}

export interface FieldForm {
  label: Record<string, string>
  type: Field['type']
  unit: string
  unitLabels: Record<string, string>
  min: string
  max: string
  /** `label` in English, `labels` in other languages. */
  options: { id: string; label: string; labels: Record<string, string>; synonyms: string }[]
  required: boolean
  filterable: boolean
  facet: boolean
  show_on_card: boolean
}

export const NEW_FIELD: FieldForm = {
  label: {},
  type: 'enum',
  unit: '',
  unitLabels: {},
  min: '',
  max: '',
  options: [],
  required: false,
  filterable: true,
  facet: false,
  show_on_card: false,
}

export function fieldFormOf(field: Field): FieldForm {
  return {
    label: { ...field.label },
    type: field.type,
    unit: field.unit ?? '',
    unitLabels: { ...field.unit_labels },
    min: field.min === undefined ? '' : String(field.min),
    max: field.max === undefined ? '' : String(field.max),
    options: field.options.map(({ id, label, labels, synonyms }) => ({
      id,
      label,
      labels: { ...labels },
      synonyms: (synonyms ?? []).join(', '),
    })),
    required: field.required,
    filterable: field.filterable,
    facet: field.facet,
    show_on_card: field.show_on_card,
  }
}

/** The definition to store. An existing key and option ids never change, since ads refer to them. */
export function fieldOf(form: FieldForm, known: Field | null): Field {
  const label = trimmed(form.label)
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text.replace(',', '.')))
  return {
    key: known?.key ?? slugOf(label.en ?? '', '_'),
    label,
    type: form.type,
    unit: form.unit.trim() === '' ? null : form.unit.trim(),
    ...(form.unit.trim() === '' ? {} : named('unit_labels', form.unitLabels)),
    ...(isNumber(form.type) ? { min: number(form.min), max: number(form.max) } : {}),
    ...(known?.max_length && form.type === 'text' ? { max_length: known.max_length } : {}),
    options: hasOptions(form.type)
      ? form.options
          .filter(({ label: name }) => name.trim() !== '')
          .map(({ id, label: name, labels, synonyms }) => ({
            id: id || slugOf(name),
            label: name.trim(),
            ...named('labels', labels),
            synonyms: wordsOf(synonyms),
          }))
      : [],
    required: form.required,
    filterable: form.filterable,
    facet: form.facet,
    show_on_card: form.show_on_card,
  }
}

/** `{ [key]: names }`, or nothing without names. */
function named<Key extends string>(
  key: Key,
  names: Record<string, string>,
): Partial<Record<Key, Record<string, string>>> {
  const given = trimmed(names)
  return Object.keys(given).length > 0 ? ({ [key]: given } as Record<Key, Record<string, string>>) : {} // one computed key
}

/** The first validation error, or null. */
export function fieldProblem(form: FieldForm, known: Field | null, taken: readonly string[]): string | null {
  const field = fieldOf(form, known)
  if (!field.label.en) return t('admin.categories.fieldNameMissing')
  if (!/^[a-z]/.test(field.key)) return t('admin.categories.fieldNameLetter')
  if (!known && taken.includes(field.key)) return t('admin.categories.fieldNameTaken')
  if (hasOptions(form.type) && field.options.length === 0) return t('admin.categories.choiceMissing')
  const ids = field.options.map(({ id }) => id)
  if (new Set(ids).size < ids.length) return t('admin.categories.choicesSameName')
  if (Number.isNaN(field.min) || Number.isNaN(field.max)) return t('admin.categories.rangeNotNumbers')
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    return t('admin.categories.rangeReversed')
  return null
}
