import type { Condition, Delivery, PriceType } from '../../../../contract/ads/listing-values.ts'
import { choiceIn, labelIn, unitIn } from '../../i18n/label-in.ts'
import { t } from '../../i18n/t.ts'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { formatPrice, formatTimeAgo } from '../../ui/format.ts'

export const FEWEST_COMPARED = 2
export const MOST_COMPARED = 4

type Label = string | Readonly<Record<string, string>>

/** An ad with all compared fields. Money in minor units of its currency. */
export interface ComparedAd {
  readonly id: string
  readonly title: string
  readonly price_minor: number | null
  readonly currency: string
  readonly price_type: PriceType
  readonly condition: Condition | null
  readonly area: string
  readonly city: string
  readonly delivery: Delivery
  readonly cover_path: string | null
  readonly first_published_at: string | null
  readonly attributes: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly filed: Readonly<{ name: Label; attributes: readonly Field[] }> | null
}

interface Field {
  readonly key: string
  readonly label: Label
  readonly unit: string | null
  readonly unit_labels?: Readonly<Record<string, string>>
  readonly options?: readonly Readonly<{ id: string; label: Label; labels?: Readonly<Record<string, string>> }>[]
}

/** One row of the table: label and each ad's value; null when not specified. */
export interface ComparedRow {
  readonly key: string
  readonly label: string
  readonly values: readonly (string | null)[]
  readonly differs: boolean
}

const DELIVERY = { pickup: t('ads.meetInPerson'), ship: t('ads.canBePosted'), both: t('saved.meetOrPost') } as const

/** The rows of a comparison: common fields, then the category attributes that any of them specifies. */
export function compareRows(ads: readonly ComparedAd[], now: Date = new Date()): ComparedRow[] {
  const row = (key: string, label: string, say: (ad: ComparedAd) => string | null): ComparedRow => {
    const values = ads.map(say)
    return { key, label, values, differs: new Set(values).size > 1 }
  }
  const fields = new Map(ads.flatMap(({ filed }) => (filed?.attributes ?? []).map((field) => [field.key, field])))
  const said = [...fields.values()].filter(({ key }) => ads.some(({ attributes }) => attributes[key] !== undefined))
  return [
    row('price', t('common.price'), (ad) => formatPrice(ad.price_minor, ad.currency, ad.price_type) || null),
    row('condition', t('common.condition'), ({ condition }) => condition && CONDITION_LABEL[condition]),
    row('category', t('common.category'), ({ filed }) => (filed ? labelIn(filed.name) : null)),
    ...said.map((field) => row(`attributes.${field.key}`, labelIn(field.label), (ad) => saidOf(ad, field.key))),
    row('place', t('common.place'), ({ area, city }) => area || city || null),
    row('delivery', t('common.handover'), ({ delivery }) => DELIVERY[delivery]),
    row('posted', t('common.posted'), (ad) => ad.first_published_at && formatTimeAgo(ad.first_published_at, now)),
  ]
}

/** Formats a value with the labels of the ad's own category, since others may differ. */
function saidOf({ attributes, filed }: ComparedAd, key: string): string | null {
  const value = attributes[key]
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
  const field = filed?.attributes.find((one) => one.key === key)
  const word = (id: string) => {
    const option = field?.options?.find((one) => one.id === id)
    return option ? choiceIn(option) : id
  }
  if (typeof value === 'object') return value.map(word).join(', ')
  return [word(String(value)), field && unitIn(field)].filter(Boolean).join(' ')
}
