import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { Link } from '../../lib/router.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { myOrdersQuery } from './queries.ts'
import { gainOf, isOpen, type ListedOrder, type Role, roleOf } from './types.ts'
import { headingOf, orderBadge } from './wording.ts'

/** Closed orders that are shown before "Show more". */
const FEW = 5

/** The user's purchases and sales, open ones first. Renders nothing without orders. */
export function OrdersPanel({ userId }: { userId: string }) {
  const orders = useQuery(myOrdersQuery(userId))
  const [isLong, setLong] = useState(false)
  const [part, setPart] = useState<'all' | Role>('all')
  if (orders.isLoadingError) return <LoadFailed onRetry={() => void orders.refetch()} />
  const all = orders.data ?? []
  const isBoth = new Set(all.map((order) => roleOf(order, userId))).size > 1
  const shown = all.filter((order) => !isBoth || part === 'all' || roleOf(order, userId) === part)
  const open = shown.filter(isOpen)
  const over = shown.filter((order) => !isOpen(order))
  return (
    <>
      {isBoth ? (
        <Tabs
          label={t('orders.orders')}
          value={part}
          onChange={setPart}
          className="-mb-2"
          tabs={[
            { value: 'all', label: t('common.all') },
            { value: 'buyer', label: t('orders.bought') },
            { value: 'seller', label: t('orders.sold') },
          ]}
        />
      ) : null}
      <Rows title={t('orders.orders')} orders={open} userId={userId} />
      <Rows title={t('orders.past')} orders={isLong ? over : over.slice(0, FEW)} count={over.length} userId={userId}>
        {over.length > FEW && !isLong ? (
          <Button variant="ghost" size="s" className="mt-2 text-brand!" onClick={() => setLong(true)}>
            {t('orders.showAll')}
          </Button>
        ) : null}
      </Rows>
    </>
  )
}

interface RowsProps {
  title: string
  orders: readonly ListedOrder[]
  count?: number
  userId: string
  children?: ReactNode
}

function Rows({ title, orders, count = orders.length, userId, children }: RowsProps) {
  if (orders.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="type-h3 mb-3">
        {title} <span className="tnum font-normal text-ink-3">{count}</span>
      </h2>
      <ul className="panel divide-y divide-line px-4 md:px-5">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} userId={userId} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

/** One order: items, other user, status, and cost or proceeds. */
function OrderRow({ order, userId }: { order: ListedOrder; userId: string }) {
  const role = roleOf(order, userId)
  const other = role === 'buyer' ? order.seller : order.buyer
  const name = firstNameOf(other?.display_name ?? t('common.deletedAccount'))
  const badge = orderBadge(order, role)
  const [first, ...more] = order.items
  const title = first ? t('orders.title', { title: first.title, more: more.length }) : ''
  return (
    <Link to={paths.order(order.id)} className="group flex items-center gap-3.5 py-3.5">
      <Photo path={first?.listing?.cover_path} alt="" sizes="52px" className="w-13 shrink-0 rounded-control" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold group-hover:text-brand">{title}</span>
        <span className="type-small block text-ink-2">
          {isOpen(order)
            ? headingOf(order, role, name).title
            : role === 'buyer'
              ? t('orders.boughtFrom', { name })
              : t('orders.soldTo', { name })}
        </span>
        <span className="mt-1 flex items-center gap-2 sm:hidden">
          <Badge tone={badge.tone}>{badge.label}</Badge>
          <span className="tnum font-semibold">
            {exactMoney(role === 'buyer' ? order.total_minor : gainOf(order), order.currency)}
          </span>
        </span>
      </span>
      <Badge tone={badge.tone} className="max-sm:hidden">
        {badge.label}
      </Badge>
      <span className="type-price w-24 shrink-0 text-end max-sm:hidden">
        {exactMoney(role === 'buyer' ? order.total_minor : gainOf(order), order.currency)}
      </span>
      <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
    </Link>
  )
}
