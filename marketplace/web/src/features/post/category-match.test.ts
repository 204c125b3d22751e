import { expect, test } from 'vitest'
import { categoryTrail, searchCategories, suggestCategories } from './category-match.ts'
import type { Category } from './types.ts'

function createCategory(slug: string, parent: string | null, name: string, synonyms: string[] = []): Category {
  return {
    slug,
    parent,
    level: parent ? 2 : 1,
    sort: 1,
    name: { en: name },
    synonyms,
    synonyms_i18n: null,
    icon: 'tag',
    allow_types: ['sell'],
    photo_min: 1,
    leaf: parent !== null,
    active: true,
    attributes: [],
  }
}

const tree = [
  createCategory('furniture', null, 'Furniture'),
  createCategory('sofas', 'furniture', 'Sofas', ['couch', 'settee', 'sofa bed']),
  createCategory('beds', 'furniture', 'Beds', ['bed frame']),
  createCategory('audio', null, 'Audio, TV & photo'),
  createCategory('tvs', 'audio', 'Televisions', ['telly', 'tv']),
  createCategory('cushions', 'furniture', 'Cushions & throws', ['pillow']),
]
const slugs = (found: Category[]) => found.map((category) => category.slug)

test('a title suggests the leaf whose name or synonym it contains', () => {
  expect(slugs(suggestCategories(tree, 'Grey sofa, four teal cushions'))).toEqual(['sofas', 'cushions'])
  expect(slugs(suggestCategories(tree, 'Old telly, works'))).toEqual(['tvs'])
})

test('a phrase of two words outranks each word alone', () => {
  expect(slugs(suggestCategories(tree, 'Blue sofa bed'))[0]).toBe('sofas')
})

test('accessories are not mistaken for the item', () => {
  expect(slugs(suggestCategories(tree, 'Grey sofa with four teal cushions'))).toEqual(['sofas'])
  expect(suggestCategories(tree, 'Zabuton mit Sofa bed')).toEqual([])
  expect(slugs(suggestCategories(tree, 'with a telly'))).toEqual(['tvs'])
})

test('a meaningless title gets no suggestion', () => {
  expect(suggestCategories(tree, 'Something nice')).toEqual([])
  expect(suggestCategories(tree, '')).toEqual([])
})

test('search finds word prefixes in names, synonyms and ancestors', () => {
  expect(slugs(searchCategories(tree, 'tel'))).toEqual(['tvs'])
  expect(slugs(searchCategories(tree, 'furniture bed'))).toEqual(expect.arrayContaining(['beds', 'sofas']))
  expect(searchCategories(tree, 'zebra')).toEqual([])
})

test('a trail names every level from the top', () => {
  expect(categoryTrail(tree, 'tvs')).toBe('Audio, TV & photo › Televisions')
})
