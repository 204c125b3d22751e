import { HandCoins } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { Link } from '../../lib/router.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDate, formatPrice } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { DealPanel } from './DealPanel.tsx'
import { OfferRow } from './OfferRow.tsx'
import { useMyDeals } from './queries.ts'
import { Receipt } from './Receipt.tsx'
import { isOpen, isOrdered, type ListedDeal } from './types.ts'
import { dealBadge } from './wording.ts'

interface OffersTabProps {
  userId: string
  /** The deal named in the URL. */
  dealId: string | null
  /** Orders, after the heading. */
  orders?: ReactNode
  areOrdersLoading?: boolean
  hasOrders?: boolean
}

/** Open offers, deals in progress and past deals; or one deal with its receipt. */
export function OffersTab({ userId, dealId, orders, areOrdersLoading = false, hasOrders = false }: OffersTabProps) {
  const mine = useMyDeals(userId)
  const title = orders ? t('common.ordersAndOffers') : t('common.offersAndDeals')
  // Orders stand above the rest: later they would push it down.
  const isPending = mine.isPending || areOrdersLoading
  const isLate = useDelayed(isPending)
  if (isPending) return isLate ? <ListSkeleton title={title} /> : <h1 className="type-h1">{title}</h1>
  if (mine.isLoadingError) {
    return (
      <>
        <h1 className="type-h1 mb-8">{title}</h1>
        <LoadFailed onRetry={() => void mine.refetch()} />
      </>
    )
  }
  const { offers, deals } = mine.data
  const chosen = deals.find(({ id }) => id === dealId)
  if (chosen) return <OneDeal deal={chosen} userId={userId} />
  const waiting = offers.filter(({ from_id }) => from_id !== userId)
  const sent = offers.filter(({ from_id }) => from_id === userId)
  const own = deals.filter((deal) => !isOrdered(deal))
  const open = own.filter(isOpen)
  const over = own.filter((deal) => !isOpen(deal))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <h1 className="type-h1">{title}</h1>
      {offers.length + deals.length === 0 && !hasOrders ? (
        <EmptyState
          icon={<HandCoins strokeWidth={1.75} />}
          title={t('offers.noOffersYet')}
          line={t('offers.emptyHint')}
          action={<LinkButton to={paths.browse}>{t('common.findSomething')}</LinkButton>}
        />
      ) : null}
      {orders}
      <Section title={t('common.waitingForYou')} count={waiting.length}>
        {waiting.map((offer) => (
          <li key={offer.id}>
            <OfferRow offer={offer} userId={userId} />
          </li>
        ))}
      </Section>
      <Section title={t('offers.dealsUnderWay')} count={open.length} isGrid>
        {open.map((deal) => (
          <li key={deal.id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
            <DealHead deal={deal} userId={userId} />
            <DealPanel deal={deal} myId={userId} otherName={otherName(deal, userId)} />
          </li>
        ))}
      </Section>
      <Section title={t('offers.yourOffers')} count={sent.length}>
        {sent.map((offer) => (
          <li key={offer.id}>
            <OfferRow offer={offer} userId={userId} />
          </li>
        ))}
      </Section>
      <Section title={t('offers.over')} count={over.length}>
        {over.map((deal) => (
          <li key={deal.id}>
            <PastDeal deal={deal} userId={userId} />
          </li>
        ))}
      </Section>
    </div>
  )
}

function otherName(deal: ListedDeal, userId: string): string {
  return firstNameOf((deal.buyer_id === userId ? deal.seller : deal.buyer).display_name)
}

/** Labels for the two sides of a deal, before and after the handover. */
function sidesOf({ buyer_id, amount_minor }: ListedDeal, userId: string): readonly [string, string] {
  if (amount_minor === 0)
    return buyer_id === userId
      ? [t('offers.youGetItFrom'), t('offers.givenBy')]
      : [t('offers.youGiveItTo'), t('offers.givenTo')]
  return buyer_id === userId
    ? [t('offers.youBuyFrom'), t('offers.boughtFrom')]
    : [t('offers.youSellTo'), t('offers.soldTo')]
}

function Section({
  title,
  count,
  isGrid = false,
  children,
}: {
  title: string
  count: number
  isGrid?: boolean
  children: ReactNode
}) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="type-h3 mb-3">
        {title} <span className="tnum font-normal text-ink-3">{count}</span>
      </h2>
      <ul className={isGrid ? 'grid gap-x-5 gap-y-6 md:grid-cols-2' : 'panel divide-y divide-line px-4 md:px-5'}>
        {children}
      </ul>
    </section>
  )
}

/** The ad and the other person of a deal; links to the conversation. */
function DealHead({ deal, userId }: { deal: ListedDeal; userId: string }) {
  const other = deal.buyer_id === userId ? deal.seller : deal.buyer
  return (
    <Link to={paths.conversation(deal.conversation_id)} className="flex min-w-0 items-center gap-3">
      <Photo path={deal.listing?.cover_path} alt="" sizes="52px" className="w-13 shrink-0 rounded-control" />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{deal.item_title}</span>
        <span className="type-small block text-ink-2">
          {sidesOf(deal, userId)[0]} {other.display_name}
        </span>
      </span>
    </Link>
  )
}

function PastDeal({ deal, userId }: { deal: ListedDeal; userId: string }) {
  const badge = dealBadge(deal)
  const isDone = deal.state === 'completed'
  return (
    <Link to={paths.deal(deal.id)} className="flex items-center gap-3 py-3 hover:text-brand">
      <Photo path={deal.listing?.cover_path} alt="" sizes="44px" className="w-11 shrink-0 rounded-control" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{deal.item_title}</span>
        <span className="type-small block text-ink-2">
          {isDone ? sidesOf(deal, userId)[1] : null} {otherName(deal, userId)} ·{' '}
          {formatDate(deal.ended_at ?? deal.created_at)}
        </span>
      </span>
      <span className={cx('type-price', !isDone && 'max-sm:hidden')}>
        {formatPrice(deal.amount_minor, deal.currency)}
      </span>
      <Badge tone={badge.tone} className={isDone ? 'max-sm:hidden' : undefined}>
        {badge.label}
      </Badge>
    </Link>
  )
}

function OneDeal({ deal, userId }: { deal: ListedDeal; userId: string }) {
  const other = deal.buyer_id === userId ? deal.seller : deal.buyer
  const hasReviewed = deal.reviews.some(({ author_id }) => author_id === userId)
  return (
    <div className="grid max-w-xl gap-5">
      <p className="print:hidden">
        <Link to={paths.offers} className="type-small font-semibold text-brand hover:underline">
          {t('offers.allOffersAndDeals')}
        </Link>
      </p>
      <h1 className="type-h1">{deal.item_title}</h1>
      <p className="flex items-center gap-2.5 print:hidden">
        <Avatar name={other.display_name} path={other.avatar_path} size={26} />
        <Link to={paths.conversation(deal.conversation_id)} className="font-semibold hover:underline">
          {t('common.conversationWith', { name: other.display_name })}
        </Link>
      </p>
      <div className="print:hidden">
        <DealPanel
          deal={deal}
          myId={userId}
          otherName={otherName(deal, userId)}
          hasReviewed={hasReviewed}
          isReceiptShown
        />
      </div>
      {deal.state === 'completed' ? <Receipt deal={deal} /> : null}
    </div>
  )
}

function ListSkeleton({ title }: { title: string }) {
  return (
    <div role="status" className="grid gap-4">
      <h1 className="type-h1">{title}</h1>
      <span className="sr-only">{t('offers.loadingYourOffers')}</span>
      <Skeleton className="h-28 rounded-panel" />
      <Skeleton className="h-28 rounded-panel" />
    </div>
  )
}
