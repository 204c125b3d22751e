import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, MessageCircle, PackageX } from 'lucide-react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { AddressSection } from '../features/checkout/AddressSection.tsx'
import { isUuid } from '../features/listings/listing.ts'
import { categoriesQuery } from '../features/listings/queries.ts'
import { checksFor } from '../features/orders/checks.ts'
import { OrderView } from '../features/orders/OrderView.tsx'
import { orderQuery } from '../features/orders/queries.ts'
import { type Order, roleOf } from '../features/orders/types.ts'
import { t } from '../i18n/t.ts'
import { firstNameOf } from '../lib/person-names.ts'
import { goBack, Link, useLocation, useParams } from '../lib/router.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OrderMeetup } from './order/OrderMeetup.tsx'
import { OrderReview } from './order/OrderReview.tsx'

/** /order/<id>: one order, for its buyer or seller. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { user } = useAuth()
  const order = useQuery({ ...orderQuery(id), enabled: isUuid(id) })
  usePageTitle(order.data ? t('orders.number', { number: order.data.order_number }) : t('orders.order'))
  if (!user) return null // a guarded page
  if (!isUuid(id) || order.data === null) return <NoOrder />
  if (order.isLoadingError) {
    return (
      <main className="container-reading py-10">
        <LoadFailed as="h1" onRetry={() => void order.refetch()} />
      </main>
    )
  }
  return (
    <>
      <OrderBar order={order.data} />
      {order.data ? <KnownOrder order={order.data} userId={user.id} /> : <OrderSkeleton />}
    </>
  )
}

function KnownOrder({ order, userId }: { order: Order; userId: string }) {
  const { state } = useLocation()
  const { data: tree } = useQuery(categoriesQuery)
  const role = roleOf(order, userId)
  const other = role === 'buyer' ? order.seller : order.buyer
  const otherName = firstNameOf(other?.display_name ?? t('common.deletedAccount'))
  const category = order.items[0]?.listing?.category ?? ''
  return (
    <OrderView
      order={order}
      userId={userId}
      otherName={otherName}
      isNew={typeof state === 'object' && state !== null && 'isNew' in state}
      checks={checksFor(tree?.pathTo(category).map(({ slug }) => slug) ?? [])}
      meetup={<OrderMeetup order={order} userId={userId} otherName={otherName} />}
      sender={(ref) => (
        <AddressSection
          ref={ref}
          userId={userId}
          title={t('orders.labels.from')}
          hint={t('orders.labels.fromHint')}
          country={null}
        />
      )}
      review={<OrderReview order={order} userId={userId} otherName={otherName} />}
    />
  )
}

/** The top bar on phones. */
export function OrderBar({ order }: { order: Order | undefined }) {
  return (
    <header className="sticky top-(--banner) z-20 border-b border-line bg-paper md:hidden">
      <div className="container-page flex h-16 items-center gap-2">
        <IconButton icon={ArrowLeft} label={t('common.back')} className="-ms-3" onClick={() => goBack(paths.offers)} />
        <span className="type-h3 min-w-0 flex-1 truncate">
          {order ? t('orders.number', { number: order.order_number }) : t('orders.order')}
        </span>
        {order?.conversation_id ? (
          <Link
            to={paths.conversation(order.conversation_id)}
            aria-label={t('common.message')}
            className="-me-2.5 grid size-11 place-items-center rounded-full hover:bg-sunken"
          >
            <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5.5" />
          </Link>
        ) : null}
      </div>
    </header>
  )
}

export function NoOrder() {
  return (
    <main className="container-reading py-10">
      <EmptyState
        as="h1"
        icon={<PackageX strokeWidth={1.75} />}
        title={t('orders.notFound')}
        line={t('orders.notFoundHint')}
        action={<LinkButton to={paths.offers}>{t('orders.all')}</LinkButton>}
      />
    </main>
  )
}

export function OrderSkeleton() {
  return (
    <main role="status" className="container-reading pt-5 md:pt-6">
      <span className="sr-only">{t('app.loading')}</span>
      <Skeleton className="mb-6 h-24 max-w-md rounded-panel" />
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_376px]">
        <Skeleton className="h-110 rounded-panel" />
        <Skeleton className="h-80 rounded-panel" />
      </div>
    </main>
  )
}
