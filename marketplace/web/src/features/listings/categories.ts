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
