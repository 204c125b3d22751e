import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { jsonOf } from '../../../../contract/json-of.ts'
import { paths } from '../../../../contract/paths.ts'
import type { Suggestions } from '../../../../contract/search/search.ts'
import { labelIn } from '../../i18n/label-in.ts'
import { dataClient } from '../../lib/data/client.ts'

/** A single letter matches nearly everything. */
const FEWEST_LETTERS = 2
const STALE_MS = 60_000
const LONGEST = 100

/** One line of the list and its target. A `query` is a search of the current page, so it keeps filters. */
export type Suggestion =
  | { kind: 'recent'; id: string; q: string }
  | { kind: 'forget'; id: string }
  | { kind: 'query'; id: string; q: string }
  | { kind: 'category'; id: string; name: string; count: number; path: string }
  | { kind: 'listing'; id: string; listing: Suggestions['listings'][number]; path: string }

/** Suggestions for the text so far. The previous ones stay while the next are loading. */
export function suggestionsQuery(text: string) {
  const q = text.trim().slice(0, LONGEST).toLowerCase()
  return queryOptions({
    queryKey: ['suggest', q],
    queryFn: async ({ signal }) => {
      const client = await dataClient()
      const { data, error } = await client.rpc('suggest', { q }, { get: true }).abortSignal(signal)
      if (error) throw error
      return suggestionsOf(jsonOf<Suggestions>(data))
    },
    enabled: q.length >= FEWEST_LETTERS,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })
}

/** In display order: queries, categories that have ads, listings. */
export function suggestionsOf({ queries, categories, listings }: Suggestions): Suggestion[] {
  return [
    ...queries.map((q) => ({ kind: 'query' as const, id: `query-${q}`, q })),
    ...categories
      .filter(({ count }) => count > 0)
      .map(({ slug, name, count }) => ({
        kind: 'category' as const,
        id: `category-${slug}`,
        name: labelIn(name) || slug,
        count,
        path: paths.category(slug),
      })),
    ...listings.map((listing) => ({
      kind: 'listing' as const,
      id: `listing-${listing.id}`,
      listing,
      path: paths.listing(listing.id),
    })),
  ]
}

/**
 * Adds recent searches: all of them, and a clear action, while nothing is typed; otherwise the last two with the same prefix, replacing
 * duplicates among the suggestions.
 */
export function withRecent(
  suggested: readonly Suggestion[],
  recent: readonly { id: string }[],
  text: string,
): Suggestion[] {
  const typed = text.trim().toLowerCase()
  const before = recent.filter(({ id }) => id.toLowerCase() !== typed && id.toLowerCase().startsWith(typed))
  const shown = typed === '' ? before : before.slice(0, 2)
  const again = new Set(shown.map(({ id }) => id.toLowerCase()))
  return [
    ...shown.map(({ id: q }) => ({ kind: 'recent' as const, id: `recent-${q}`, q })),
    ...(typed === '' && shown.length > 0 ? [{ kind: 'forget' as const, id: 'forget' }] : []),
    ...suggested.filter((item) => item.kind !== 'query' || !again.has(item.q.toLowerCase())),
  ]
}

/** The line selected by an arrow key; -1 is the text itself. Wraps around through the text. */
export function nextActive(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1
}
