import { choiceIn, labelIn, unitIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { CONDITION_LABEL } from '../../../ui/conditions.ts'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import type { AttributeDefinition, ListingDetail } from '../listing.ts'

export interface Spec {
  name: string
  value: string
}

/** The item's known facts, as names and values. @param isHandoverShown elsewhere on the page */
export function specsOf(
  listing: ListingDetail,
  definitions: readonly AttributeDefinition[],
  { isHandoverShown = false } = {},
): Spec[] {
  const attributes = definitions.flatMap((definition) => {
    const said = listing.attributes[definition.key]
    // "Original box: No" and "From age: 0 years" tell nobody anything.
    const value = said === false || said === 0 ? null : attributeWords(definition, said)
    return value === null ? [] : [{ name: labelIn(definition.label) || definition.key, value }]
  })
  return [
    ...(listing.condition ? [{ name: t('common.condition'), value: CONDITION_LABEL[listing.condition] }] : []),
    ...attributes,
    ...(isHandoverShown ? [] : [{ name: t('common.handover'), value: handoverWords(listing) }]),
    ...(listing.type === 'sell' && listing.price_type === 'negotiable'
      ? [{ name: t('common.price'), value: t('common.openToOffers') }]
      : []),
  ]
}

/** One attribute as text, with labels for choices and units for numbers; null when not specified. */
export function attributeWords(definition: AttributeDefinition, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    const words = value
      .map((one) => attributeWords({ ...definition, type: 'enum' }, one))
      .filter((word) => word !== null)
    return words.length > 0 ? words.join(', ') : null
  }
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
  if (typeof value === 'number') {
    const number = definition.type === 'year' ? String(value) : formatCount(value)
    return definition.unit ? `${number} ${unitIn(definition)}` : number
  }
  const option = definition.options.find(({ id }) => id === value)
  if (!option) return definition.unit ? `${value} ${unitIn(definition)}` : String(value)
  return choiceIn(option) || option.id
}

export function handoverWords(listing: Pick<ListingDetail, 'delivery' | 'ship_cost_minor' | 'currency'>): string {
  if (listing.delivery === 'pickup') return t('ads.meetInPerson')
  const cost = listing.ship_cost_minor
  const said = {
    cost: cost === null ? 'unsaid' : cost === 0 ? 'free' : 'amount',
    amount: formatMoney(cost ?? 0, listing.currency),
  }
  return listing.delivery === 'both' ? t('listing.meetOrPosted', said) : t('listing.posted', said)
}
