import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { buildCategoryTree } from './categories.ts'
import type { Category } from './listing.ts'
import { attributesQuery, categoriesQuery } from './queries.ts'
import { answersIn, seedCache } from './rendered-answers.ts'

const category = (slug: string, parent: string | null, sort: number): Category => ({
  slug,
  parent,
  sort,
  name: slug,
  icon: null,
  active: true,
})

test('the data a page was rendered from is restored on hydration, including the category tree', () => {
  const server = new QueryClient()
  const rows = [category('home', null, 2), category('art', null, 1), category('lamps', 'home', 1)]
  server.setQueryData(categoriesQuery.queryKey, buildCategoryTree(rows))
  server.setQueryData(attributesQuery('lamps').queryKey, [])
  const browser = new QueryClient()
  seedCache(browser, answersIn(server))

  const tree = browser.getQueryData(categoriesQuery.queryKey)
  expect(tree?.top.map(({ slug }) => slug)).toEqual(['art', 'home'])
  expect(tree?.pathTo('lamps').map(({ slug }) => slug)).toEqual(['home', 'lamps'])
  expect(browser.getQueryData(attributesQuery('lamps').queryKey)).toEqual([])
})

test('pending queries are not transferred', () => {
  const server = new QueryClient()
  new QueryObserver(server, { queryKey: ['suggest', ''], enabled: false })
  const browser = new QueryClient()
  seedCache(browser, answersIn(server))

  expect(server.getQueryCache().getAll()).toHaveLength(1)
  expect(browser.getQueryCache().getAll()).toEqual([])
})
