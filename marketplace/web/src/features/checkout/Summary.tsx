import { useQuery } from '@tanstack/react-query'
import { Lock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderDelivery } from '../../../../contract/orders/fee.ts'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { Note } from '../../ui/Note.tsx'
import { Sum, SumList } from '../../ui/SumList.tsx'
import type { Price, Quote } from './api.ts'

interface SummaryProps {
  quote: Quote
  price: Price
  delivery: OrderDelivery
  sellerName: string
  /** The pay button; on phones it is in a bar instead. */
  pay: ReactNode
  failure: ReactNode
}

/** The sums of an unpaid order, and how the money is held. */
export function Summary({ quote, price, delivery, sellerName, pay, failure }: SummaryProps) {
  const { data: terms } = useQuery(orderTermsQuery)
  const units = quote.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section aria-labelledby="summary-title" className="grid gap-5 lg:border-t lg:border-line lg:pt-5">
      <h2 id="summary-title" className="type-h3 lg:sr-only">
        {t('buying.summary')}
      </h2>
      <OrderSums
        currency={quote.currency}
        items={{ count: units, minor: price.goods_minor }}
        discountMinor={price.discount_minor}
        feeMinor={price.fee_minor}
        feeHint={delivery === 'ship' ? t('buying.heldShip') : t('buying.heldMeet')}
        shippingMinor={delivery === 'ship' ? price.shipping_minor : null}
        apartMinor={price.apart_minor}
        totalMinor={price.total_minor}
      />
      <div className="grid gap-4 max-lg:hidden">
        {failure}
        {pay}
      </div>
      {terms ? (
        <Note tone="brand" icon={ShieldCheck}>
          {delivery === 'ship' ? (
            <Trans
              id="buying.paidAfterDays"
              values={{ name: sellerName, days: Math.round(terms.check_within_hours / 24) }}
              components={{ 0: <strong className="font-semibold" /> }}
            />
          ) : (
            <Trans
              id="buying.paidAtMeeting"
              values={{ name: sellerName }}
              components={{ 0: <strong className="font-semibold" /> }}
            />
          )}
        </Note>
      ) : null}
      <Accept className="max-lg:hidden" />
    </section>
  )
}

interface OrderSumsProps {
  currency: string
  items: { count: number; minor: number }
  discountMinor: number
  feeMinor: number
  feeHint?: string
  /** Null without shipping. */
  shippingMinor: number | null
  /** Struck through next to the shipping cost if it is higher. */
  apartMinor?: number
  totalMinor: number
  totalName?: string
}

export function OrderSums(props: OrderSumsProps) {
  const { currency, items, discountMinor, feeMinor, feeHint, shippingMinor, apartMinor = 0, totalMinor } = props
  return (
    <SumList>
      <Sum name={items.count > 1 ? t('buying.itemCount', { count: items.count }) : t('common.item')}>
        {exactMoney(items.minor, currency)}
      </Sum>
      {discountMinor > 0 ? (
        <Sum name={t('buying.discount')}>
          <span className="text-success-ink">−{exactMoney(discountMinor, currency)}</span>
        </Sum>
      ) : null}
      <Sum name={t('buying.protection')} line={feeHint}>
        {exactMoney(feeMinor, currency)}
      </Sum>
      {shippingMinor === null ? null : (
        <Sum name={apartMinor > shippingMinor ? t('buying.shippingOnce') : t('buying.shipping')}>
          {apartMinor > shippingMinor ? (
            <>
              <s aria-hidden="true" className="me-2 text-ink-3">
                {exactMoney(apartMinor, currency)}
              </s>
              <span className="sr-only">{t('app.priceWas', { price: exactMoney(apartMinor, currency) })}</span>
            </>
          ) : null}
          {exactMoney(shippingMinor, currency)}
        </Sum>
      )}
      <Sum name={props.totalName ?? t('buying.total')} isTotal isLarge>
        <output>{exactMoney(totalMinor, currency)}</output>
      </Sum>
    </SumList>
  )
}

export function PayButton({
  totalMinor,
  currency,
  isPaying,
}: {
  totalMinor: number
  currency: string
  isPaying: boolean
}) {
  return (
    <Button type="submit" size="lg" className="w-full" loading={isPaying} loadingLabel={t('buying.paying')}>
      <Lock aria-hidden="true" strokeWidth={1.75} className="size-5" />
      {t('buying.pay', { amount: exactMoney(totalMinor, currency) })}
    </Button>
  )
}

/** The pay button on phones. The page frame reserves its space. */
export function PayBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-bar
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper px-4 pt-3 pb-[max(10px,env(safe-area-inset-bottom))] lg:hidden"
    >
      {children}
      <Accept className="mt-2" />
    </div>
  )
}

function Accept({ className }: { className?: string }) {
  return (
    <p className={`type-small text-center text-ink-3 ${className ?? ''}`}>
      <Trans
        id="buying.acceptTerms"
        components={{ 0: <Link to={paths.terms} className="underline underline-offset-2" /> }}
      />
    </p>
  )
}
