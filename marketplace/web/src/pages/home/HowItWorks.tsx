import type { ReactNode } from 'react'
import { useState } from 'react'
import { wholeUnits } from '../../../../contract/money.ts'
import type { ListingItem, PriceFacts, SearchPage } from '../../features/listings/listing.ts'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { formatMoney } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'

type Side = 'selling' | 'buying'

const SIDES: Record<Side, string> = { selling: t('Selling'), buying: t('Buying') }

const STEPS: Record<Side, { title: string; line: string }[]> = {
  selling: [
    {
      title: t('Snap it'),
      line: t('Add photos from your phone or computer. We turn them upright and fit their size.'),
    },
    {
      title: t('Price it'),
      line: t('Fixed, open to offers, or free. See what similar things sold for where we know it.'),
    },
    { title: t('Meet and hand over'), line: t('Agree a time in chat, meet in public, get paid on the spot.') },
  ],
  buying: [
    { title: t('Find it'), line: t('Search by words, area, price and condition. Save what you like with a heart.') },
    { title: t('Compare the price'), line: t('Every search shows how prices spread, so you see what is usual.') },
    { title: t('Ask and meet'), line: t('Message the seller, look at the thing, then pay.') },
  ],
}

/** How selling and buying go, in three steps with a piece of the real thing above each. */
export function HowItWorks({ market }: { market: SearchPage | undefined }) {
  const [side, setSide] = useState<Side>('selling')
  const pieces = [
    <Photos key="photos" items={market?.items ?? []} />,
    <Prices key="prices" price={market?.facets?.price ?? null} />,
    <Chat key="chat" />,
  ]
  return (
    <section aria-labelledby="how" className="draw-near container-page mt-10 md:mt-16">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="how" className="type-h2">
          {t('From shelf to neighbour')}
        </h2>
        <fieldset className="flex rounded-control bg-sunken p-0.5">
          <legend className="sr-only">{t('How it works for')}</legend>
          {(Object.keys(SIDES) as Side[]).map((key) => (
            <label
              key={key}
              className="inline-flex h-11 cursor-pointer items-center rounded-[11px] border border-transparent px-4 text-[14px] font-semibold text-ink-2 has-checked:border-line has-checked:bg-surface has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-[2.5px] has-focus-visible:outline-focus md:h-10"
            >
              <input
                type="radio"
                name="side"
                className="sr-only"
                checked={side === key}
                onChange={() => setSide(key)}
              />
              {SIDES[key]}
            </label>
          ))}
        </fieldset>
      </div>
      <ol className="mt-5 grid gap-6 md:grid-cols-3">
        {STEPS[side].map((step, at) => (
          <li key={step.title}>
            {pieces[at]}
            <div className="mt-4 grid grid-cols-[28px_1fr] gap-x-2">
              <span aria-hidden="true" className="font-display text-[30px]/6 font-[680] text-brand">
                {at + 1}
              </span>
              <h3 className="type-h3">{step.title}</h3>
              <p className="col-start-2 text-ink-2">{step.line}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Well({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div aria-hidden="true" className={cx('h-48 overflow-hidden rounded-panel bg-sunken px-7', className)}>
      {children}
    </div>
  )
}

/** Photos of one ad that has several: what a seller's three photos become. */
function Photos({ items }: { items: readonly ListingItem[] }) {
  const example = items.find((item) => item.photos.length >= 3 && item.type === 'sell')
  const frames = [
    { key: 'left', height: 'h-[62%]' },
    { key: 'middle', height: 'h-[86%] flex-[1.35]' },
    { key: 'right', height: 'h-[62%]' },
  ]
  return (
    <Well className="flex items-end gap-2.5">
      {frames.map(({ key, height }, at) => (
        <span key={key} className={cx('min-w-0 flex-1 overflow-hidden rounded-t-photo bg-line', height)}>
          {example?.photos[at] ? (
            <Photo path={example.photos[at].path} alt="" sizes="150px" ratio={null} className="size-full" />
          ) : null}
        </span>
      ))}
    </Well>
  )
}

/** The real spread of prices on the market now. */
function Prices({ price }: { price: PriceFacts | null }) {
  const bars = price?.histogram ?? []
  const highest = Math.max(1, ...bars.map((bar) => bar.count))
  const middle = (bar: { from: number; to: number }) =>
    price?.p25 != null && price.p75 != null && bar.to > price.p25 && bar.from < price.p75
  return (
    <Well className="flex flex-col pt-5">
      <span className="type-small text-ink-2">
        {price?.p25 != null && price.p75 != null ? (
          <>
            {t('Half of everything costs')}{' '}
            <strong className="font-semibold text-ink">
              {t('{from} to {to}', {
                from: formatMoney(wholeUnits(price.p25)),
                to: formatMoney(wholeUnits(price.p75)),
              })}
            </strong>
          </>
        ) : (
          ' '
        )}
      </span>
      <span className="mt-4 flex flex-1 items-end gap-1.5 pb-8">
        {bars.map((bar) => (
          <span
            key={bar.from}
            style={{ height: `${Math.max(6, (bar.count / highest) * 100)}%` }}
            className={cx('flex-1 rounded-t-[5px]', middle(bar) ? 'bg-brand' : 'bg-line')}
          />
        ))}
      </span>
    </Well>
  )
}

function Chat() {
  return (
    <Well className="grid content-center gap-3 text-[14px]">
      <span className="max-w-[85%] justify-self-start rounded-[18px] rounded-ss-[6px] border border-line bg-surface px-4 py-2.5">
        {t('Is 18:30 at the market fine?')}
      </span>
      <span className="max-w-[85%] justify-self-end rounded-[18px] rounded-ee-[6px] bg-brand px-4 py-2.5 text-on-brand">
        {t('Perfect, see you by the kiosk')}
      </span>
    </Well>
  )
}
