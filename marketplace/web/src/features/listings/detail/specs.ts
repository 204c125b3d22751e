import { isSameDay, presentMoment } from '../../../app/drawn.ts'
import { choiceIn, labelIn, unitIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { formatCount, formatDate, formatMoney, formatTime, formatWeekday } from '../../../ui/format.ts'
import { CONDITION_LABEL } from '../labels.ts'
import type { AttributeDefinition, ListingDetail } from '../listing.ts'

export interface Spec {
  name: string
  value: string
}

/** What is known about a thing, as a table of names and values: its attributes first, then what every ad has. */
export function specsOf(
  listing: ListingDetail,
  definitions: readonly AttributeDefinition[],
  now = presentMoment(),
): Spec[] {
  const specs = definitions.flatMap((definition) => {
    const value = attributeWords(definition, listing.attributes[definition.key])
    return value === null ? [] : [{ name: labelIn(definition.label) || definition.key, value }]
  })
  if (listing.condition) specs.push({ name: t('Condition'), value: CONDITION_LABEL[listing.condition] })
  specs.push({ name: t('Handover'), value: handoverWords(listing) })
  if (listing.first_published_at) specs.push({ name: t('Posted'), value: postedWords(listing.first_published_at, now) })
  specs.push({ name: t('Ad number'), value: String(listing.ad_no) })
  return specs
}

/** What the first look should tell on a phone: condition and the first attributes that are said in a few letters. */
export function keyFacts(listing: ListingDetail, definitions: readonly AttributeDefinition[]): string[] {
  const attributes = definitions.flatMap((definition) => {
    const value = definition.type === 'bool' ? null : attributeWords(definition, listing.attributes[definition.key])
    return value !== null && value.length <= 24 ? [value] : []
  })
  return [...(listing.condition ? [CONDITION_LABEL[listing.condition]] : []), ...attributes].slice(0, 4)
}

/** One attribute in words, with labels for choices and units for numbers; null when the ad does not say. */
export function attributeWords(definition: AttributeDefinition, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    const words = value
      .map((one) => attributeWords({ ...definition, type: 'enum' }, one))
      .filter((word) => word !== null)
    return words.length > 0 ? words.join(', ') : null
  }
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') {
    const number = definition.type === 'year' ? String(value) : formatCount(value)
    return definition.unit ? `${number} ${unitIn(definition)}` : number
  }
  const option = definition.options.find(({ id }) => id === value)
  if (!option) return definition.unit ? `${value} ${unitIn(definition)}` : String(value)
  return choiceIn(option) || option.id
}

export function handoverWords(listing: Pick<ListingDetail, 'delivery' | 'ship_cost_minor' | 'currency'>): string {
  if (listing.delivery === 'pickup') return t('Meet in person')
  const cost = listing.ship_cost_minor
  const posting =
    cost === null
      ? t('posted')
      : cost === 0
        ? t('posted for free')
        : t('posted for {amount}', { amount: formatMoney(cost, listing.currency) })
  return listing.delivery === 'both'
    ? t('Meet, or {posting}', { posting })
    : `${posting.charAt(0).toUpperCase()}${posting.slice(1)}`
}

function postedWords(when: string, now: Date): string {
  const date = new Date(when)
  return isSameDay(date, now) ? t('Today, {time}', { time: formatTime(date) }) : formatDate(date, now)
}

/** "€13 less since Monday"; null when the price did not fall. */
export function dropNote(
  listing: Pick<ListingDetail, 'price_minor' | 'previous_price_minor' | 'price_changed_at' | 'currency'>,
  now = presentMoment(),
): string | null {
  const { price_minor: price, previous_price_minor: previous, price_changed_at: changedAt } = listing
  if (price === null || previous === null || previous <= price) return null
  const less = t('{amount} less', { amount: formatMoney(previous - price, listing.currency) })
  if (!changedAt) return less
  const date = new Date(changedAt)
  const days = (now.getTime() - date.getTime()) / 86_400_000
  if (isSameDay(date, now)) return t('{less} today', { less })
  const day = days < 6 ? formatWeekday(date) : formatDate(date, now)
  return t('{less} since {day}', { less, day })
}
