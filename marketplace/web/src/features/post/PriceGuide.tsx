import { useWatch } from 'react-hook-form'
import { readPrice } from '../../../../contract/price.ts'
import { config } from '../../app/config.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { formatMoney } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { priceVerdict } from './price-verdict.ts'
import { type Guide, usePriceGuide } from './queries.ts'
import type { PostForm } from './types.ts'

/** What similar things sold for, with the own price among them. Says so when there are too few to tell. */
export function PriceGuide() {
  const [category, condition, price, type] = useWatch<PostForm, ['category', 'condition', 'price', 'type']>({
    name: ['category', 'condition', 'price', 'type'],
  })
  const guide = usePriceGuide(category, condition)
  if (type === 'free')
    return <Note>{t('It shows up under Free, where things go quickly to whoever can collect them.')}</Note>
  if (category === '') return <Note>{t('Choose a category to see what similar things sold for.')}</Note>
  if (guide.isPending) return <Skeleton className="min-h-40 rounded-panel" />
  if (guide.isError) {
    return (
      <Note>
        <Trans
          message="The price guide did not load. <0>Try again</0>"
          components={{
            0: (
              <button
                type="button"
                className="font-semibold text-brand underline"
                onClick={() => void guide.refetch()}
              />
            ),
          }}
        />
      </Note>
    )
  }
  if (!guide.data.histogram) return <Note>{t('Not enough similar sales yet.')}</Note>
  const reading = readPrice(price)
  return <Chart guide={guide.data} priceMinor={reading.ok && reading.minor > 0 ? reading.minor : null} />
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="self-start rounded-panel bg-sunken p-4.5 text-[14px]/5 text-ink-2">{children}</p>
}

function Chart({ guide, priceMinor }: { guide: Guide; priceMinor: number | null }) {
  const bars = guide.histogram ?? []
  const { p25 = 0, p75 = 0 } = guide
  const low = bars[0]?.from ?? 0
  const high = bars.at(-1)?.to ?? 1
  const tallest = Math.max(1, ...bars.map((bar) => bar.count))
  const isOwn = (bar: { from: number; to: number }) =>
    priceMinor !== null && priceMinor >= bar.from && priceMinor < bar.to
  const isUsual = (bar: { from: number; to: number }) => bar.to > p25 && bar.from <= p75
  const place = priceMinor === null ? 0 : Math.min(1, Math.max(0, (priceMinor - low) / Math.max(1, high - low)))
  return (
    <div className="self-start rounded-panel bg-sunken p-4.5">
      <div className="type-small flex flex-wrap justify-between gap-x-3">
        <p className="font-semibold">
          {t('{count, plural, one {# similar thing} other {# similar things}} sold', { count: guide.count })}
        </p>
        <p className="text-ink-3">
          {guide.sameCondition ? t('same condition, last 180 days') : t('any condition, last 180 days')}
        </p>
      </div>
      <div aria-hidden="true" className="relative pt-9">
        {priceMinor === null ? null : (
          <span
            className="tnum type-micro absolute top-2 -translate-x-1/2 rounded-badge bg-ink px-2 py-1 font-semibold whitespace-nowrap text-paper"
            style={{ insetInlineStart: `clamp(2.5rem, ${place * 100}%, calc(100% - 2.5rem))` }}
          >
            {t('You, {amount}', { amount: formatMoney(priceMinor) })}
          </span>
        )}
        <div className="flex h-18 items-end gap-0.5 border-b border-ink-3">
          {bars.map((bar) => (
            <span
              key={bar.from}
              style={{ height: `${Math.max(3, (bar.count / tallest) * 100)}%` }}
              className={cx(
                'flex-1 rounded-t-[3px]',
                isOwn(bar)
                  ? 'bg-brand'
                  : isUsual(bar)
                    ? 'bg-[color-mix(in_oklab,var(--brand)_40%,var(--sunken))]'
                    : 'bg-line-2',
              )}
            />
          ))}
        </div>
        <div className="tnum type-micro mt-1 flex justify-between text-ink-2">
          <span>{formatMoney(low)}</span>
          <span>{formatMoney(high)}</span>
        </div>
      </div>
      <p className="type-small mt-2" role="status">
        {priceVerdict({ p25, p75 }, priceMinor, config.currency)}
      </p>
      <details className="type-small mt-1">
        <summary className="cursor-pointer py-1 text-ink-2">{t('Show as a table')}</summary>
        <table className="tnum mt-1 w-full">
          <thead className="text-start text-ink-3">
            <tr>
              <th className="text-start font-normal">{t('Price')}</th>
              <th className="text-end font-normal">{t('Sold')}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.from}>
                <td>{t('{amount} to {amount2}', { amount: formatMoney(bar.from), amount2: formatMoney(bar.to) })}</td>
                <td className="text-end">{bar.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
