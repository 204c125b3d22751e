import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { rememberDestination } from '../features/auth/return-to.ts'
import { FollowButton } from '../features/follow/FollowButton.tsx'
import { recordView } from '../features/listings/api.ts'
import { Interest, MainAction } from '../features/listings/detail/Actions.tsx'
import { AreaPanel } from '../features/listings/detail/AreaPanel.tsx'
import { About, Breadcrumb, Heading, KeyFacts, SafetyNote, SoldFor } from '../features/listings/detail/Facts.tsx'
import { Gone } from '../features/listings/detail/Gone.tsx'
import { ListingSkeleton } from '../features/listings/detail/ListingSkeleton.tsx'
import { addToMessageDraft } from '../features/listings/detail/message-draft.ts'
import { questionsFor } from '../features/listings/detail/questions.ts'
import { SellerCard } from '../features/listings/detail/SellerCard.tsx'
import { Similar } from '../features/listings/detail/Similar.tsx'
import { StateBanner } from '../features/listings/detail/StateBanner.tsx'
import { isOnOffer, isUuid, type ListingDetail } from '../features/listings/listing.ts'
import { attributesQuery, listingFateQuery, listingQuery } from '../features/listings/queries.ts'
import { RecentlyViewed } from '../features/listings/RecentlyViewed.tsx'
import { recentlyViewed } from '../features/listings/recently-viewed.ts'
import { seenAds } from '../features/listings/seen-ads.ts'
import { FloorSetting } from '../features/offers/FloorSetting.tsx'
import { OfferButton, QuickOffers } from '../features/offers/ListingOffer.tsx'
import { ReportThis } from '../features/trust/ReportThis.tsx'
import { t } from '../i18n/t.ts'
import { Chip } from '../ui/Chip.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { ConversationStart, useMessageDialog } from './listing/ConversationStart.tsx'
import { Photos } from './listing/Photos.tsx'

const OwnerPanel = lazy(async () => ({ default: (await import('./listing/OwnerPanel.tsx')).OwnerPanel }))

/** One ad. Never there, gone, hidden and out of order are four different things, and say so. */
export function ListingPage() {
  const { id = '' } = useParams()
  return isUuid(id) ? <KnownAddress key={id} id={id} /> : <Gone kind="missing" />
}

function KnownAddress({ id }: { id: string }) {
  const listing = useQuery(listingQuery(id))
  if (listing.isPending) return <ListingSkeleton />
  if (listing.isError) {
    return (
      <main className="container-page py-10">
        <LoadFailed as="h1" what={t('this ad')} onRetry={() => void listing.refetch()} />
      </main>
    )
  }
  return listing.data ? <Listing listing={listing.data} /> : <NotShown id={id} />
}

/** Row level security shows nothing; the database still says why. */
function NotShown({ id }: { id: string }) {
  const fate = useQuery(listingFateQuery(id))
  if (fate.isPending) return <ListingSkeleton />
  if (fate.data?.fate === 'gone' || fate.data?.fate === 'hidden') {
    return <Gone kind={fate.data.fate} category={fate.data.category} />
  }
  return <Gone kind={fate.isError ? 'gone' : 'missing'} />
}

function Listing({ listing }: { listing: ListingDetail }) {
  usePageTitle(listing.title)
  const { user } = useAuth()
  const { data: definitions = [] } = useQuery(attributesQuery(listing.category))
  const own = user?.id === listing.seller_id
  const message = useMessageDialog(listing.id)
  const navigate = useNavigate()
  const offer = {
    listing,
    signedIn: user !== null,
    onSignIn: () => {
      rememberDestination(paths.listing(listing.id))
      void navigate(paths.auth)
    },
    onSent: (conversationId: string) => void navigate(paths.conversation(conversationId)),
  }
  useSeen(listing, own)
  const questions = questionsFor(listing, definitions)
  const isSold = listing.state === 'sold'
  const ask = (question: string) => {
    addToMessageDraft(listing.id, question)
    message.setOpen(true)
  }

  return (
    <main aria-labelledby="listing-title" className="container-page md:pt-5">
      <Breadcrumb category={listing.category} />
      {isSold && !own ? <SoldNotice listing={listing} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 md:mt-4 lg:grid-cols-[minmax(0,1fr)_416px]">
        <div className="relative min-w-0 max-md:-mx-4">
          <Photos listing={listing} own={own} signedIn={user !== null} onSignIn={offer.onSignIn} />
        </div>
        {/* Below one column the seller's words come before the seller. */}
        <div className="max-lg:contents lg:sticky lg:top-24 lg:row-span-2 lg:grid lg:content-start lg:gap-4 lg:self-start lg:pt-0">
          <div className="relative grid content-start gap-4 max-md:-mx-4 max-md:-mt-5 max-md:rounded-t-sheet max-md:bg-paper max-md:px-4 max-lg:pt-5">
            <StateBanner listing={listing} own={own} />
            <Heading listing={listing} />
            <SoldFor listing={listing} />
            {own ? (
              <Suspense fallback={<div className="h-28" />}>
                <OwnerPanel listing={listing}>
                  <FloorSetting listing={listing} />
                </OwnerPanel>
              </Suspense>
            ) : (
              <div className="max-md:hidden">
                <MainAction
                  listing={listing}
                  onMessage={() => message.setOpen(true)}
                  offer={<OfferButton {...offer} />}
                />
                <QuickOffers {...offer} />
              </div>
            )}
            <KeyFacts listing={listing} />
            <Interest listing={listing} own={own} />
          </div>
          <div className="grid content-start gap-4 max-lg:order-1 max-lg:pt-8">
            {own ? null : (
              <SellerCard
                seller={listing.seller}
                follow={<FollowButton sellerId={listing.seller.id} name={listing.seller.display_name} />}
              />
            )}
            {isOnOffer(listing) && !own ? <SafetyNote category={listing.category} /> : null}
            {own ? null : (
              <ReportThis
                label={t('Report this ad')}
                className="justify-self-start"
                target={{
                  kind: 'listing',
                  id: listing.id,
                  personId: listing.seller_id,
                  personName: listing.seller.display_name,
                }}
                signedIn={user !== null}
                onSignIn={offer.onSignIn}
              />
            )}
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-8 pt-8 md:pt-10">
          <About listing={listing} />
          {isOnOffer(listing) && !own ? <Questions questions={questions} onAsk={ask} /> : null}
          <Where listing={listing} />
        </div>
      </div>
      {isSold && !own ? null : <Similar listing={listing} />}
      <RecentlyViewed except={listing.id} className="mt-12 md:mt-16" />
      {!own && isOnOffer(listing) ? (
        <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper px-4 pt-2.5 pb-[max(10px,env(safe-area-inset-bottom))] md:hidden">
          <MainAction listing={listing} onMessage={() => message.setOpen(true)} offer={<OfferButton {...offer} />} />
        </div>
      ) : null}
      <div aria-hidden="true" className="h-20 md:hidden" />
      <ConversationStart
        key={message.times}
        listing={listing}
        questions={questions}
        message={message}
        signedIn={user !== null}
      />
    </main>
  )
}

/** A sold ad stays where its links lead, below what can still be had. */
function SoldNotice({ listing }: { listing: ListingDetail }) {
  return (
    <div className="mt-4 mb-8 border-b border-line pb-8 [&>section]:mt-5">
      <p className="type-h2">{t('This found a home. Here is what is still on offer.')}</p>
      <Similar listing={listing} title={t('Like this one')} />
    </div>
  )
}

/** What the ad leaves open, a tap from being asked. */
function Questions({ questions, onAsk }: { questions: readonly string[]; onAsk: (question: string) => void }) {
  return (
    <section aria-labelledby="ask">
      <h2 id="ask" className="type-h3">
        {t('Ask the seller')}
      </h2>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {questions.map((question) => (
          <li key={question}>
            <Chip onClick={() => onAsk(question)}>{question}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Where({ listing }: { listing: ListingDetail }) {
  const { lat, lng } = listing
  const spot = useMemo(() => (lat !== null && lng !== null ? { lat, lng } : null), [lat, lng])
  if (!listing.area && !listing.city) return null
  return (
    <section aria-labelledby="where">
      <h2 id="where" className="type-h2 mb-3">
        {listing.delivery === 'ship' ? t('Where it is') : t('Where to meet')}
      </h2>
      <AreaPanel place={listing.area || listing.city || ''} spot={spot} />
    </section>
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
