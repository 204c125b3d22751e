import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { buildCategoryTree, type CategoryTree } from './categories.ts'
import type { Category } from './listing.ts'
import { categoriesQuery } from './queries.ts'

type Answers = readonly (readonly [QueryKey, unknown])[]

const isTree = ([name, ...rest]: QueryKey) => name === categoriesQuery.queryKey[0] && rest.length === 0

/** What a page was drawn from, as JSON that travels with it. Questions that the page holds back until later have no answer yet. */
export function answersIn(queryClient: QueryClient): string {
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
  const answers: Answers = queries.map(({ queryKey, state: { data } }) => [
    queryKey,
    // A tree knows its rows in their order, and is made of them again.
    isTree(queryKey) ? [...(data as CategoryTree).bySlug.values()] : data,
  ])
  return JSON.stringify(answers)
}

/** Knows the answers from which the server drew the page, as if they had just been asked for. */
export function seedCache(queryClient: QueryClient, json: string): void {
  for (const [queryKey, data] of JSON.parse(json) as Answers) // by answersIn()
    queryClient.setQueryData(queryKey, isTree(queryKey) ? buildCategoryTree(data as Category[]) : data)
}
