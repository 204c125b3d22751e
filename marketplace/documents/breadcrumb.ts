import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'
import { breadcrumbData } from './structured-data.ts'

export interface NamedCategory {
  slug: string
  parent: string | null
  name: string | null
}

/** The path from the top category down to the given one. Empty for an unknown one. */
export function wayTo(categories: readonly NamedCategory[], slug: string | null): NamedCategory[] {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const way: NamedCategory[] = []
  for (let at = bySlug.get(slug ?? ''); at && way.length < 5; at = at.parent ? bySlug.get(at.parent) : undefined)
    way.unshift(at)
  return way
}

/** The path from the home page to a page, as schema.org data. */
export function breadcrumb(
  publicUrl: string,
  way: readonly NamedCategory[],
  { t }: Reader,
  last?: { name: string; url: string },
): unknown {
  return breadcrumbData([
    { name: t('shell.home'), url: `${publicUrl}${paths.home}` },
    ...way.map(({ slug, name }) => ({ name: name ?? slug, url: `${publicUrl}${paths.category(slug)}` })),
    ...(last ? [last] : []),
  ])
}
