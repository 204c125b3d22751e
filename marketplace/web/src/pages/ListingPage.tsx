import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { rememberDestination } from '../features/auth/return-to.ts'
import { BuyButton, ProtectionPrice, WaysToGet } from '../features/checkout/BuyParts.tsx'
import { isBuyable } from '../features/checkout/buyable.ts'
import { MainAction } from '../features/listings/detail/Actions.tsx'
import { AreaPanel } from '../features/listings/detail/AreaPanel.tsx'
import { About, Breadcrumb, Heading, SimilarSold } from '../features/listings/detail/Facts.tsx'
import { Gone } from '../features/listings/detail/Gone.tsx'
import { ListingSkeleton } from '../features/listings/detail/ListingSkeleton.tsx'
import { listingFateQuery, recordView } from '../features/listings/detail/queries.ts'
import { questionsFor } from '../features/listings/detail/questions.ts'
import { Similar } from '../features/listings/detail/Similar.tsx'
import { StateBanner } from '../features/listings/detail/StateBanner.tsx'
import { isOnOffer, isUuid, type ListingDetail } from '../features/listings/listing.ts'
import { attributesQuery, listingQuery } from '../features/listings/queries.ts'
import { recentlyViewed } from '../features/listings/recently-viewed.ts'
import { seenAds } from '../features/listings/seen-ads.ts'
import { AwayNotice } from '../features/listings/seller/AwayNotice.tsx'
import { OfferButton } from '../features/offers/ListingOffer.tsx'
import { awayUntil } from '../lib/away.ts'
import { navigate, useParams } from '../lib/router.tsx'
import { cx } from '../ui/cx.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { ConversationStart, useMessageDialog } from './listing/ConversationStart.tsx'
import { Photos } from './listing/Photos.tsx'
import { SellerSide } from './listing/SellerSide.tsx'
import { SoldNotice } from './listing/SoldNotice.tsx'

const OwnerActions = lazy(async () => ({ default: (await import('./listing/OwnerPanel.tsx')).OwnerActions }))

/** Empty until its data has loaded, so the server renders nothing: its own failure would leave the whole page without markup. */
const BeingPaid = lazy(async () => ({
  default: import.meta.env.SSR ? () => null : (await import('./listing/BeingPaid.tsx')).BeingPaid,
}))

/** One ad, with different messages for ads that never existed, are gone, are hidden or failed to load. */
export function ListingPage() {
  const { id = '' } = useParams()
  return isUuid(id) ? <KnownAddress key={id} id={id} /> : <Gone kind="missing" />
}

function KnownAddress({ id }: { id: string }) {
  const listing = useQuery(listingQuery(id))
  if (listing.isPending) return <ListingSkeleton />
  if (listing.isLoadingError) {
    return (
      <main className="container-page py-10">
        <LoadFailed as="h1" onRetry={() => void listing.refetch()} />
      </main>
    )
  }
  return listing.data ? <Listing listing={listing.data} /> : <NotShown id={id} />
}

/** Row level security hides the ad; the database still tells why. */
function NotShown({ id }: { id: string }) {
  const fate = useQuery(listingFateQuery(id))
  if (fate.isPending) return <ListingSkeleton />
  if (fate.data?.fate === 'gone' || fate.data?.fate === 'hidden') {
    return <Gone kind={fate.data.fate} category={fate.data.category} />
  }
  if (fate.isLoadingError) {
    return (
      <main className="container-page py-10">
        <LoadFailed as="h1" onRetry={() => void fate.refetch()} />
      </main>
    )
  }
  return <Gone kind="missing" />
}

function Listing({ listing }: { listing: ListingDetail }) {
  usePageTitle(listing.title)
  const { user } = useAuth()
  const { data: definitions = [] } = useQuery(attributesQuery(listing.category))
  const own = user?.id === listing.seller_id
  const message = useMessageDialog(listing.id)
  const offer = {
    listing,
    signedIn: user !== null,
    onSignIn: () => {
      rememberDestination(paths.listing(listing.id))
      navigate(paths.auth)
    },
    onSent: (conversationId: string) => navigate(paths.conversation(conversationId)),
  }
  useSeen(listing, own)
  const isSold = listing.state === 'sold'
  const canWrite = isOnOffer(listing) && !own
  const isHere = awayUntil(listing.seller) === null
  const priced = isOnOffer(listing) && isBuyable(listing) ? listing : null
  const buyable = own ? null : priced
  const buy = buyable && isHere && listing.state === 'active' ? <BuyButton listingId={listing.id} /> : null
  const actions = {
    listing,
    onMessage: () => message.setOpen(true),
    buy,
    isSaveFirst: buyable !== null && !isHere,
  }

  return (
    <main aria-labelledby={isSold && !own ? 'sold-title' : 'listing-title'} className="container-page md:pt-5">
      <Breadcrumb category={listing.category} />
      {isSold && !own ? <SoldNotice listing={listing} /> : null}
      <div
        id="ad"
        className={cx(
          'scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-x-14 md:mt-4 lg:grid-cols-[minmax(0,1fr)_400px]',
          // "See the ad" links to it, also without scripts.
          isSold && !own ? 'hidden border-line border-t pt-8 target:grid md:mt-12' : 'grid',
        )}
      >
        <div className="relative min-w-0 max-md:-mx-4">
          <Photos listing={listing} own={own} signedIn={user !== null} onSignIn={offer.onSignIn} />
        </div>
        {/* In a single column the description comes before the seller. */}
        <div className="max-lg:contents lg:sticky lg:top-[calc(96px+var(--banner))] lg:row-span-2 lg:grid lg:content-start lg:gap-3 lg:self-start">
          <div className="relative grid content-start gap-4 max-md:-mx-4 max-md:-mt-5 max-md:rounded-t-sheet max-md:bg-paper max-md:px-4 max-lg:pt-5">
            {isSold && !own ? null : <StateBanner listing={listing} own={own} />}
            {canWrite ? <AwayNotice seller={listing.seller} isOnAd /> : null}
            <Heading
              listing={listing}
              as={isSold && !own ? 'h2' : 'h1'}
              underPrice={priced ? <ProtectionPrice ad={priced} /> : null}
            />
            <SimilarSold listing={listing} />
            <div className="max-md:hidden">
              {own ? (
                // As tall as a visitor's buttons, because the server renders a visitor's page.
                <div className="flex min-h-13 gap-2 lg:min-h-28 lg:flex-col max-lg:[&>*]:flex-1">
                  <Suspense fallback={null}>
                    <OwnerActions listing={listing} />
                  </Suspense>
                </div>
              ) : (
                <MainAction {...actions} offer={isHere ? <OfferButton {...offer} /> : null} />
              )}
            </div>
            {buyable && listing.state === 'reserved' ? (
              <Suspense fallback={null}>
                <BeingPaid listing={listing} />
              </Suspense>
            ) : null}
            {priced ? <WaysToGet ad={priced} /> : null}
          </div>
          <SellerSide
            listing={listing}
            own={own}
            buyable={buyable}
            signedIn={offer.signedIn}
            onSignIn={offer.onSignIn}
          />
        </div>
        <div className="grid min-w-0 content-start gap-6 pt-5 max-md:mt-5 max-md:border-t max-md:border-line md:gap-8 md:pt-10">
          <About listing={listing} isHandoverShown={priced !== null} />
          <AreaPanel listing={listing} />
        </div>
      </div>
      {isSold && !own ? null : <Similar listing={listing} />}
      {canWrite || own ? (
        // The page frame reserves space for this bar.
        <div
          data-bar
          className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper px-4 pt-2.5 pb-[max(10px,env(safe-area-inset-bottom))] md:hidden"
        >
          {own ? (
            <div className="flex min-h-13 gap-2 [&>*]:flex-1">
              <Suspense fallback={null}>
                <OwnerActions listing={listing} />
              </Suspense>
            </div>
          ) : (
            <MainAction
              {...actions}
              offer={isHere ? <OfferButton {...offer} isShort={buy !== null} /> : null}
              isShort
            />
          )}
        </div>
      ) : null}
      <ConversationStart
        key={message.times}
        listing={listing}
        questions={questionsFor(listing, definitions)}
        message={message}
        signedIn={user !== null}
        isProtected={priced !== null}
      />
    </main>
  )
}

/** Counts the view and remembers the ad in this browser, once per visit; not for its owner. */
function useSeen({ id, price_minor: priceMinor }: ListingDetail, own: boolean): void {
  useEffect(() => {
    if (own) return
    recentlyViewed.put({ id, priceMinor })
    seenAds.put({ id })
    void recordView(id)
  }, [id, priceMinor, own])
}
