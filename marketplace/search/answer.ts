import type { CallerSql } from 'souk-backend'
import type { FoundListing, SearchAnswer } from '../contract/search/search.ts'
import { type Asked, understandSearch } from './asked.ts'
import { type Item, readAgain } from './cards.ts'
import type { Hit, Page, PageAsked, SearchEngine } from './engine.ts'
import { nearMatches } from './near-matches.ts'
import { type Cursor, orderOf, writeCursor } from './params.ts'
import { tsqueryOf } from './query.ts'
import { didYouMean, relaxations, totalOf } from './relaxed.ts'
import { whyFound } from './why-found.ts'

/** With fewer results than this, near matches and filters to relax are returned too. */
const FEW = 10
const VERY_FEW = 5
/** Maximum number of refills of a page whose ads are no longer visible. */
const ROUNDS = 4

/** The answer of `search_listings`. @throws {RpcError} 22023 for invalid parameters */
export async function answerSearch(sql: CallerSql, engine: SearchEngine, params: unknown): Promise<SearchAnswer> {
  const asked = await understandSearch(sql, params)
  const page = pageAsked(asked)
  const isFirst = page.cursor === null
  const filled = fill(sql, engine, page)
  const [{ items, found }, facets] = await Promise.all([
    filled,
    asked.given.facets ? engine.facets(asked.conditions, asked.given, filled) : null,
  ])
  const limit = page.limit - 1
  const shown = items.slice(0, limit)
  const fewWords = isFirst && asked.understood.query !== null && found.total < VERY_FEW
  const meant = fewWords ? await didYouMean(sql, engine, asked, found.total) : null
  const close =
    page.sort === 'relevance' && isFirst && items.length < Math.min(FEW, limit)
      ? await nearMatches(sql, engine, { asked, meant: meant?.q ?? null, page, limit: limit - items.length })
      : []
  const cards = shown.map(({ card }) => card)
  return {
    ...(await withReasons(sql, asked, cards, close)),
    understood_as: understoodAs(asked),
    ...totalOf(found.total),
    facets: facets?.facets ?? null,
    facets_are_estimates: facets?.areEstimates ?? false,
    next_cursor: items.length > limit ? cursorAfter(shown.at(-1)?.hit, found, page) : null,
    sort: page.sort,
    corrections: [...asked.understood.corrections],
    unmatched: [...asked.understood.unmatched],
    did_you_mean: meant,
    relaxed: isFirst && found.total < VERY_FEW ? await relaxations(sql, engine, asked, found.total) : [],
    ignored: [...asked.ignored],
  }
}

/** A page plus one ad. All pages of a search use the first one's word weights. */
function pageAsked({ given, understood, conditions, read }: Asked): PageAsked {
  const { sort, cursor } = orderOf(given, understood.query !== null)
  const weights = cursor?.w ?? []
  const terms =
    weights.length === understood.terms.length
      ? understood.terms.map((term, at) => ({ ...term, rarity: weights[at] ?? term.rarity }))
      : understood.terms
  return {
    conditions,
    wording: { ...understood, terms },
    sort,
    cursor,
    anchor: cursor?.at ?? read.now,
    limit: Math.max(1, Math.min(48, Math.trunc(given.limit ?? 24))) + 1,
    place: given.lat !== undefined && given.lng !== undefined ? { lat: given.lat, lng: given.lng } : null,
  }
}

/** Ads may have been hidden or sold since they were indexed: further pages fill up the first. */
async function fill(sql: CallerSql, engine: SearchEngine, asked: PageAsked): Promise<{ items: Item[]; found: Page }> {
  const found = await engine.page(asked)
  const items: Item[] = []
  let page = found
  for (let round = 0; ; round++) {
    items.push(...(await readAgain(sql, page.hits, asked.place)))
    const last = page.hits.at(-1)
    if (items.length >= asked.limit || page.hits.length < asked.limit || !last || round === ROUNDS) break
    page = await engine.page({ ...asked, cursor: cursorOf(last, found, asked) })
  }
  return { items, found }
}

function cursorOf({ id, key }: Hit, { total, way }: Page, { wording, anchor, sort }: PageAsked): Cursor {
  const rarities = sort === 'relevance' ? { w: wording.terms.map(({ rarity }) => rarity) } : {}
  return { s: way, k: key, id, at: anchor, total, ...rarities }
}

function cursorAfter(hit: Hit | undefined, found: Page, asked: PageAsked): string | null {
  return hit ? writeCursor(cursorOf(hit, found, asked)) : null
}

async function withReasons(
  sql: CallerSql,
  { given, understood, read }: Asked,
  items: FoundListing[],
  close: SearchAnswer['close_items'],
): Promise<Pick<SearchAnswer, 'items' | 'close_items'>> {
  if (given.explain !== true && String(given.explain) !== 'true') return { items, close_items: close }
  const phrase = tsqueryOf({ phrase: understood.phrase.length > 1 ? understood.phrase : ['-'] })
  const reasons = await whyFound(sql, [...items, ...close], understood, { phrase, now: read.now })
  const explained = <Card extends FoundListing>(card: Card): Card => {
    const why = reasons.get(card.id)
    return why ? { ...card, why } : card
  }
  return { items: items.map(explained), close_items: close.map(explained) }
}

function understoodAs({ understood, filters }: Asked): SearchAnswer['understood_as'] {
  if (understood.things.length === 0 && filters === null && understood.traits.length === 0) return null
  return { categories: [...understood.categories], filters, traits: [...understood.traits] }
}
