import { useQuery } from '@tanstack/react-query'
import { MapPin, UserX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { rememberDestination } from '../features/auth/return-to.ts'
import { SellerOrders } from '../features/checkout/SellerOrders.tsx'
import { FollowButton } from '../features/follow/FollowButton.tsx'
import { ListingGridSkeleton } from '../features/listings/ListingGrid.tsx'
import { isUuid, type ListingItem, type Seller } from '../features/listings/listing.ts'
import { sellerQuery } from '../features/listings/queries.ts'
import { AwayNotice } from '../features/listings/seller/AwayNotice.tsx'
import { RatingBars } from '../features/listings/seller/RatingBars.tsx'
import { SellerAds, SoldAds } from '../features/listings/seller/SellerAds.tsx'
import { Rating, SellerFacts, VerifiedMark } from '../features/listings/seller/SellerFacts.tsx'
import { SellerReviews } from '../features/offers/SellerReviews.tsx'
import { TraderFacts } from '../features/trader/TraderFacts.tsx'
import { ReportThis } from '../features/trust/ReportThis.tsx'
import { placeName } from '../i18n/place-names.ts'
import { t } from '../i18n/t.ts'
import { awayUntil } from '../lib/away.ts'
import { config } from '../lib/config.ts'
import { Link, navigate, useParams } from '../lib/router.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatUtcDay } from '../ui/format-dates.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

const ContestableFacts = lazy(async () => ({
  default: (await import('../features/dashboard/ContestableFacts.tsx')).ContestableFacts,
}))

/** Seller page: the public profile, ads and reviews. */
export function SellerPage() {
  const { id = '' } = useParams()
  return isUuid(id) ? <KnownSeller key={id} id={id} /> : <SellerNotFound />
}

function KnownSeller({ id }: { id: string }) {
  const seller = useQuery(sellerQuery(id))
  if (seller.isPending) {
    return (
      <main aria-busy="true" className="container-page pt-6 md:pt-10">
        <Skeleton className="h-40 rounded-panel" />
        <ListingGridSkeleton count={5} kind="wide" className="mt-12" />
      </main>
    )
  }
  if (seller.isLoadingError) {
    return (
      <main className="container-page py-10">
        <LoadFailed as="h1" onRetry={() => void seller.refetch()} />
      </main>
    )
  }
  return seller.data ? <SellerView seller={seller.data} /> : <SellerNotFound />
}

function SellerView({ seller }: { seller: Seller }) {
  usePageTitle(seller.display_name)
  const { user } = useAuth()
  const signIn = () => {
    rememberDestination(paths.seller(seller.id))
    navigate(paths.auth)
  }
  const place = placeName(seller)
  const own = user?.id === seller.id
  return (
    <main className="container-page pt-6 md:pt-10">
      <AwayNotice seller={seller} className="mb-5" />
      <section
        aria-labelledby="seller-name"
        className="panel grid items-center gap-x-10 gap-y-5 p-5 md:p-7 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="flex gap-4 md:gap-6">
          <Avatar name={seller.display_name} path={seller.avatar_path} size={88} className="max-sm:hidden" />
          <Avatar name={seller.display_name} path={seller.avatar_path} size={56} className="sm:hidden" />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h1 id="seller-name" className="type-h1">
                {seller.display_name}
              </h1>
              {seller.seller_type === 'business' ? <Badge>{t('ads.business')}</Badge> : null}
            </div>
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
              <Rating seller={seller} />
              {place ? (
                <p className="type-small flex items-center gap-1 text-ink-2">
                  <MapPin aria-hidden="true" strokeWidth={1.75} className="size-4" />
                  {place}
                </p>
              ) : null}
            </div>
            {seller.bio ? <p className="mt-3 max-w-[60ch] text-ink-2">{seller.bio}</p> : null}
            <VerifiedMark seller={seller} isWritten className="mt-3" />
          </div>
        </div>
        <div className="grid gap-4">
          <SellerFacts seller={seller} />
          {config.payments === 'off' ? null : <SellerOrders sellerId={seller.id} />}
          <div className="flex flex-wrap items-center gap-2">
            <FollowButton sellerId={seller.id} name={seller.display_name} className="justify-self-start" />
            {own ? null : (
              <ReportThis
                target={{ kind: 'profile', id: seller.id, personId: seller.id, personName: seller.display_name }}
                signedIn={user !== null}
                onSignIn={signIn}
              />
            )}
          </div>
        </div>
      </section>
      <SellerAds
        seller={seller}
        own={own}
        note={(first) => (own ? null : <BuySeveral seller={seller} first={first} />)}
      />
      <SoldAds seller={seller} />
      {seller.seller_type === 'business' ? <TraderFacts sellerId={seller.id} /> : null}
      <SellerReviews
        seller={seller}
        own={own}
        bars={<RatingBars sellerId={seller.id} ratingCount={seller.rating_count} />}
        reportOf={({ id, author_id, author }) =>
          author_id === null || author_id === user?.id ? null : (
            <ReportThis
              label={null}
              name={t('common.reportThisReview')}
              className="-me-3 text-ink-3!"
              target={{
                kind: 'review',
                id,
                personId: author_id,
                personName: author?.display_name ?? t('common.itsWriter'),
              }}
              signedIn={user !== null}
              onSignIn={signIn}
            />
          )
        }
      />
      {own ? (
        <Suspense fallback={null}>
          <ContestableFacts userId={seller.id} />
        </Suspense>
      ) : null}
    </main>
  )
}

/** When this seller's ads can be bought again, or the bundle discount. */
function BuySeveral({ seller, first }: { seller: Seller; first: ListingItem }) {
  const until = awayUntil(seller)
  if (config.payments === 'off') return null
  if (until) return <p>{t('seller.buyFrom', { date: formatUtcDay(until) })}</p>
  if (seller.bundle_percent === 0 || seller.active_count < 2) return null
  return (
    <p>
      {t('seller.bundleOffer', { percent: seller.bundle_percent })}{' '}
      <Link to={paths.bundleOf(first.id)} className="hit-44 font-semibold text-brand hover:underline">
        {t('seller.makeBundle')}
      </Link>
    </p>
  )
}

function SellerNotFound() {
  usePageTitle(t('seller.notFound'))
  return (
    <main className="container-page py-10">
      <EmptyState
        as="h1"
        icon={<UserX strokeWidth={1.75} />}
        title={t('seller.notFound')}
        line={t('seller.goneHint')}
        action={<LinkButton to={paths.browse}>{t('common.browseEverything')}</LinkButton>}
      />
    </main>
  )
}
