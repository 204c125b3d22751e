import { paths } from '../../../../contract/paths.ts'
import { CategoryIcon } from '../../features/listings/CategoryIcon.tsx'
import { type CategoryTree, rollUpCounts } from '../../features/listings/categories.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Arch, ArchImage } from '../../ui/ArchImage.tsx'

const CATEGORY_COUNT = 8
const WAITING = Array.from({ length: CATEGORY_COUNT + 1 }, (_, at) => `waiting-${at}`)

interface RailEntry {
  key: string
  to: string
  name: string
}

interface CategoryRailProps {
  tree: CategoryTree | undefined
  counts: { slug: string; count: number }[] | undefined
  failed: boolean
}

/** The categories with the most ads, and free items. Renders nothing while the market is empty. */
export function CategoryRail({ tree, counts, failed }: CategoryRailProps) {
  if (failed) return null
  const entries = tree && counts ? chooseCategories(tree, counts) : null
  if (entries?.length === 0) return null
  return (
    <section aria-labelledby="category-rail" className="container-page mt-6 md:mt-9">
      <div className="hidden items-baseline justify-between gap-4 md:flex">
        <h2 id="category-rail" className="type-h2">
          {t('home.browseTheStalls')}
        </h2>
        <Link to={paths.categories} className="font-semibold text-brand hover:text-brand-strong">
          {t('app.allCategories')}
        </Link>
      </div>
      <ul className="scrollbar-none relative -mx-4 flex gap-3 overflow-x-auto px-4 pt-1 pb-1 md:-mx-6 md:mt-4 md:gap-4 md:px-6 xl:mx-0 xl:grid xl:grid-cols-9 xl:overflow-visible xl:px-0">
        {entries
          ? entries.map((entry) => (
              <li key={entry.key} className="w-24 shrink-0 md:w-28 xl:w-auto">
                <Link to={entry.to} className="group flex h-full flex-col rounded-[40px] text-center">
                  <ArchImage
                    name={entry.key}
                    className="grid place-items-center bg-sunken text-brand"
                    imageClassName="transition-transform duration-500 motion-safe:group-hover:scale-[1.03]"
                  >
                    <CategoryIcon slug={entry.key} className="size-8" />
                  </ArchImage>
                  <span className="type-small -mx-2.5 mt-2 font-semibold leading-4.5 hyphens-manual">{entry.name}</span>
                </Link>
              </li>
            ))
          : WAITING.map((key) => (
              <li key={key} aria-hidden="true" className="w-24 shrink-0 md:w-28 xl:w-auto">
                <Arch className="skeleton-fill" />
                <span className="type-small mt-2 block min-h-9">&nbsp;</span>
              </li>
            ))}
      </ul>
    </section>
  )
}

function chooseCategories(tree: CategoryTree, counts: { slug: string; count: number }[]): RailEntry[] {
  const sums = rollUpCounts(tree, counts)
  const fullest = tree.top
    .map((category) => ({ category, count: sums.get(category.slug) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, CATEGORY_COUNT)
    .map(({ category: { slug, name } }) => ({ key: slug, to: paths.category(slug), name }))
  if (fullest.length === 0) return []
  return [...fullest, { key: 'free', to: `${paths.browse}?type=free`, name: t('app.free') }]
}
