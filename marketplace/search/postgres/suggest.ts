import type { CallerSql } from 'souk-backend'
import type { SearchEngine, SuggestionAsked } from '../engine.ts'
import { anyWord, tsqueryOf } from '../query.ts'
import { Statement, textArray } from './statement.ts'

/** Completions with this many ads are soon found among the newest. */
const COMMON = 400

interface Ending {
  readonly word: string
  readonly stem: string
  readonly ads: number
}

/** Completions of the last word that match together with the previous words, most ads first; and the newest such ads. */
export async function suggestFrom(sql: CallerSql, asked: SuggestionAsked): ReturnType<SearchEngine['suggest']> {
  const { words, begun, before, said } = asked
  const endings = await sql<Ending>`
    select ending.* from private.endings_of(${begun}, ${before && tsqueryOf(before)}::tsquery, ${textArray(said)}::text[]) as ending`
  if (endings.length === 0) return { queries: [], listings: [] }
  const begins = words.slice(0, -1).join(' ')
  const isCommon = endings.some(({ ads }) => ads >= COMMON)
  const statement = new Statement()
  // The title's words are also in the row, where walking the newest ads reads them without their texts.
  const titled = isCommon
    ? `entry.head @@ ${statement.bind(tsqueryOf(anyWord(endings.map(({ stem }) => stem)), 'A'), 'tsquery')}`
    : `entry.document @@ ${statement.bind(tsqueryOf(anyWord(endings.map(({ stem }) => `t:${stem}`))), 'tsquery')}`
  const found = `${titled}${before ? ` and entry.document @@ ${statement.bind(tsqueryOf(before), 'tsquery')}` : ''} and entry.expires_at > now()`
  // Newest first; parts and accessories last. For rare words all ads are read, in any order.
  const text = isCommon
    ? `select listing_id as id from (
        select entry.* from private.listing_search entry where ${found} and not entry.is_accessory order by entry.published_at desc, entry.listing_id desc limit 4) as best
      order by best.title_length, best.published_at desc`
    : `with found as materialized (select entry.listing_id, entry.is_accessory, entry.published_at, entry.title_length from private.listing_search entry where ${found})
      select listing_id as id from (select * from found order by is_accessory, published_at desc limit 4) as best
      order by best.is_accessory, best.title_length, best.published_at desc`
  const listings = await sql.query<{ id: string }>(text, statement.values)
  return {
    queries: endings.map(({ word }) => `${begins} ${word}`.trim()),
    listings: listings.map(({ id }) => id),
  }
}
