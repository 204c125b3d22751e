import CircuitBreaker from 'opossum'
import type { CallerSql, RpcCall, RpcHandler } from 'souk-backend'
import type { FoundListing, SearchAnswer } from '../contract/search/search.ts'
import type { AskedSearch, CountedFacets, Found, Hit, SearchEngine } from './engine.ts'

/** With fewer results the answer also has near matches and what stands in the way: those come from PostgreSQL, which finds few quickly. */
const FEW = 10
const TOTAL = 10_000
/** A page is filled up at most so often where ads fall out. */
const ROUNDS = 4

/** Parameters of searches that PostgreSQL answers: reasons, and everything about places. */
const BY_POSTGRESQL = ['explain', 'lat', 'box']

export interface EngineSearch {
  readonly handler: RpcHandler
  /** For /readyz. */
  state(): 'opensearch' | 'postgresql: opensearch is slow or gone'
  close(): Promise<void>
}

export interface AnswerOptions {
  readonly timeoutMs?: number
  readonly resetMs?: number
  /** With fewer results PostgreSQL answers. */
  readonly few?: number
}

/** `search_listings` by a search engine; by PostgreSQL while that is slow or gone, and for what the engine does not answer. */
export function answerByEngine(
  engine: SearchEngine,
  { timeoutMs = 250, resetMs = 2000, few = FEW }: AnswerOptions = {},
): EngineSearch {
  const breaker = new CircuitBreaker(
    (asked: AskedSearch, limit: number, signal: AbortSignal) => engine.search(asked, limit, signal),
    {
      timeout: timeoutMs,
      resetTimeout: resetMs,
      errorThresholdPercentage: 50,
      volumeThreshold: 3,
      rollingCountTimeout: 5000,
    },
  )
  return {
    async handler(call) {
      const { sql, next, params, log } = call
      if (breaker.opened) return next()
      const given = params.params ?? {}
      if (typeof given !== 'object' || BY_POSTGRESQL.some((name) => name in given)) return next()
      const [row] = await sql<{ asked: AskedSearch }>`select private.engine_search(${given}::jsonb) as asked`
      // Also a place among the words.
      if (!row || 'lat' in row.asked.given) return next()
      const search = async (asked: AskedSearch, limit: number) => breaker.fire(asked, limit, call.signal)
      try {
        return (await answerOf(row.asked, call, search, few)) ?? next()
      } catch (error) {
        if (call.signal.aborted) throw error
        log.warn(
          { err: error, breaker: breaker.opened ? 'open' : 'closed' },
          'the search engine failed; PostgreSQL answers',
        )
        return next()
      }
    },
    state: () => (breaker.opened ? 'postgresql: opensearch is slow or gone' : 'opensearch'),
    async close() {
      breaker.shutdown()
      await engine.close()
    },
  }
}

type Search = (asked: AskedSearch, limit: number) => Promise<Found>

/** Null if PostgreSQL has more to say. */
async function answerOf(
  understood: AskedSearch,
  { sql }: RpcCall,
  search: Search,
  few: number,
): Promise<SearchAnswer | null> {
  const asked = asOfFirstPage(understood)
  const { given, sort, cursor } = asked
  const limit = Math.max(1, Math.min(48, Math.trunc(Number(given.limit ?? 24))))
  const found = await search(asked, limit + 1)
  const isFirst = cursor === null
  if (isFirst && found.total < few && (asked.query !== null || found.total < few / 2)) return null
  const items: { readonly hit: Hit; readonly card: FoundListing }[] = []
  let page = found
  for (let round = 0; ; round++) {
    items.push(...(await readAgain(sql, page.hits, asked)))
    const last = page.hits.at(-1)
    if (items.length > limit || page.hits.length <= limit || !last || round === ROUNDS) break
    // Some have been hidden, sold or blocked since they were indexed.
    const next = { s: sort, k: last.key, id: last.id, at: cursor?.at ?? asked.now }
    page = await search({ ...asked, given: { ...given, facets: false }, cursor: next }, limit + 1)
  }
  const shown = items.slice(0, limit)
  return {
    items: shown.map(({ card }) => card),
    close_items: [],
    understood_as: asked.understood_as as SearchAnswer['understood_as'], // made as the contract has it
    total: Math.min(found.total, TOTAL),
    total_is_more: found.total > TOTAL,
    facets: found.facets && (await facetsOf(sql, found.facets, asked)),
    facets_are_estimates: false,
    next_cursor: items.length > limit ? cursorAfter(shown.at(-1)?.hit, asked) : null,
    sort,
    corrections: [...asked.corrections],
    did_you_mean: null,
    relaxed: [],
    ignored: [...asked.ignored],
  }
}

/** All pages of a search weigh words as the first one did. */
function asOfFirstPage(asked: AskedSearch): AskedSearch {
  const weights = asked.cursor?.w ?? []
  if (weights.length !== asked.terms.length) return asked
  return { ...asked, terms: asked.terms.map((term, place) => ({ ...term, rarity: weights[place] ?? term.rarity })) }
}

/** The ads that the caller may see, as they are now, in the order of the hits. */
async function readAgain(sql: CallerSql, hits: readonly Hit[], { given }: AskedSearch) {
  const cards = await sql<{ id: string; card: FoundListing }>`
    select card.id, card.card
    from private.engine_cards(array(select id::uuid from jsonb_array_elements_text(${hits.map(({ id }) => id)}::jsonb) as id),
      ${given.lat ?? null}::float8, ${given.lng ?? null}::float8) as card
    join public.listings listing on listing.id = card.id and listing.state in ('active', 'reserved')`
  const byId = new Map(cards.map(({ id, card }) => [id, card]))
  return hits.flatMap((hit) => {
    const card = byId.get(hit.id)
    return card ? [{ hit, card }] : []
  })
}

async function facetsOf(sql: CallerSql, { counted, plain }: CountedFacets, { given }: AskedSearch) {
  const [row] = await sql<{ facets: object }>`
    select private.engine_facets(${counted}::jsonb, ${given.category ?? null}::text, ${given.attributes ?? {}}::jsonb) as facets`
  return { ...plain, ...row?.facets } as SearchAnswer['facets'] // both halves are as the contract has them
}

/** The same cursor as PostgreSQL's, so that it can answer the next page. */
function cursorAfter(hit: Hit | undefined, { sort, cursor, now, terms }: AskedSearch): string | null {
  if (!hit) return null
  const rarities = sort === 'relevance' ? { w: terms.map(({ rarity }) => rarity) } : {}
  const next = { s: sort, k: hit.key, id: hit.id, at: cursor?.at ?? now, ...rarities }
  return Buffer.from(JSON.stringify(next)).toString('base64url')
}
