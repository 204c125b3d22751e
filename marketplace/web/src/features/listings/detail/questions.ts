import { inSentence } from '../../../i18n/in-sentence.ts'
import { labelIn, unitIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import type { AttributeDefinition, ListingDetail } from '../listing.ts'

const MAX_QUESTIONS = 4
/** With fewer photos than this, suggest asking for more. */
const FEW_PHOTOS = 3

/** Questions to the seller about what the ad leaves open, most important first. Never about what it already says. */
export function questionsFor(listing: ListingDetail, definitions: readonly AttributeDefinition[]): string[] {
  if (listing.type === 'wanted') return [t('listing.ask.haveOne'), t('listing.ask.whatCondition')]
  const missing = definitions
    .filter(({ key }) => isMissing(listing.attributes[key]))
    .sort((a, b) => weight(b) - weight(a))
  return [
    ...(listing.state === 'reserved' ? [t('listing.ask.stillReserved')] : []),
    ...missing.slice(0, 2).map(ask),
    ...(listing.photos.length < FEW_PHOTOS ? [t('listing.ask.morePhotos')] : []),
    ...(listing.delivery === 'pickup' ? [t('listing.ask.couldYouPost')] : []),
    ...(listing.delivery === 'ship' && listing.ship_cost_minor === null ? [t('listing.ask.postingCost')] : []),
    t('listing.ask.whenToSee'),
  ].slice(0, MAX_QUESTIONS)
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Attributes that buyers filter by matter more. */
function weight({ required, facet }: AttributeDefinition): number {
  return (required ? 2 : 0) + (facet ? 1 : 0)
}

function ask(definition: AttributeDefinition): string {
  const { label, type } = definition
  const unit = unitIn(definition)
  const name = inSentence(labelIn(label))
  if (type === 'bool') return t('listing.ask.yesOrNo', { name: name.charAt(0).toUpperCase() + name.slice(1) })
  return unit ? t('listing.ask.whatInUnit', { name, unit }) : t('listing.ask.what', { name })
}
