import type { CallerSql } from 'souk-backend'
import type { JobContext } from 'souk-backend/jobs'
import type postgres from 'souk-backend/postgres'
import type { ListingSearch } from '../contract/search/search.ts'
import { marketOf, understandSearch } from './asked.ts'
import { callerSql } from './caller-sql.ts'
import type { Conditions } from './conditions.ts'
import { listOf } from './params.ts'
import { sqlOf } from './postgres/conditions.ts'
import { Statement } from './postgres/statement.ts'
import { anyOf, mapWords, tsqueryOf } from './query.ts'
import { understand } from './understanding/understand.ts'

type Sql = postgres.ISql<Record<never, never>>

interface SavedSearch {
  readonly id: string
  readonly user_id: string
  readonly query: ListingSearch
  readonly exclude_words: readonly string[]
}

const BATCH = 100

/**
 * Compiles saved searches that need it: new ones, and all once a day, because words and categories change. They are interpreted like searches,
 * so that an alert reports what the results would show.
 * @returns the number compiled
 */
export async function prepareSavedSearches(sql: Sql, log: Pick<JobContext['log'], 'warn'>): Promise<number> {
  const waiting = await sql<SavedSearch[]>`
    select search.id, search.user_id, search.query, search.exclude_words from public.saved_searches search
    where not exists (select from private.search_filters ready where ready.search_id = search.id) order by search.created_at limit ${BATCH}`
  const asOwner = callerSql(sql)
  for (const search of waiting) {
    const ready = await readyOf(asOwner, search).catch((error: unknown) => {
      // Its category or attribute no longer exists: it is kept and matches nothing.
      log.warn({ err: error, search: search.id }, 'a saved search could not be made ready')
      return NOTHING
    })
    await sql`
      insert into private.search_filters (search_id, user_id, root, types, price_low, price_high, south, north, words, said, exact, given, names)
      select id, user_id, ${ready.root}, ${ready.types}, ${ready.priceLow}, ${ready.priceHigh}, ${ready.south}, ${ready.north}, ${ready.words}::tsquery,
        ${sql.json(ready.said)}, ${ready.exact}, ${ready.given}, ${ready.names}
      from public.saved_searches where id = ${search.id} on conflict (search_id) do nothing`
  }
  return waiting.length
}

interface Ready {
  readonly root: string | null
  readonly types: string[] | null
  readonly priceLow: number | null
  readonly priceHigh: number | null
  readonly south: number | null
  readonly north: number | null
  readonly words: string | null
  readonly said: { word: string; query: string }[]
  readonly exact: string
  readonly given: string[]
  readonly names: string[]
}

const NOTHING: Ready = {
  root: null,
  types: null,
  priceLow: null,
  priceHigh: null,
  south: null,
  north: null,
  words: null,
  said: [],
  exact: 'false',
  given: [],
  names: [],
}
const KM_PER_DEGREE = 111

async function readyOf(sql: CallerSql, { query, exclude_words }: SavedSearch): Promise<Ready> {
  const {
    given,
    understood,
    read,
    conditions: asked,
  } = await understandSearch(sql, { ...query, exclude: exclude_words })
  // Both spellings of a corrected word match, since the saved results showed the corrected one.
  const typed = understood.corrections.length > 0 ? understand(read, marketOf(read)).query : null
  const words = typed ? anyOf([typed, understood.query]) : understood.query
  const conditions: Conditions = words ? { ...asked, q: { is: 'words', query: words } } : asked
  const statement = new TextStatement()
  const exact = sqlOf(withoutOwn(conditions), statement)
  const { price, box, radius_km: radius, category } = conditions
  const types = listOf(given.type)
  const reach = radius?.is === 'radius' ? radius.km / KM_PER_DEGREE : 0
  return {
    root: category?.is === 'category' ? (category.category?.root ?? '') : null,
    types: types.length > 0 ? types : null,
    priceLow: price?.is === 'price' ? price.min : null,
    priceHigh: price?.is === 'price' ? price.max : null,
    south: radius?.is === 'radius' ? radius.lat - reach : box?.is === 'box' ? box.box[1] : null,
    north: radius?.is === 'radius' ? radius.lat + reach : box?.is === 'box' ? box.box[3] : null,
    words: words ? tsqueryOf(words) : null,
    said: understood.words.map(({ word, query: own }) => ({
      word,
      query: tsqueryOf(mapWords(own, (lexeme) => lexeme.replace(/^s:/, ''))),
    })),
    exact,
    given: statement.texts,
    names: Object.keys(conditions)
      .filter((name) => !['open', 'q', 'exclude', 'age', ...(given.type === undefined ? ['type'] : [])].includes(name))
      .sort(),
  }
}

/** Users are not notified of ads they posted; blocks are checked later, since they can change. */
function withoutOwn({ blocked: _, ...conditions }: Conditions): Conditions {
  return conditions
}

/** Values as elements of one list of texts. */
class TextStatement extends Statement {
  readonly texts: string[] = []

  override bind(value: Parameters<Statement['bind']>[0], type: string): string {
    this.texts.push(String(value))
    return `($2)[${this.texts.length}]::${type}`
  }
}
