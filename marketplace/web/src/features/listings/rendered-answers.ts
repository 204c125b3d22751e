import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { buildCategoryTree, type CategoryTree } from './categories.ts'
import type { Category } from './listing.ts'
import { categoriesQuery } from './queries.ts'

type Answers = readonly (readonly [QueryKey, unknown])[]

const isTree = ([name, ...rest]: QueryKey) => name === categoriesQuery.queryKey[0] && rest.length === 0

/** The query data that a page was rendered from, as JSON to embed in it. Disabled queries have no data yet. */
export function answersIn(queryClient: QueryClient): string {
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
  const answers: Answers = queries.map(({ queryKey, state: { data } }) => [
    queryKey,
    // A tree is sent as its sorted rows and rebuilt from them.
    isTree(queryKey) ? [...(data as CategoryTree).bySlug.values()] : data,
  ])
  return JSON.stringify(answers)
}

/** Fills the cache with the data from which the server rendered the page, as if just fetched. */
export function seedCache(queryClient: QueryClient, json: string): void {
  for (const [queryKey, data] of JSON.parse(json) as Answers) // by answersIn()
    queryClient.setQueryData(queryKey, isTree(queryKey) ? buildCategoryTree(data as Category[]) : data)
}
