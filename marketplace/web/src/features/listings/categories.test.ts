import { expect, test } from 'vitest'
import { buildCategoryTree, rollUpCounts } from './categories.ts'
import { findCategories } from './find-categories.ts'
import type { Category } from './listing.ts'

const category = (slug: string, parent: string | null, sort: number): Category => ({
  slug,
  parent,
  sort,
  name: slug,
  icon: null,
})
const tree = buildCategoryTree([
  category('shoes', null, 2),
  category('boots', 'shoes', 2),
  category('trainers', 'shoes', 1),
  category('audio', null, 1),
  category('tvs', 'audio', 1),
])

test('children are sorted and paths start at the top category', () => {
  expect(tree.top.map(({ slug }) => slug)).toEqual(['audio', 'shoes'])
  expect(tree.childrenOf('shoes').map(({ slug }) => slug)).toEqual(['trainers', 'boots'])
  expect(tree.pathTo('boots').map(({ slug }) => slug)).toEqual(['shoes', 'boots'])
  expect(tree.pathTo('hats')).toEqual([])
})

test('an inactive category is not listed but still has a name', () => {
  const closed = { ...category('hats', 'shoes', 3), active: false }
  const withHats = buildCategoryTree([...tree.bySlug.values(), closed])
  expect(withHats.childrenOf('shoes')).toEqual(tree.childrenOf('shoes'))
  expect(withHats.pathTo('hats').map(({ slug }) => slug)).toEqual(['shoes', 'hats'])
})

test('a synonym finds its category, ignoring accents and case', () => {
  const words = new Map([
    ['boots', ['wellies']],
    ['trainers', ['sneakers', 'tênis']],
    ['audio', ['hifi']],
    ['tvs', ['telly']],
  ])
  const slugs = (typed: string) =>
    findCategories(tree, typed, words).map((panel) => [
      panel.category.slug,
      ...panel.children.map((child) => child.slug),
    ])
  expect(slugs('Telly')).toEqual([['audio', 'tvs']])
  expect(slugs('tenis')).toEqual([['shoes', 'trainers']])
  expect(slugs('HIFI')).toEqual([['audio', 'tvs']])
  expect(slugs('submarine')).toEqual([])
  expect(slugs(' ')).toHaveLength(2)
})

test('counts of leaves add up, and counts that already are totals are not added twice', () => {
  const leaves = rollUpCounts(tree, [
    { slug: 'boots', count: 2 },
    { slug: 'trainers', count: 3 },
  ])
  expect(leaves.get('shoes')).toBe(5)
  expect(leaves.get('audio')).toBe(0)
  const sums = rollUpCounts(tree, [
    { slug: 'shoes', count: 5 },
    { slug: 'boots', count: 2 },
    { slug: 'trainers', count: 3 },
  ])
  expect(sums.get('shoes')).toBe(5)
})

test('a name in another language finds its category', () => {
  const words = new Map([['boots', ['Botas', 'Stiefel']]])
  expect(findCategories(tree, 'stiefel', words).map((panel) => panel.children.map(({ slug }) => slug))).toEqual([
    ['boots'],
  ])
  expect(findCategories(tree, 'stiefel')).toEqual([])
})
