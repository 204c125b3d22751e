import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { EMPTY_SEARCH } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { CategoryIcon } from '../CategoryIcon.tsx'
import type { CategoryTree } from '../categories.ts'
import { ListingGrid } from '../ListingGrid.tsx'
import type { Category } from '../listing.ts'
import { searchQuery } from '../queries.ts'

const NEWEST = 8

interface EmptyCategoryProps {
  category: Category
  tree: CategoryTree | undefined
  /** The "Save this search" button. */
  saveSearch?: ReactNode
}

/** A category without ads: how to be notified of the first one, and new ads of the parent category. */
export function EmptyCategory({ category, tree, saveSearch }: EmptyCategoryProps) {
  const parent = category.parent ? tree?.bySlug.get(category.parent) : undefined
  const around = useInfiniteQuery(searchQuery({ ...EMPTY_SEARCH, category: parent?.slug ?? null }))
  const newest = around.data?.pages[0]?.items.slice(0, NEWEST) ?? []
  return (
    <>
      <EmptyState
        className="max-w-xl! py-6"
        icon={<CategoryIcon slug={category.slug} />}
        title={t('browse.categoryEmpty', { name: category.name })}
        line={t('browse.categoryEmptyHint')}
        action={
          <>
            {saveSearch}
            <LinkButton to={paths.post} variant="secondary" size="s">
              {t('app.postAnAd')}
            </LinkButton>
          </>
        }
      />
      {newest.length > 0 ? (
        <section aria-labelledby="newest-around" className="mt-4">
          <div className="mb-4 flex items-baseline justify-between gap-4">
            <h2 id="newest-around" className="type-h2">
              {parent ? t('browse.newIn', { name: parent.name }) : t('home.theNewestAds')}
            </h2>
            <LinkButton
              to={parent ? paths.category(parent.slug) : paths.browse}
              variant="ghost"
              size="s"
              className="text-brand!"
            >
              {t('home.seeAll')}
            </LinkButton>
          </div>
          <ListingGrid items={newest} kind="beside" label={t('home.theNewestAds')} />
        </section>
      ) : null}
    </>
  )
}
