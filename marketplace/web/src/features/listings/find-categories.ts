import { queryOptions } from '@tanstack/react-query'
import { dataClient } from '../../lib/data/client.ts'
import type { CategoryTree } from './categories.ts'
import type { Category } from './listing.ts'
import { CATEGORIES_STALE_MS } from './queries.ts'

/** A top category on the categories page, with its matching subcategories. */
export interface CategoryPanel {
  category: Category
  children: Category[]
}

/** Names and synonyms of categories in all languages, by slug: for matching, not for display. */
export type CategoryWords = ReadonlyMap<string, readonly string[]>

/**
 * Panels whose name, synonyms or subcategories contain the typed text, ignoring accents and case. A match on the top category keeps all its
 * subcategories; otherwise only matching ones remain.
 */
export function findCategories(tree: CategoryTree, typed: string, known: CategoryWords = new Map()): CategoryPanel[] {
  const words = fold(typed)
  const fits = (category: Category) =>
    [category.name, ...(known.get(category.slug) ?? [])].some((name) => fold(name).includes(words))
  return tree.top.flatMap((category) => {
    const children = tree.childrenOf(category.slug)
    if (!words || fits(category)) return [{ category, children }]
    const fitting = children.filter((child) => fits(child) || tree.childrenOf(child.slug).some((leaf) => fits(leaf)))
    return fitting.length > 0 ? [{ category, children: fitting }] : []
  })
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** Names and synonyms of categories in all languages, by slug. */
async function fetchCategoryWords(): Promise<Map<string, string[]>> {
  const client = await dataClient()
  const { data, error } = await client.from('categories').select('slug,name,synonyms,synonyms_i18n')
  if (error) throw error
  return new Map(data.map(({ slug, ...words }) => [slug, textsIn(words)]))
}

/** All strings in a nested value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

/** Only for finding a category by a synonym or its name in another language. */
export const categoryWordsQuery = queryOptions({
  queryKey: ['category-words'],
  queryFn: fetchCategoryWords,
  staleTime: CATEGORIES_STALE_MS,
  structuralSharing: false,
})
