import { Printer } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoney, formatPrice } from '../../ui/format.ts'
import { formatMoment } from '../../ui/format-dates.ts'
import type { ListedDeal } from './types.ts'
import { receiptNumber } from './wording.ts'

/** A printable receipt: item, seller, price, date. Not an invoice, since the payment was not made through us. */
export function Receipt({ deal }: { deal: ListedDeal }) {
  const total = deal.amount_minor + (deal.ship_cost_minor ?? 0)
  const isFree = deal.amount_minor === 0
  const number = receiptNumber(deal)
  const rows: [name: string, value: string][] = [
    [t('common.item'), deal.item_title],
    [isFree ? t('offers.givenBy') : t('common.seller'), deal.seller.display_name],
    [isFree ? t('offers.givenTo') : t('offers.buyer'), deal.buyer.display_name],
    [t('offers.handedOver'), momentText(deal.handed_over_at ?? deal.ended_at)],
    ...(deal.mode === 'ship'
      ? ([
          [t('offers.parcel'), [deal.carrier, deal.tracking_number].filter(Boolean).join(', ') || t('offers.sent')],
        ] as [string, string][])
      : deal.meet_place
        ? ([[t('common.place'), deal.meet_place]] as [string, string][])
        : []),
    [t('common.price'), formatPrice(deal.amount_minor, deal.currency)],
    ...(deal.ship_cost_minor
      ? ([[t('offers.shipping'), formatMoney(deal.ship_cost_minor, deal.currency)]] as [string, string][])
      : []),
  ]
  return (
    <section aria-labelledby="receipt-title" className="panel grid gap-4 p-5 print:border-0 print:p-0">
      <div className="flex items-center justify-between gap-3">
        <h2 id="receipt-title" className="type-h3">
          {t('offers.receipt')}
        </h2>
        <Button variant="secondary" size="s" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
          {t('offers.print')}
        </Button>
      </div>
      <dl className="grid">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-6 border-t border-line py-2">
            <dt className="text-ink-2">{name}</dt>
            <dd className="tnum text-end [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
        {total > 0 ? (
          <div className="flex justify-between gap-6 border-t border-line py-2 font-semibold">
            <dt>{t('offers.total')}</dt>
            <dd className="tnum">{formatMoney(total, deal.currency)}</dd>
          </div>
        ) : null}
      </dl>
      <p className="type-small text-ink-2">
        {total > 0
          ? t('offers.receipt.agreedAndPaid', {
              brand: config.brandName,
              id: number,
            })
          : t('offers.receipt.agreed', { brand: config.brandName, id: number })}
      </p>
    </section>
  )
}

function momentText(moment: string | null): string {
  return moment ? formatMoment(moment) : ''
}
