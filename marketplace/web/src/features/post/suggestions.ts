import { LISTING_TYPES } from '../../../../contract/ads/listing-values.ts'
import type { PhotoDraft } from '../../../../contract/ads/photo-draft.ts'
import { priceText } from '../../../../contract/money/price.ts'
import { placeLabel } from '../../../../contract/places/place-label.ts'
import { t } from '../../i18n/t.ts'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { formatMoney } from '../../ui/format.ts'
import { attributeWords } from './attribute-words.ts'
import { categoryTrail } from './category-match.ts'
import type { PostForm } from './listing-form.ts'
import { labelOf } from './rules.ts'
import type { SpokenAd } from './spoken/spoken-ad.ts'
import type { Category } from './types.ts'

/** A suggested value, not in the form until accepted. */
export interface Suggestion {
  /** Such as title, price, attributes.colour. */
  key: string
  label: string
  words: string
  /** 0 to 1; null for spoken values. */
  confidence: number | null
  /** Form values to set. */
  change: Partial<Omit<PostForm, 'taken'>>
}

const TYPE_WORDS = {
  sell: t('ads.forSale'),
  free: t('post.toGiveAway'),
  wanted: t('ads.wanted'),
  swap: t('post.toSwap'),
} as const

export function spokenSuggestions(ad: SpokenAd): Suggestion[] {
  const said = (key: string, label: string, words: string, change: Partial<PostForm>): Suggestion => ({
    key,
    label,
    words,
    confidence: null,
    change,
  })
  const list: Suggestion[] = []
  if (ad.title !== '') list.push(said('title', t('common.title'), ad.title, { title: ad.title }))
  if (ad.type && ad.type !== 'sell' && LISTING_TYPES.includes(ad.type)) {
    list.push(said('type', t('common.kindOfAd'), TYPE_WORDS[ad.type], { type: ad.type }))
  }
  if (ad.condition) {
    list.push(said('condition', t('common.condition'), CONDITION_LABEL[ad.condition], { condition: ad.condition }))
  }
  if (ad.priceMinor !== null) {
    const price = priceText(ad.priceMinor)
    const amount = formatMoney(ad.priceMinor)
    const words = ad.isNegotiable ? t('post.amountOpenToOffers', { amount }) : amount
    list.push(said('price', t('common.price'), words, { price, ...(ad.isNegotiable ? { openToOffers: true } : {}) }))
  }
  if (ad.place) {
    const place = placeLabel(ad.place)
    list.push(said('place', t('common.place'), place, { place, spot: ad.place.lat === null ? null : ad.place }))
  }
  return list
}

/** A follow-up sentence without a title corrects or extends the previous suggestions. */
export function corrected(before: readonly Suggestion[], found: readonly Suggestion[]): readonly Suggestion[] {
  if (found.some(({ key }) => key === 'title')) return found
  const kept = before.map((old) => found.find(({ key }) => key === old.key) ?? old)
  return [...kept, ...found.filter((suggestion) => !kept.includes(suggestion))]
}

/** Suggestions from photos, with confidence. */
export function photoSuggestions(draft: PhotoDraft, categories: readonly Category[], form: PostForm): Suggestion[] {
  const list: Suggestion[] = []
  const { category, title, condition } = draft
  if (title) {
    list.push({
      key: 'title',
      label: t('common.title'),
      words: title.value,
      confidence: title.confidence,
      change: { title: title.value },
    })
  }
  const filed = categories.find(({ slug }) => slug === category?.value)
  if (category && filed) {
    const words = categoryTrail(categories, filed.slug)
    list.push({
      key: 'category',
      label: t('common.category'),
      words,
      confidence: category.confidence,
      change: { category: filed.slug },
    })
  }
  if (condition) {
    const words = CONDITION_LABEL[condition.value]
    list.push({
      key: 'condition',
      label: t('common.condition'),
      words,
      confidence: condition.confidence,
      change: { condition: condition.value },
    })
  }
  for (const attribute of filed?.attributes ?? []) {
    const guess = draft.attributes[attribute.key]
    if (!guess) continue
    const text = typeof guess.value === 'boolean' ? (guess.value ? 'yes' : 'no') : String(guess.value)
    list.push({
      key: `attributes.${attribute.key}`,
      label: labelOf(attribute),
      words: attributeWords(attribute, text),
      confidence: guess.confidence,
      change: { attributes: { [attribute.key]: text } },
    })
  }
  return list.filter((suggestion) => !isThere(suggestion, form))
}

export function isThere({ change }: Pick<Suggestion, 'change'>, form: PostForm): boolean {
  return Object.entries(change).every(([field, value]) => {
    if (field === 'attributes') {
      return Object.entries(value as Record<string, string>).every(([key, text]) => form.attributes[key] === text)
    }
    return field === 'spot' || form[field as keyof PostForm] === value
  })
}
