import type { CallerSql } from 'souk-backend'
import type { SearchEngine, SuggestionAsked } from '../engine.ts'
import { textArray } from '../postgres/statement.ts'
import { allOf, type Clause, clauseOf } from '../query.ts'

const MOST_WORDS = 10
const MOST_QUERIES = 6
const MOST_LISTINGS = 4
const COMMON = 1000

/** Queries the active index. */
export type Ask = <Response>(body: Clause) => Promise<Response>
export type AskMany = <Response>(bodies: readonly Clause[]) => Promise<readonly Response[]>

interface CompletionResponse {
  readonly suggest: { readonly words: readonly { readonly options: readonly { readonly text: string }[] }[] }
}

interface HitsResponse {
  readonly hits: {
    readonly total?: { readonly value: number }
    readonly hits: readonly { readonly _id: string; readonly _source?: { readonly words: readonly string[] } }[]
  }
}

/** Title words with this prefix that match together with the previous words, most ads first; and the newest such ads. */
export async function suggestFrom(
  sql: CallerSql,
  ask: Ask,
  askMany: AskMany,
  asked: SuggestionAsked,
): ReturnType<SearchEngine['suggest']> {
  const { begun, before, words, said } = asked
  const endings = (before ? await afterWords(ask, asked) : await completions(ask, begun)).filter(
    (word) => !said.includes(word),
  )
  const named = await sql<{ word: string; marks: string[] }>`
    select word, private.marks_named(word) as marks from unnest(${textArray(endings)}::text[]) as word where private.marks_named(word) is not null`
  const marks = new Map(named.map((one) => [one.word, one.marks]))
  // For a word that names an item, the ad must be one: a title that only mentions it does not match.
  const beingOf = (word: string) => (marks.has(word) ? [{ terms: { said: marks.get(word) } }] : [])
  const withBefore = (word: string) => ({
    bool: { filter: [{ term: { words: word } }, ...beingOf(word), ...(before ? [clauseOf(before)] : [])] },
  })
  const counts = await askMany<HitsResponse>(
    endings.map((word) => ({ size: 0, track_total_hits: COMMON, query: withBefore(word) })),
  )
  const best = endings
    .map((word, at) => ({ word, ads: counts[at]?.hits.total?.value ?? 0 }))
    .filter(({ ads }) => ads > 0)
    .sort((a, b) => b.ads - a.ads || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_QUERIES)
  if (best.length === 0) return { queries: [], listings: [] }
  const begins = words.slice(0, -1).join(' ')
  const newest = await ask<HitsResponse>({
    size: MOST_LISTINGS,
    _source: false,
    track_total_hits: false,
    query: {
      bool: { filter: [{ terms: { words: best.map(({ word }) => word) } }, ...(before ? [clauseOf(before)] : [])] },
    },
    sort: [{ is_accessory: 'asc' }, { published: 'desc' }],
  })
  return {
    queries: best.map(({ word }) => `${begins} ${word}`.trim()),
    listings: newest.hits.hits.map(({ _id }) => _id),
  }
}

async function completions(ask: Ask, begun: string): Promise<string[]> {
  const completion = { field: 'begins', size: MOST_WORDS, skip_duplicates: true }
  const { suggest } = await ask<CompletionResponse>({
    _source: false,
    suggest: { words: { prefix: begun, completion } },
  })
  return [...new Set(suggest.words.flatMap(({ options }) => options.map(({ text }) => text)))]
}

/** Title words of ads that match the previous words. */
async function afterWords(ask: Ask, { begun, before }: SuggestionAsked): Promise<string[]> {
  const { hits } = await ask<HitsResponse>({
    size: 100,
    _source: ['words'],
    track_total_hits: false,
    query: clauseOf(allOf([before])),
  })
  const words = hits.hits.flatMap(({ _source }) => _source?.words ?? [])
  return [...new Set(words)]
    .filter((word) => word.startsWith(begun) && (word.length > 2 || /\d/.test(word)))
    .slice(0, MOST_WORDS)
}
