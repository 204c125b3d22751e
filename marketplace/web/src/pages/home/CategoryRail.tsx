import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { AdCount } from '../../features/listings/AdCount.tsx'
import { CategoryIcon } from '../../features/listings/CategoryIcon.tsx'
import { type CategoryTree, rollUpCounts } from '../../features/listings/categories.ts'
import type { ListingItem, SearchPage } from '../../features/listings/listing.ts'
import { t } from '../../i18n/t.ts'
import { Arch, ArchImage } from '../../ui/ArchImage.tsx'

const STALLS = 8
const WAITING = Array.from({ length: STALLS + 1 }, (_, at) => `waiting-${at}`)

interface Stall {
  key: string
  to: string
  name: string
  count: number
  photo: ListingItem | undefined
}

interface CategoryRailProps {
  market: SearchPage | undefined
  tree: CategoryTree | undefined
  counts: { slug: string; count: number }[] | undefined
  failed: boolean
}

/** The fullest stalls and what is free, each behind an arch with one of its newest photos. */
export function CategoryRail({ market, tree, counts, failed }: CategoryRailProps) {
  if (failed) return null
  const stalls = tree && counts && market ? chooseStalls(tree, counts, market) : null
  return (
    <section aria-labelledby="stalls" className="container-page mt-6 md:mt-14">
      <div className="hidden items-baseline justify-between gap-4 md:flex">
        <h2 id="stalls" className="type-h2">
          {t('Browse the stalls')}
        </h2>
        <Link to={paths.categories} className="font-semibold text-brand hover:text-brand-strong">
          {tree ? t('All {count} categories', { count: tree.top.length }) : t('All categories')}
        </Link>
      </div>
      <ul className="scrollbar-none relative -mx-4 flex gap-3 overflow-x-auto px-4 pt-1 pb-1 md:-mx-6 md:mt-4 md:gap-4 md:px-6 lg:mx-0 lg:grid lg:grid-cols-9 lg:overflow-visible lg:px-0">
        {stalls
          ? stalls.map((stall) => (
              <li key={stall.key} className="w-20 shrink-0 md:w-28 lg:w-auto">
                <Link to={stall.to} className="group block rounded-[40px] text-center">
                  <StallArch stall={stall} />
                  <span className="type-small mt-2 line-clamp-2 font-semibold leading-4.5">{stall.name}</span>
                  <AdCount count={stall.count} className="type-micro hidden md:block" />
                </Link>
              </li>
            ))
          : WAITING.map((key) => (
              <li key={key} aria-hidden="true" className="w-20 shrink-0 md:w-28 lg:w-auto">
                <Arch className="skeleton-fill" />
                <span className="type-small mt-2 block">&nbsp;</span>
                <span className="type-micro hidden md:block">&nbsp;</span>
              </li>
            ))}
      </ul>
    </section>
  )
}

function StallArch({ stall }: { stall: Stall }): ReactNode {
  if (!stall.photo) {
    return (
      <Arch className="grid place-items-center bg-sunken text-brand">
        <CategoryIcon slug={stall.key} className="size-8" />
      </Arch>
    )
  }
  return (
    <ArchImage
      path={stall.photo.cover?.path}
      alt=""
      sizes="(min-width: 1024px) 134px, (min-width: 768px) 112px, 80px"
      imageClassName="transition-transform duration-500 motion-safe:group-hover:scale-[1.03]"
    />
  )
}

function chooseStalls(tree: CategoryTree, counts: { slug: string; count: number }[], market: SearchPage): Stall[] {
  const sums = rollUpCounts(tree, counts)
  const withPhoto = market.items.filter((item) => item.cover && item.type !== 'wanted')
  const taken = new Set<string>()
  const take = (fits: (item: ListingItem) => boolean) => {
    const photo = withPhoto.find((item) => !taken.has(item.id) && fits(item))
    if (photo) taken.add(photo.id)
    return photo
  }
  const free = market.facets?.type.find(({ value }) => value === 'free')?.count ?? 0
  const freePhoto = take((item) => item.type === 'free')
  const stalls = tree.top
    .map((category) => ({ category, count: sums.get(category.slug) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, free > 0 ? STALLS : STALLS + 1)
    .map(({ category, count }) => ({
      key: category.slug,
      to: paths.category(category.slug),
      name: category.name,
      count,
      photo: take((item) => tree.pathTo(item.category)[0]?.slug === category.slug),
    }))
  if (free === 0) return stalls
  return [...stalls, { key: 'free', to: `${paths.browse}?type=free`, name: 'Free', count: free, photo: freePhoto }]
}
