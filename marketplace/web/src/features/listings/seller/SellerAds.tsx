import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Input } from '../../../ui/Input.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { ListingGrid, ListingGridSkeleton } from '../ListingGrid.tsx'
import type { ListingItem, Seller } from '../listing.ts'
import { sellerListingsQuery } from '../queries.ts'
import { SmallAds } from '../RecentlyViewed.tsx'
import { SOLD_SHOWN, soldListingsQuery } from './queries.ts'

/** Above this number of ads, a search field is shown. */
const MANY = 12
const QUIET_MS = 250

interface SellerAdsProps {
  seller: Seller
  own: boolean
  /** Below the heading, such as the bundle discount; gets the first ad. */
  note?: (first: ListingItem) => ReactNode
}

/** A seller's available ads. */
export function SellerAds({ seller, own, note }: SellerAdsProps) {
  const [typed, setTyped] = useState('')
  const words = useRested(typed.trim())
  const ads = useInfiniteQuery({ ...sellerListingsQuery(seller.id, words), placeholderData: keepPreviousData })
  const items = ads.data?.pages.flatMap((page) => page.items) ?? []
  const total = ads.data?.pages[0]?.total ?? 0
  const wanted = items.filter(({ type }) => type === 'wanted')
  const forSale = items.filter(({ type }) => type !== 'wanted')
  const forSaleCount = ads.hasNextPage && wanted.length > 0 ? 0 : total - wanted.length
  const onlyWanted = forSale.length === 0 && wanted.length > 0
  return (
    <section aria-labelledby="on-offer" className="mt-10 md:mt-14">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="on-offer" className="type-h2">
          {t(onlyWanted ? 'ads.wanted' : 'common.onOffer')}{' '}
          {forSaleCount > 0 ? <span className="tnum font-normal text-ink-3">{forSaleCount}</span> : null}
        </h2>
        {seller.active_count > MANY ? (
          <search className="w-full sm:w-72">
            <Input
              type="search"
              aria-label={t('seller.searchAds', { name: seller.display_name })}
              placeholder={t('seller.searchTheseAds')}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              before={<Search aria-hidden="true" strokeWidth={1.75} className="size-5" />}
              className="h-11! rounded-full! ps-11!"
            />
            <p role="status" className="sr-only">
              {words && !ads.isPlaceholderData ? t('seller.adsFound', { total }) : ''}
            </p>
          </search>
        ) : null}
      </div>
      {forSale[0] && note ? <div className="-mt-2 mb-4 text-ink-2 empty:hidden">{note(forSale[0])}</div> : null}
      {ads.isPending ? (
        <ListingGridSkeleton count={5} kind="wide" />
      ) : ads.isLoadingError ? (
        <LoadFailed onRetry={() => void ads.refetch()} as="h3" />
      ) : items.length === 0 && words ? (
        <p className="text-ink-2">{t('seller.nothingFor', { words })}</p>
      ) : items.length === 0 ? (
        <EmptyState
          as="h3"
          title={own ? t('common.noAdsYet') : t('seller.nothingOnOffer')}
          line={own ? t('common.threePhotosAndPrice') : t('seller.nothingOnOfferHint', { name: seller.display_name })}
          action={
            own ? (
              <LinkButton to={paths.post}>{t('app.postAnAd')}</LinkButton>
            ) : (
              <LinkButton to={paths.browse}>{t('common.browseEverything')}</LinkButton>
            )
          }
        />
      ) : (
        <ListingGrid
          items={onlyWanted ? wanted : forSale}
          kind="wide"
          label={t('seller.adsOf', { name: seller.display_name })}
        />
      )}
      {wanted.length > 0 && !onlyWanted ? (
        <>
          <h2 className="type-h2 mt-10 mb-4">{t('ads.wanted')}</h2>
          <ListingGrid items={wanted} kind="wide" label={t('ads.wanted')} />
        </>
      ) : null}
      {ads.hasNextPage ? (
        <div className="mt-8 grid justify-items-center">
          <Button
            variant="secondary"
            loading={ads.isFetchingNextPage}
            loadingLabel={t('app.loading')}
            onClick={() => void ads.fetchNextPage()}
          >
            {t('common.showMore')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** The items sold last. Renders nothing without any. */
export function SoldAds({ seller }: { seller: Seller }) {
  const sold = useQuery(soldListingsQuery(seller.id))
  const expected = Math.min(seller.sold_count, SOLD_SHOWN)
  if (sold.isError || (sold.data?.length ?? expected) === 0) return null
  return (
    <section aria-labelledby="sold" className="mt-10 md:mt-14">
      <h2 id="sold" className="type-h2">
        {t('seller.soldLately')}
      </h2>
      <SmallAds items={sold.data} expected={expected} label={t('seller.soldBy', { name: seller.display_name })} />
    </section>
  )
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
