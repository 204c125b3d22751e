import type { WrittenTrait } from '../../../../contract/search/search.ts'
import { type AttributeChoice, isRange, withAttribute } from '../../../../contract/search/search-attributes.ts'
import type { SearchState } from '../../../../contract/search/search-state.ts'
import { t } from '../../i18n/t.ts'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { TYPE_LABEL } from '../../ui/listing-types.ts'
import { HANDOVER_LABEL, POSTED_LABEL, SELLER_TYPE_LABEL } from './filter-labels.ts'

/** An active filter: its label, and the search without it. */
export interface ActiveFilter {
  /** The parameter of search_listings that it sets; an attribute is `attributes.<key>`. */
  key: string
  /** The name of the filter, for "Remove filter Price". */
  name: string
  /** Its value, for the chip. */
  label: string
  without: SearchState
}

/** How an attribute is displayed. */
export interface AttributeWords {
  name: string
  unit: string | null
  /** Label of a value: "blue" is "Blue". */
  say(value: string): string
}

interface FilterWords {
  categoryName: string | null
  money: (minor: number) => string
  attribute: (key: string) => AttributeWords
}

/** Active filters in the order of the rail. The query is not a filter: it has its own field; see `traitFilters`. */
export function activeFilters(given: SearchState, words: FilterWords): ActiveFilter[] {
  const state = { ...given, page: 1 }
  const filters: ActiveFilter[] = []
  const add = (key: string, name: string, label: string, change: Partial<SearchState>) =>
    filters.push({ key, name, label, without: { ...state, ...change } })

  // Removing the category removes its attributes as well.
  if (state.category)
    add('category', t('common.category'), words.categoryName ?? state.category, { category: null, attributes: {} })
  if (state.type) add('type', t('common.kindOfAd'), TYPE_LABEL[state.type], { type: null })
  const price = priceLabel(state, words.money)
  if (price) add('price', t('common.price'), price, { priceMin: null, priceMax: null })
  if (state.conditions.length > 0) {
    const label = state.conditions.map((condition) => CONDITION_LABEL[condition]).join(', ')
    add('condition', t('common.condition'), label, { conditions: [] })
  }
  for (const [key, choice] of Object.entries(state.attributes)) {
    const attribute = words.attribute(key)
    add(`attributes.${key}`, attribute.name, attributeLabel(attribute, choice), {
      attributes: withAttribute(state.attributes, key, null),
    })
  }
  if (state.near && state.radiusKm !== null) {
    const km = state.radiusKm
    const { label: place } = state.near
    const label = place ? t('home.fresh.withinOfPlace', { km, place }) : t('browse.within', { km })
    add('radius_km', t('browse.distance'), label, { radiusKm: null })
  }
  if (state.box) add('box', t('ads.map'), t('browse.thisPartOfMap'), { box: null })
  if (state.delivery) add('delivery', t('common.handover'), HANDOVER_LABEL[state.delivery], { delivery: null })
  if (state.sellerType)
    add('seller_type', t('common.seller'), SELLER_TYPE_LABEL[state.sellerType], { sellerType: null })
  if (state.postedWithinDays !== null) {
    add('posted_within_days', t('common.posted'), POSTED_LABEL[state.postedWithinDays] ?? '', {
      postedWithinDays: null,
    })
  }
  if (state.withPhoto) add('with_photo', t('common.photos'), t('browse.withPhoto'), { withPhoto: false })
  if (state.hideSeen) add('hide_seen', t('browse.seenBefore'), t('browse.notSeenYet'), { hideSeen: false })
  for (const word of state.exclude) {
    add(t('browse.excludeWord', { word }), t('browse.withoutWord', { word }), t('browse.notWord', { word }), {
      exclude: state.exclude.filter((other) => other !== word),
    })
  }
  return filters
}

function attributeLabel({ name, unit, say }: AttributeWords, choice: AttributeChoice): string {
  if (typeof choice === 'boolean') return choice ? name : t('browse.attributeNo', { name })
  if (!isRange(choice)) return choice.map(say).join(', ')
  const measure = unit ? ` ${unit}` : ''
  const { min, max } = choice
  if (min !== null && max !== null) return t('browse.attributeRange', { name, min, max, measure })
  return min !== null
    ? t('browse.attributeFrom', { name, min, measure })
    : t('browse.attributeUpTo', { name, max, measure })
}

function priceLabel({ priceMin, priceMax }: SearchState, money: (minor: number) => string): string | null {
  if (priceMin !== null && priceMax !== null)
    return t('browse.priceRange', { money: money(priceMin), money2: money(priceMax) })
  if (priceMin !== null) return t('browse.priceFrom', { money: money(priceMin) })
  if (priceMax !== null) return t('browse.priceUpTo', { money: money(priceMax) })
  return null
}

/** Attribute words in the query, such as "blue": removing one searches for the rest. */
export function traitFilters(given: SearchState, traits: readonly WrittenTrait[]): ActiveFilter[] {
  return traits.map(({ words }) => ({
    key: `q.${words}`,
    name: words,
    label: words,
    without: { ...given, page: 1, q: withoutWords(given.q, words.split(' ')) },
  }))
}

function withoutWords(q: string, words: readonly string[]): string {
  const plain = (word: string) =>
    word
      .normalize('NFD')
      .replace(/\p{M}|[^\p{L}\p{N}]/gu, '')
      .replaceAll('ß', 'ss')
      .toLowerCase()
  return q
    .split(/\s+/)
    .filter((word) => !words.includes(plain(word)))
    .join(' ')
}
