import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { formatDate } from '../../ui/format.ts'
import { formatAppointment } from '../../ui/format-dates.ts'
import { Photo } from '../../ui/Photo.tsx'
import type { PendingSale } from './api.ts'

interface PendingSalesProps {
  sales: readonly PendingSale[]
  totalMinor: number
  currency: string
}

/** Sales whose money is held, with the reason for each. */
export function PendingSales({ sales, totalMinor, currency }: PendingSalesProps) {
  const terms = useQuery(orderTermsQuery)
  return (
    <section aria-labelledby="pending-sales" className="panel px-5 py-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="pending-sales" className="type-h3">
          {t('balance.pending')}
        </h2>
        <span className="tnum font-semibold">{exactMoney(totalMinor, currency)}</span>
      </div>
      <ul className="mt-2">
        {sales.map((sale) => (
          <li key={sale.id} className="flex items-center gap-3 border-t border-line py-3">
            <Photo
              path={sale.items[0]?.listing?.cover_path}
              alt=""
              sizes="44px"
              className="size-11 shrink-0 rounded-[10px]"
            />
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold">
                <SaleTitle titles={sale.items.map(({ title }) => title)} />
              </p>
              <p className="type-small text-ink-2">{waitsFor(sale)}</p>
            </div>
            <span className="tnum font-semibold">
              {exactMoney(
                sale.items_minor + sale.shipping_minor - sale.seller_fee_minor - sale.label_minor,
                sale.currency,
              )}
            </span>
          </li>
        ))}
      </ul>
      {terms.data ? (
        <p className="type-small border-t border-line pt-3 text-ink-2">
          {t('balance.pending.when', { days: Math.ceil(terms.data.check_within_hours / 24) })}
        </p>
      ) : null}
    </section>
  )
}

function SaleTitle({ titles }: { titles: readonly string[] }) {
  const [title = ''] = titles
  return titles.length > 1 ? t('balance.row.items', { title, more: titles.length - 1 }) : title
}

function waitsFor({ state, delivery, due_at, buyer, deal }: PendingSale): string {
  const name = buyer?.display_name ?? t('common.deletedAccount')
  if (state === 'shipped') return t('balance.pending.shipped', { name })
  if (state === 'disputed') return t('balance.pending.disputed')
  if (state === 'returning') return t('balance.pending.returning')
  if (state === 'delivered') return t('balance.pending.delivered', { when: due_at ? formatAppointment(due_at) : '' })
  if (delivery === 'ship') return t('balance.pending.ship', { when: due_at ? formatDate(due_at) : '' })
  return deal?.meet_at
    ? t('balance.pending.meetAt', { when: formatAppointment(deal.meet_at) })
    : t('balance.pending.meet', { name })
}
