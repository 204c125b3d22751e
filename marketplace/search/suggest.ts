import type { CallerSql } from 'souk-backend'
import type { Suggestions } from '../contract/search/search.ts'
import { readAgain } from './cards.ts'
import type { SearchEngine } from './engine.ts'
import { allOf, anyWord } from './query.ts'

/** Known facts about the words: see `private.read_suggestion`. */
interface ReadSuggestion {
  readonly words: readonly { readonly word: string; readonly stems: readonly string[]; readonly is_stop: boolean }[]
  readonly categories: Suggestions['categories']
}

const NOTHING: Suggestions = { queries: [], categories: [], listings: [] }
/** Number of previous words considered. */
const MOST_BEFORE = 5

/** The answer of `suggest`. */
export async function answerSuggestions(sql: CallerSql, engine: SearchEngine, q: string): Promise<Suggestions> {
  const [row] = await sql<{ read: ReadSuggestion | null }>`select private.read_suggestion(${q.slice(0, 100)}) as read`
  const words = row?.read?.words ?? []
  const last = words.at(-1)
  if (!row?.read || !last) return NOTHING
  // Stop words match nothing.
  const before = words
    .slice(0, -1)
    .filter(({ is_stop }) => !is_stop)
    .slice(-MOST_BEFORE)
  const { queries, listings } = await engine.suggest({
    words: words.map(({ word }) => word),
    begun: last.word,
    before: before.length === 0 ? null : allOf(before.map(({ stems }) => anyWord(stems))),
    said: before.flatMap(({ stems }) => stems.slice(0, 1)),
  })
  const items = await readAgain(
    sql,
    listings.map((id) => ({ id, key: 0 })),
    null,
  )
  return {
    queries,
    categories: row.read.categories,
    listings: items.map(({ card: { id, title, price_minor, price_type, currency, type, city, cover } }) => ({
      id,
      title,
      price_minor,
      price_type,
      currency,
      type,
      city,
      cover,
    })),
  }
}
