import { useQuery } from '@tanstack/react-query'
import { STILL_AVAILABLE } from '../../../../contract/public-reads.ts'
import { Similar } from '../../features/listings/detail/Similar.tsx'
import { soldWords } from '../../features/listings/detail/sold-words.ts'
import type { ListingDetail } from '../../features/listings/listing.ts'
import { categoriesQuery } from '../../features/listings/queries.ts'
import { SaveSearch } from '../../features/searches/SaveSearch.tsx'
import { shortPlaceName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Photo } from '../../ui/Photo.tsx'
import { BackButton } from './BackButton.tsx'

/** Notice on a sold ad: the ad in brief, then what is still available. The ad itself is below, once asked for. */
export function SoldNotice({ listing }: { listing: ListingDetail }) {
  const { data: tree } = useQuery(categoriesQuery)
  const category = tree?.bySlug.get(listing.category)
  const [cover] = listing.photos
  const sold = soldWords(listing, shortPlaceName(listing))
  return (
    <>
      <div className="-mx-4 border-b border-line px-2 py-2.5 md:hidden">
        <BackButton />
      </div>
      <section
        aria-labelledby="sold-title"
        className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-4 md:rounded-panel md:bg-sunken md:p-5"
      >
        {cover ? (
          <Photo
            path={cover.path}
            alt=""
            sizes="96px"
            className="size-22 shrink-0 rounded-photo grayscale md:size-24"
          />
        ) : null}
        <div className="min-w-0 flex-1 basis-48">
          <Badge tone="info">{t('ads.sold')}</Badge>
          <h1 id="sold-title" lang={listing.language ?? undefined} dir="auto" className="type-h2 mt-1 wrap-anywhere">
            {listing.title}
          </h1>
          {sold ? <p className="text-ink-2">{sold}</p> : null}
        </div>
        <div className="flex flex-wrap items-center gap-2.5 max-md:w-full">
          {category ? (
            <SaveSearch
              search={{
                search: { category: category.slug },
                address: `category=${encodeURIComponent(category.slug)}`,
                summary: category.name,
                name: category.name,
              }}
              label={t('listing.notifySimilar')}
              isMain
              className="max-md:w-full md:order-last"
            />
          ) : null}
          {/* Not a router link: the browser itself handles the target (`:target`). */}
          <a href="#ad" className={buttonClass('secondary', undefined, 'max-md:w-full')}>
            {t('common.seeTheAd')}
          </a>
        </div>
      </section>
      <div className="[&>section]:mt-8">
        <Similar listing={listing} title={t('common.stillAvailable')} count={STILL_AVAILABLE} eager={2} />
      </div>
    </>
  )
}
