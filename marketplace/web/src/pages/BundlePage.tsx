import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { paths } from '../../../contract/paths.ts'
import { Bundle, type BundleAd } from '../features/checkout/Bundle.tsx'
import { isBuyable } from '../features/checkout/buyable.ts'
import { isUuid } from '../features/listings/listing.ts'
import { listingQuery, sellerListingsQuery } from '../features/listings/queries.ts'
import { VerifiedMark } from '../features/listings/seller/SellerFacts.tsx'
import { placeName } from '../i18n/place-names.ts'
import { t } from '../i18n/t.ts'
import { goBack, navigate, useSearchParams } from '../lib/router.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

/** /bundle?ad=<id>&ad=…: several items of one seller in one parcel. */
export function BundlePage() {
  usePageTitle(t('buying.bundle'))
  const [search] = useSearchParams()
  const chosen = [...new Set(search.getAll('ad').filter(isUuid))]
  const [first = ''] = chosen
  const listing = useQuery({ ...listingQuery(first), enabled: first !== '' })
  const sellerId = listing.data?.seller_id ?? ''
  const ads = useInfiniteQuery({ ...sellerListingsQuery(sellerId), enabled: sellerId !== '' })
  const all: BundleAd[] =
    ads.data?.pages
      .flatMap(({ items }) => items)
      .filter((ad) => isBuyable(ad) && ad.delivery !== 'pickup' && ad.state === 'active')
      .map((ad) => ({ ...ad, cover_path: ad.cover?.path ?? null })) ?? []
  const choose = (ids: readonly string[]) => navigate(paths.bundleOf(...ids), { replace: true })
  const seller = listing.data?.seller
  return (
    <>
      <header className="sticky top-(--banner) z-20 border-b border-line bg-paper md:hidden">
        <div className="container-page flex h-16 items-center gap-2">
          <IconButton
            icon={ArrowLeft}
            label={t('common.back')}
            className="-ms-3"
            onClick={() => goBack(first ? paths.listing(first) : paths.browse)}
          />
          <span className="type-h3 flex-1">{t('buying.bundle')}</span>
          <span className="type-small tnum text-ink-2">{t('buying.itemCount', { count: chosen.length })}</span>
        </div>
      </header>
      <main className="container-reading pt-4 pb-12 md:pt-8">
        <h1 className="type-h1 mb-5 max-md:sr-only">{t('buying.bundle')}</h1>
        {listing.isLoadingError || ads.isLoadingError ? (
          <LoadFailed onRetry={() => void (listing.isLoadingError ? listing.refetch() : ads.refetch())} />
        ) : seller && ads.data ? (
          <Bundle
            chosen={chosen}
            ads={all}
            onChoose={choose}
            sellerName={seller.display_name}
            seller={
              <div className="flex items-center gap-3.5">
                <Avatar name={seller.display_name} path={seller.avatar_path} size={48} />
                <div className="min-w-0 flex-1">
                  <p className="flex items-center gap-1.5 font-semibold">
                    <span className="truncate">{seller.display_name}</span>
                    <VerifiedMark seller={seller} />
                  </p>
                  <p className="type-small text-ink-2">{placeName(seller)}</p>
                </div>
                <LinkButton to={paths.seller(seller.id)} variant="secondary" size="s">
                  {t('buying.viewSeller')}
                </LinkButton>
              </div>
            }
          />
        ) : first === '' || listing.data === null ? (
          <p className="text-ink-2">{t('buying.nothingChosen')}</p>
        ) : (
          <Skeleton className="h-96 rounded-panel" />
        )}
      </main>
    </>
  )
}
