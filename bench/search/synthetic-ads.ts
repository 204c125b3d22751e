import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const DATA = join(import.meta.dirname, '../../marketplace/database/seed/data')
const CATEGORIES = join(DATA, '../../reference-data/020_public.categories.ndjson')
const HOUR_MS = 3_600_000
/** Ads are spread over two months. */
const OLDEST_HOURS = 60 * 24

/** Words, places and prices of the demo market. */
export interface Vocabulary {
  readonly ads: readonly DemoAd[]
  readonly categories: readonly DemoCategory[]
}

interface DemoAd {
  readonly category: string
  readonly type: string
  readonly title: string
  readonly description: string
  readonly price_minor: number | null
  readonly condition: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly place: Readonly<{ area: string; city: string; lat: number; lng: number }>
  readonly delivery: string
}

interface DemoCategory {
  readonly slug: string
  readonly leaf: boolean
  readonly name: Readonly<Record<string, string>>
  readonly synonyms: readonly string[]
}

export interface SyntheticAd {
  readonly seller: number
  readonly category: string
  readonly title: string
  readonly description: string
  readonly price_minor: number
  readonly condition: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly area: string
  readonly city: string
  readonly lat: number
  readonly lng: number
  readonly delivery: string
  readonly publishedAt: Date
}

export async function readVocabulary(): Promise<Vocabulary> {
  const lines = (await readFile(join(DATA, 'listings.ndjson'), 'utf8')).trim().split('\n')
  const categories = (await readFile(CATEGORIES, 'utf8')).trim().split('\n')
  return {
    ads: lines.map((line) => JSON.parse(line) as DemoAd).filter(({ type }) => type === 'sell'),
    categories: categories.map((line) => JSON.parse(line) as DemoCategory).filter(({ leaf }) => leaf),
  }
}

const CONDITIONS = ['new', 'like_new', 'good', 'good', 'good', 'fair', 'for_parts']
const DELIVERY = ['pickup', 'pickup', 'ship', 'both']
const QUALITIES =
  'vintage modern small large solid handmade original white black blue green red grey wooden light compact sturdy rare'.split(
    ' ',
  )
const MAKERS = 'Norrholm Ardena Velisco Tamarin Brightwell Corvo Lumenta Halden Ostrava Quillan Merton Solbakken'.split(
  ' ',
)

/**
 * Generates ads like those of the demo market: the same words in new combinations, with the same frequencies. Each run of
 * `copies` ads shares category, text and place name. Deterministic for a `seed`.
 */
export function* syntheticAds(
  vocabulary: Vocabulary,
  { count, copies, sellers, seed, now }: { count: number; copies: number; sellers: number; seed: number; now: Date },
): Generator<SyntheticAd> {
  const random = pseudoRandom(seed)
  const texts = syntheticTexts(vocabulary, random)
  let text = texts.next().value
  for (let index = 0; index < count; index++) {
    if (index > 0 && index % copies === 0) text = texts.next().value
    const { model, place, ...said } = text
    yield {
      ...said,
      seller: Math.floor(random() * sellers),
      price_minor: Math.max(100, Math.round(((model.price_minor ?? 5000) * 2 ** (random() * 3 - 1.5)) / 100) * 100),
      condition: pick(random, CONDITIONS),
      area: place.area,
      city: place.city,
      lat: place.lat + (random() - 0.5) / 10,
      lng: place.lng + (random() - 0.5) / 10,
      delivery: pick(random, DELIVERY),
      publishedAt: new Date(now.getTime() - random() * OLDEST_HOURS * HOUR_MS),
    }
  }
}

interface SyntheticText extends Pick<SyntheticAd, 'category' | 'title' | 'description' | 'attributes'> {
  readonly model: DemoAd
  readonly place: DemoAd['place']
}

function* syntheticTexts({ ads, categories }: Vocabulary, random: () => number): Generator<SyntheticText, never> {
  const sentences = new Map(ads.map((ad) => [ad, ad.description.split(/(?<=[.!?])\s+/)]))
  const sentenceOf = (ad: DemoAd) => pick(random, sentences.get(ad) ?? [''])
  for (;;) {
    const model = pickSkewed(random, ads)
    const other = pick(random, ads)
    const filed = random() < 0.6 ? null : pickSkewed(random, categories)
    const thing = filed ? pick(random, [filed.name.en ?? filed.slug, ...filed.synonyms]) : model.title
    const maker = random() < 0.4 ? pick(random, MAKERS) : ''
    const size = random() < 0.3 ? String(Math.ceil(random() * 200)) : ''
    const title = [pick(random, QUALITIES), thing, maker, size].filter(Boolean).join(' ')
    yield {
      model,
      place: other.place,
      category: filed?.slug ?? model.category,
      title: title.slice(0, 80).trim(),
      description: `${thing}: ${sentenceOf(model)} ${sentenceOf(model)} ${sentenceOf(other)}`,
      attributes: filed ? {} : model.attributes,
    }
  }
}

/** Picks from a non-empty list. */
function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

/** Prefers the first of a list: a few categories contain most ads, as in real markets. */
function pickSkewed<T>(random: () => number, list: readonly T[]): T {
  return pick(() => random() ** 2, list)
}

/** mulberry32 (public domain): small, fast, and the same numbers on every machine. */
function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
