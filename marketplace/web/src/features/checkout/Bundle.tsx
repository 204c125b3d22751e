import { useQuery } from '@tanstack/react-query'
import { Plus, Tag, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { Link } from '../../lib/router.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { formatMoney } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Quote } from './api.ts'
import { quoteQuery } from './queries.ts'
import { OrderSums } from './Summary.tsx'

/** The fields of an ad that a bundle shows. */
export interface BundleAd {
  id: string
  title: string
  price_minor: number | null
  currency: string
  cover_path: string | null
}

const MOST_ITEMS = 20

interface BundleProps {
  chosen: readonly string[]
  /** All of the seller's ads that can be bought and shipped. */
  ads: readonly BundleAd[]
  onChoose: (ids: readonly string[]) => void
  seller: ReactNode
  sellerName: string
}

/** Selects several items of one seller, and shows their price in one parcel. */
export function Bundle({ chosen, ads, onChoose, seller, sellerName }: BundleProps) {
  const quote = useQuery({
    ...quoteQuery({ listingIds: chosen, counts: chosen.map(() => 1) }),
    enabled: chosen.length > 0,
  })
  const items = chosen.map((id) => ads.find((ad) => ad.id === id)).filter((ad) => ad !== undefined)
  const others = ads.filter(({ id }) => !chosen.includes(id))
  const price = quote.data?.ship
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_400px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
        <div>
          <div className="border-b border-line pb-4">{seller}</div>
          <ul className="divide-y divide-line border-b border-line" aria-label={t('buying.items')}>
            {items.map((ad) => (
              <li key={ad.id} className="flex items-center gap-4 py-4">
                <Photo path={ad.cover_path} alt="" sizes="72px" className="w-18 shrink-0 rounded-photo" />
                <div className="min-w-0 flex-1">
                  <Link to={paths.listing(ad.id)} className="block truncate font-semibold hover:underline">
                    {ad.title}
                  </Link>
                  <p className="type-price">{formatMoney(ad.price_minor ?? 0, ad.currency)}</p>
                </div>
                <IconButton
                  icon={X}
                  label={t('buying.removeItem', { title: ad.title })}
                  disabled={chosen.length === 1}
                  onClick={() => onChoose(chosen.filter((id) => id !== ad.id))}
                />
              </li>
            ))}
          </ul>
        </div>
        {quote.data ? <Saving quote={quote.data} /> : null}
        {others.length > 0 && chosen.length < MOST_ITEMS ? (
          <section aria-labelledby="more-title">
            <h2 id="more-title" className="type-h3 mb-3">
              {t('buying.addMore', { name: firstNameOf(sellerName) })}
            </h2>
            <ul className="scrollbar-none -mx-4 flex gap-3 overflow-x-auto px-4 pb-1 md:mx-0 md:grid md:grid-cols-4 md:px-0">
              {others.map((ad) => (
                <li key={ad.id} className="relative w-36 shrink-0 md:w-auto">
                  <Photo path={ad.cover_path} alt="" sizes="180px" />
                  <IconButton
                    icon={Plus}
                    label={t('buying.addItem', { title: ad.title })}
                    look="floating"
                    className="absolute! end-2 top-[calc(100%-104px)]"
                    onClick={() => onChoose([...chosen, ad.id])}
                  />
                  <p className="type-price mt-2">{formatMoney(ad.price_minor ?? 0, ad.currency)}</p>
                  <p className="type-small truncate text-ink-2">{ad.title}</p>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      <section aria-labelledby="parcel-title" className="lg:panel grid gap-4 lg:sticky lg:top-24 lg:p-6">
        <h2 id="parcel-title" className="type-h3">
          {t('buying.oneParcel')}
        </h2>
        {quote.isError && !quote.data ? (
          <p role="alert" className="text-danger-ink">
            {sentenceOf(quote.error)}
          </p>
        ) : price && quote.data ? (
          <OrderSums
            currency={quote.data.currency}
            items={{ count: chosen.length, minor: price.goods_minor }}
            discountMinor={price.discount_minor}
            feeMinor={price.fee_minor}
            shippingMinor={price.shipping_minor}
            apartMinor={price.apart_minor}
            totalMinor={price.total_minor}
          />
        ) : (
          <Skeleton className="h-40" />
        )}
        <div
          data-bar
          className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))]"
        >
          {chosen.length > 1 ? (
            <LinkButton to={paths.buy(...chosen)} size="lg" className="w-full">
              {t('buying.buyBundle')}
            </LinkButton>
          ) : (
            <p className="text-center text-ink-2">{t('buying.addOneMore')}</p>
          )}
        </div>
      </section>
    </div>
  )
}

function Saving({ quote }: { quote: Quote }) {
  const { bundle_percent: percent, ship, currency } = quote
  if (percent === 0) return null
  const saved = ship?.discount_minor ?? 0
  return (
    <Note tone="success" icon={Tag} aria-live="polite">
      <strong className="font-semibold">{t('buying.bundleOffer', { percent })}</strong>{' '}
      {saved > 0 ? t('buying.youSave', { amount: exactMoney(saved, currency) }) : null}
    </Note>
  )
}
