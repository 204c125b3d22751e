import { useQuery } from '@tanstack/react-query'
import { CreditCard, Lock, MessageCircle, Receipt } from 'lucide-react'
import { addressLines } from '../../../../contract/orders/address.ts'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { Link } from '../../lib/router.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Sum, SumList } from '../../ui/SumList.tsx'
import { DocumentButton } from './DocumentButton.tsx'
import { cardQuery, orderAddressQuery } from './queries.ts'
import { gainOf, isOpen, type ListedOrder, type Order, type OrderPerson, type Role } from './types.ts'
import { weekday } from './when.ts'

/** The items. */
export function OrderItems({ order }: { order: ListedOrder }) {
  return (
    <ul className="grid gap-3.5">
      {order.items.map(({ position, listing_id: id, title, quantity, listing }) => {
        const line = [
          quantity > 1 ? t('orders.units', { quantity }) : null,
          listing?.condition ? CONDITION_LABEL[listing.condition] : null,
        ].filter((part) => part !== null)
        return (
          <li key={position} className="flex items-center gap-3.5">
            <Photo path={listing?.cover_path} alt="" sizes="56px" className="w-14 shrink-0 rounded-control" />
            <div className="min-w-0">
              {id && listing ? (
                <Link to={paths.listing(id)} className="font-semibold wrap-anywhere hover:underline">
                  {title}
                </Link>
              ) : (
                <span className="font-semibold wrap-anywhere">{title}</span>
              )}
              {line.length > 0 ? <p className="type-small tnum text-ink-2">{line.join(' · ')}</p> : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Items and the buyer's payment, with the receipt. */
export function BuyerSums({ order }: { order: Order }) {
  const { currency, delivery } = order
  const isPaid = order.paid_at !== null
  return (
    <section aria-label={t('orders.sums')} className="panel grid gap-4 p-5">
      <OrderItems order={order} />
      <SumList className="border-t border-line pt-4">
        <Sum name={order.items.length > 1 ? t('buying.itemCount', { count: order.items.length }) : t('common.item')}>
          {exactMoney(order.items_minor + order.discount_minor, currency)}
        </Sum>
        {order.discount_minor > 0 ? (
          <Sum name={t('buying.discount')}>
            <span className="text-success-ink">−{exactMoney(order.discount_minor, currency)}</span>
          </Sum>
        ) : null}
        <Sum name={t('buying.protection')}>{exactMoney(order.fee_minor, currency)}</Sum>
        {delivery === 'ship' ? (
          <Sum name={t('buying.shipping')}>{exactMoney(order.shipping_minor, currency)}</Sum>
        ) : null}
        <Sum name={isPaid ? t('orders.youPaid') : t('buying.total')} isTotal isLarge>
          {exactMoney(order.total_minor, currency)}
        </Sum>
        {order.refunded_minor > 0 ? (
          <Sum name={t('orders.refundedToYou')}>
            <span className="text-success-ink">{exactMoney(order.refunded_minor, currency)}</span>
          </Sum>
        ) : null}
      </SumList>
      {isPaid ? <PaidWith orderId={order.id} /> : null}
      {isPaid ? (
        <DocumentButton path={`receipt/${order.id}?as=pdf`} icon={Receipt} label={t('orders.receipt')} />
      ) : null}
    </section>
  )
}

function PaidWith({ orderId }: { orderId: string }) {
  const { data: card } = useQuery(cardQuery(orderId))
  if (!card) return null
  return (
    <p className="type-small tnum -mt-2 flex items-center gap-2 text-ink-3">
      <CreditCard aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
      {card}
    </p>
  )
}

/** The seller's proceeds, and when they are available. */
export function SellerSums({ order, otherName }: { order: Order; otherName: string }) {
  const { data: terms } = useQuery(orderTermsQuery)
  const { currency } = order
  const fee = Math.max(
    order.items_minor + order.shipping_minor - order.refunded_minor - order.label_minor - gainOf(order),
    0,
  )
  const isOver = ['cancelled', 'refunded', 'charged_back'].includes(order.state)
  const days = Math.round((terms?.check_within_hours ?? 72) / 24)
  return (
    <section aria-label={t('orders.sums')} className="panel grid gap-4 p-5">
      {isOver ? null : (
        <p>
          <span className="type-small block text-ink-2">
            {order.state === 'completed' ? t('orders.youGot') : t('orders.youWillGet')}
          </span>
          <span className="type-h1 tnum">{exactMoney(gainOf(order), currency)}</span>
          {order.state === 'delivered' && order.due_at ? (
            <span className="type-small block text-ink-2">{t('orders.gainOn', { day: weekday(order.due_at) })}</span>
          ) : null}
        </p>
      )}
      <SumList className={isOver ? '' : 'border-t border-line pt-4'}>
        <Sum name={t('common.price')}>{exactMoney(order.items_minor, currency)}</Sum>
        {order.delivery === 'ship' ? (
          <Sum name={t('orders.shippingPaidBy', { name: otherName })}>{exactMoney(order.shipping_minor, currency)}</Sum>
        ) : null}
        {order.label_minor > 0 ? (
          <Sum name={t('orders.labels.label')}>−{exactMoney(order.label_minor, currency)}</Sum>
        ) : null}
        <Sum name={t('orders.sellingFee')}>{exactMoney(fee, currency)}</Sum>
        {order.refunded_minor > 0 ? (
          <Sum name={t('orders.refundedToBuyer')}>−{exactMoney(order.refunded_minor, currency)}</Sum>
        ) : null}
      </SumList>
      {isOpen(order) ? (
        <Note tone="success" icon={Lock}>
          <strong className="font-semibold">{t('orders.moneyHeld', { name: otherName })}</strong>{' '}
          {order.state === 'disputed' || order.state === 'returning'
            ? null
            : order.delivery === 'ship'
              ? t('orders.yoursAfterDays', { name: otherName, days })
              : t('orders.yoursWithCode')}
        </Note>
      ) : null}
      {isOver ? null : (
        <DocumentButton path={`receipt/${order.id}?as=pdf`} icon={Receipt} label={t('orders.receipt')} />
      )}
    </section>
  )
}

interface PersonPanelProps {
  person: OrderPerson | null
  conversationId: string | null
  role: Role
  /** For the seller: the items, shown above the buyer. */
  items?: ListedOrder
}

/** The other user, with a link to message them. */
export function PersonPanel({ person, conversationId, role, items }: PersonPanelProps) {
  if (!person) return null
  const minutes = person.response_minutes
  return (
    <section
      aria-label={role === 'buyer' ? t('common.seller') : t('orders.buyer')}
      className="panel grid grid-cols-[minmax(0,1fr)] gap-4 p-5"
    >
      {items ? (
        <div className="border-b border-line pb-4">
          <OrderItems order={items} />
        </div>
      ) : null}
      <div className="flex items-center gap-3">
        <Avatar name={person.display_name} path={person.avatar_path} size={44} />
        <div className="min-w-0 flex-1">
          <Link to={paths.seller(person.id)} className="block truncate font-semibold hover:underline">
            {person.display_name}
          </Link>
          {minutes === null ? null : (
            <p className="type-small text-ink-2">
              {minutes < 60
                ? t('orders.repliesInMinutes', { count: Math.max(1, minutes) })
                : t('orders.repliesInHours', { count: Math.round(minutes / 60) })}
            </p>
          )}
        </div>
        {conversationId ? (
          <LinkButton to={paths.conversation(conversationId)} variant="soft" size="s">
            <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-4.5 sm:hidden" />
            {t('common.message')}
          </LinkButton>
        ) : null}
      </div>
    </section>
  )
}

/** The buyer's delivery address. */
export function AddressPanel({ orderId }: { orderId: string }) {
  const { data: address } = useQuery(orderAddressQuery(orderId))
  if (!address) return null
  return (
    <section aria-labelledby="goes-to" className="panel p-5">
      <h2 id="goes-to" className="text-[14px]/5 font-semibold">
        {t('orders.goesTo')}
      </h2>
      <address className="mt-1.5 not-italic text-ink-2">
        {addressLines(address).map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
    </section>
  )
}
