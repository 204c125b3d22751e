import type { Category } from './listing.ts'

/** The category tree: lookup by slug, sorted children, ancestors from the top down. */
export interface CategoryTree {
  top: Category[]
  bySlug: ReadonlyMap<string, Category>
  childrenOf(slug: string | null): Category[]
  /** From the top category down to the given one, inclusive. Empty for an unknown slug. */
  pathTo(slug: string): Category[]
}

export function buildCategoryTree(categories: readonly Category[]): CategoryTree {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const children = new Map<string | null, Category[]>()
  for (const category of [...categories].sort((a, b) => a.sort - b.sort)) {
    if (category.active === false) continue
    const siblings = children.get(category.parent)
    if (siblings) siblings.push(category)
    else children.set(category.parent, [category])
  }
  const childrenOf = (slug: string | null) => children.get(slug) ?? []
  return {
    top: childrenOf(null),
    bySlug,
    childrenOf,
    pathTo(slug) {
      const path: Category[] = []
      for (let at = bySlug.get(slug); at && path.length < 5; at = at.parent ? bySlug.get(at.parent) : undefined) {
        path.unshift(at)
      }
      return path
    },
  }
}

/** Sums counts per leaf (as in search facets) up to every ancestor. Counts that already are totals are kept. */
export function rollUpCounts(
  tree: CategoryTree,
  facets: readonly { slug: string; count: number }[],
): Map<string, number> {
  const sums = new Map<string, number>()
  const given = new Map(facets.map(({ slug, count }) => [slug, count]))
  const sum = (category: Category): number => {
    const below = tree.childrenOf(category.slug).reduce((total, child) => total + sum(child), 0)
    const total = Math.max(given.get(category.slug) ?? 0, below)
    sums.set(category.slug, total)
    return total
  }
  for (const category of tree.top) sum(category)
  return sums
}

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
    [category.name, ...category.synonyms, ...(known.get(category.slug) ?? [])].some((name) =>
      fold(name).includes(words),
    )
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
