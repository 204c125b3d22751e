import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Lock, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import type { Purchase } from '../features/checkout/api.ts'
import { Checkout } from '../features/checkout/Checkout.tsx'
import { CheckoutSkeleton } from '../features/checkout/CheckoutSkeleton.tsx'
import { isUuid, type ListingDetail } from '../features/listings/listing.ts'
import { listingQuery } from '../features/listings/queries.ts'
import { VerifiedMark } from '../features/listings/seller/SellerFacts.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { firstNameOf } from '../lib/person-names.ts'
import { goBack, Link, navigate, useSearchParams } from '../lib/router.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Logo } from '../ui/Logo.tsx'
import { usePageTitle } from '../ui/page-title.ts'

const MOST_UNITS = 99

/** /checkout?ad=<id>[&count=2][&ad=…]: buying one or several ads of one seller. */
export function CheckoutPage() {
  usePageTitle(t('buying.checkout'))
  const { user } = useAuth()
  const [search] = useSearchParams()
  const purchase = purchaseOf(search)
  const [first] = purchase.listingIds
  const listing = useQuery({ ...listingQuery(first ?? ''), enabled: first !== undefined })
  if (!user) return null // a guarded page
  const back = first && purchase.listingIds.length === 1 ? paths.listing(first) : paths.bundleOf(...purchase.listingIds)
  return (
    <CheckoutFrame title={t('buying.checkout')} back={first ? back : paths.browse}>
      {first === undefined || config.payments === 'off' || listing.data === null ? (
        <CannotBuy sentence={t('buying.nothingChosen')} />
      ) : listing.isLoadingError ? (
        <LoadFailed onRetry={() => void listing.refetch()} />
      ) : listing.data ? (
        <Checkout
          key={purchase.listingIds.join()}
          purchase={purchase}
          userId={user.id}
          onCount={(id, count) =>
            navigate(
              addressOf({
                ...purchase,
                counts: purchase.listingIds.map((one, at) => (one === id ? count : (purchase.counts[at] ?? 1))),
              }),
              { replace: true },
            )
          }
          seller={<Seller listing={listing.data} />}
          sellerName={firstNameOf(listing.data.seller.display_name)}
          refused={(sentence) => <CannotBuy sentence={sentence} listingId={first} />}
        />
      ) : (
        <CheckoutSkeleton />
      )}
    </CheckoutFrame>
  )
}

/** The ads and quantities in the URL. */
function purchaseOf(search: URLSearchParams): Purchase {
  const listingIds = [...new Set(search.getAll('ad').filter(isUuid))]
  const given = search.getAll('count').map(Number)
  const counts = listingIds.map((_, at) => {
    const count = given[at] ?? 1
    return Number.isInteger(count) && count >= 1 && count <= MOST_UNITS ? count : 1
  })
  return { listingIds, counts }
}

function addressOf({ listingIds, counts }: Purchase): string {
  const units = counts.some((count) => count > 1) ? counts.map((count) => `&count=${count}`).join('') : ''
  return paths.buy(...listingIds) + units
}

function Seller({ listing: { seller } }: { listing: ListingDetail }) {
  return (
    <p className="type-small flex items-center gap-1.5 text-ink-2">
      <Avatar name={seller.display_name} path={seller.avatar_path} size={18} className="max-lg:hidden" />
      <span className="truncate">{seller.display_name}</span>
      <VerifiedMark seller={seller} />
    </p>
  )
}

function CannotBuy({ sentence, listingId }: { sentence: string; listingId?: string }) {
  return (
    <EmptyState
      icon={<ShoppingBag strokeWidth={1.75} />}
      title={t('buying.cannotBuy')}
      line={sentence}
      action={
        listingId ? (
          <LinkButton to={paths.listing(listingId)}>{t('common.seeTheAd')}</LinkButton>
        ) : (
          <LinkButton to={paths.browse}>{t('common.browseEverything')}</LinkButton>
        )
      }
    />
  )
}

/** The minimal frame of the checkout: no search and no tab bar. */
export function CheckoutFrame({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  return (
    <>
      <header className="sticky top-(--banner) z-20 border-b border-line bg-paper">
        <div className="container-reading flex h-16 items-center gap-3 md:h-19">
          <IconButton
            icon={ArrowLeft}
            label={t('common.back')}
            className="-ms-3 lg:hidden"
            onClick={() => goBack(back)}
          />
          <Link
            to={paths.home}
            aria-label={t('shell.brandHome', { brand: config.brandName })}
            className="rounded-badge max-lg:hidden"
          >
            <Logo />
          </Link>
          <span aria-hidden="true" className="type-h3 lg:hidden">
            {title}
          </span>
          <p className="type-small ms-auto flex items-center gap-2 text-ink-2">
            <Lock aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
            <span className="max-sm:hidden">{t('buying.secureCheckout')}</span>
            <span className="sm:hidden">{t('buying.secure')}</span>
          </p>
        </div>
      </header>
      <main className="container-reading pt-5 pb-28 md:pt-8 lg:pb-14">
        <Link to={back} className="type-small flex w-fit items-center gap-2 text-ink-2 hover:text-ink max-lg:hidden">
          <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-4" />
          {t('buying.backToAd')}
        </Link>
        <h1 className="type-h1 mb-6 max-lg:sr-only lg:mt-2">{title}</h1>
        {children}
      </main>
    </>
  )
}
