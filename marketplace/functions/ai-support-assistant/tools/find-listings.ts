import type { AssistantLink, AssistantReply } from '../../../contract/help/assistant.ts'
import { minorPerUnit } from '../../../contract/money/money.ts'
import { paths } from '../../../contract/paths.ts'
import { moneyText } from '../../../contract/words/money.ts'
import type { Asking } from '../asking.ts'
import { cityNamed, plainName } from './exonyms.ts'
import type { Wish } from './wish.ts'

const SHOWN = 3
const RADIUS_KM = 30

interface FoundAd {
  readonly id: string
  readonly title: string
  readonly price_minor: number | null
  readonly currency: string
  readonly city: string | null
  readonly area: string | null
  readonly cover: { readonly path: string } | null
  readonly type: string
}

interface Found {
  readonly understood_as: { readonly categories: readonly string[] } | null
  readonly items: readonly FoundAd[]
  readonly total: number
  readonly total_is_more: boolean
}

type SearchParams = Readonly<Record<string, string | number>>

interface Place {
  readonly city: string
  readonly lat: number
  readonly lng: number
}

/** Finds the best ads for a wish, read as the caller. If all words find nothing, tries fewer. */
export async function findListings(wish: Wish, asking: Asking): Promise<AssistantReply> {
  const { t } = asking.reader
  const functionCalled = 'search_listings'
  const { place, words } = await placeIn(wish, asking)
  const limits = {
    ...(wish.minPrice === null ? {} : { price_min: await inMinorUnits(wish.minPrice, asking) }),
    ...(wish.maxPrice === null ? {} : { price_max: await inMinorUnits(wish.maxPrice, asking) }),
    ...(place ? { lat: place.lat, lng: place.lng, radius_km: RADIUS_KM } : {}),
    ...(wish.isCheapestFirst ? { sort: 'price_asc' } : {}),
    ...(wish.isFree ? { type: 'free' } : {}),
  }
  const isWhere = (other: string) =>
    (place !== undefined || wish.things.length > 0) && wish.places.some(({ name }) => name.includes(other))
  const tried = fewerAndFewer({ ...wish, words, others: wish.others.filter((other) => !isWhere(other)) })
  const found = await firstFound(tried, limits, asking)
  if (found) {
    const { items, total: count, total_is_more: more, said } = found
    return {
      response: foundText(said, count, more, wish, asking),
      functionCalled,
      links: [
        ...items.map((ad) => cardOf(ad, asking)),
        ...(count > items.length ? [{ label: t('assistant.seeThemAll'), path: browsePath(said, wish, place) }] : []),
      ],
      chips: [t('assistant.chipAlert', { words: said })],
    }
  }
  // The item may be there at a higher price or further away.
  const isLimited = place !== undefined || wish.isFree || wish.minPrice !== null || wish.maxPrice !== null
  const beyond = isLimited ? await firstFound(tried, {}, asking) : undefined
  return {
    response: beyond ? t('assistant.noAdsWithin', { words: beyond.said }) : t('assistant.noAdsFor', { words }),
    functionCalled,
    links: [
      ...(beyond?.items ?? []).map((ad) => cardOf(ad, asking)),
      savingOf(beyond?.said ?? words, wish, place, asking),
      ...(beyond ? [] : [{ label: t('shell.categories'), path: paths.categories }]),
    ],
  }
}

/** The result of the first search text that finds anything. */
async function firstFound(tried: readonly string[], limits: SearchParams, asking: Asking) {
  for (const said of tried) {
    const found = await searchAds({ q: said, limit: SHOWN, ...limits }, asking)
    if (found.total > 0) return { ...found, said }
  }
  return undefined
}

/** Link to the results of a wish, with the dialog that saves the search open. */
export async function linkToSave(wish: Wish, asking: Asking): Promise<AssistantLink> {
  const { place, words } = await placeIn(wish, asking)
  return savingOf(words, wish, place, asking)
}

const savingOf = (words: string, wish: Wish, place: Place | undefined, { reader }: Asking): AssistantLink => ({
  label: reader.t('assistant.saveThisSearch'),
  path: paths.savingOf(browsePath(words, wish, place)),
})

function foundText(words: string, count: number, isMore: boolean, wish: Wish, { reader: { t } }: Asking): string {
  if (wish.isCheapestFirst) return t('assistant.cheapestFirst', { words })
  return isMore ? t('assistant.moreAdsThan', { count, words }) : t('assistant.adsFound', { count, words })
}

/** The results page for these words, with the wish's price and place as filters. */
function browsePath(words: string, wish: Wish, place: Place | undefined): string {
  const { minPrice, maxPrice, isCheapestFirst, isFree } = wish
  const filters = new URLSearchParams({
    q: words,
    ...(isCheapestFirst ? { sort: 'price_asc' } : {}),
    ...(isFree ? { type: 'free' } : {}),
    ...(minPrice === null ? {} : { price_min: String(minPrice) }),
    ...(maxPrice === null ? {} : { price_max: String(maxPrice) }),
    ...(place ? { place: place.city, lat: String(place.lat), lng: String(place.lng), radius: String(RADIUS_KM) } : {}),
  })
  return `${paths.browse}?${filters}`
}

/** Whether an item is still available: the one on the open page, or one found by name. */
export async function stillThere(wish: Wish, page: string, asking: Asking): Promise<AssistantReply> {
  const { t } = asking.reader
  const id = /^\/listing\/([0-9a-f-]{36})/.exec(page)?.[1]
  const functionCalled = 'search_listings'
  const isOpen = wish.words === '' && id !== undefined
  const found = isOpen ? undefined : await firstFound(fewerAndFewer(wish), {}, asking)
  const [ad] = isOpen ? await readAd(id, asking) : (found?.items ?? [])
  // What only some of the words find is another item.
  if (!ad || (found && found.said !== wish.words))
    return {
      response: t('assistant.notThereAnyMore', { words: wish.words }),
      functionCalled,
      links: ad ? [cardOf(ad, asking)] : [],
    }
  return {
    response: t('assistant.stillThere', { title: ad.title }),
    functionCalled,
    links: [cardOf(ad, asking)],
    chips: [t('assistant.chipOffer')],
  }
}

async function readAd(id: string, { supabase }: Asking): Promise<readonly FoundAd[]> {
  const { data, error } = await supabase
    .from('listings')
    .select('id, title, price_minor, currency, city, area, type')
    .eq('id', id)
    .eq('state', 'active')
  if (error) throw new Error(error.message)
  return (data as Omit<FoundAd, 'cover'>[]).map((ad) => ({ ...ad, cover: null })) // the columns that were selected
}

async function searchAds(params: SearchParams, { supabase }: Asking): Promise<Found> {
  const { data, error } = await supabase.rpc('search_listings', { params })
  if (error) throw new Error(error.message)
  return data as Found // the contract of search_listings
}

/**
 * Search texts in order: all words, then without the last ones, then other names of the item, then single words, longest first. A thing that is
 * known comes first: "standing lamps" becomes "lamps" before "standing".
 */
function fewerAndFewer({ words, others, things }: Wish): string[] {
  const all = words.split(' ').filter((word) => word !== '')
  const shorter = all.map((_, at) => all.slice(0, all.length - at).join(' '))
  const alone = all.filter((word) => word.length > 2).toSorted((a, b) => b.length - a.length)
  const [thing = ''] = things
  const tried = [...shorter.filter((one) => one.includes(thing)), ...things, ...others, ...alone]
  return [...new Set(tried)].slice(0, 6)
}

/** The first name in the wish that is a town, and the remaining words to search for. */
async function placeIn({ places, words }: Wish, { supabase }: Asking): Promise<{ place?: Place; words: string }> {
  for (const { name, words: others } of places) {
    if (others === '') continue
    const city = cityNamed(name)
    const { data, error } = await supabase.rpc('suggest_places', { q: city, lim: 1 })
    if (error) throw new Error(error.message)
    const [place] = data as Place[] // the contract of suggest_places
    if (place && isSamePlace(place.city, city)) return { place, words: others }
  }
  return { words }
}

/** "Lisboa" is Lisbon, but "bon" isn't Bonn. */
function isSamePlace(found: string, named: string): boolean {
  const [one, other] = [plainName(found), plainName(named)]
  return one === other || (other.length > 4 && one.startsWith(other.slice(0, 4)))
}

function cardOf({ id, title, price_minor, currency, area, city, cover, type }: FoundAd, { reader }: Asking) {
  const price = price_minor === null ? null : moneyText(price_minor, currency, reader.language)
  const label =
    type === 'wanted' ? reader.t('assistant.wantedAd', { title }) : price === null ? title : `${title}, ${price}`
  const where = [area, city].filter(Boolean).join(', ')
  return {
    label,
    path: paths.listing(id),
    ...(where ? { detail: where } : {}),
    ...(cover ? { photo: cover.path } : {}),
  }
}

/** Searches take prices in minor units of the market's currency, which an administrator may change. */
async function inMinorUnits(units: number, { supabase }: Asking): Promise<number> {
  const { data, error } = await supabase.rpc('market_currency')
  if (error) throw new Error(error.message)
  return Math.round(units * minorPerUnit(data as string)) // market_currency returns text
}
