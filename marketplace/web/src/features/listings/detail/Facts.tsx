import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MapPin, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { wholeUnits } from '../../../../../contract/money/money.ts'
import { paths } from '../../../../../contract/paths.ts'
import { placeName } from '../../../i18n/place-names.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatDistance } from '../../../ui/format.ts'
import { formatMoneyRange } from '../../../ui/format-numbers.ts'
import { AdPrice } from '../AdPrice.tsx'
import { useChosenPlace } from '../chosen-place.ts'
import { distanceKm } from '../distance.ts'
import { isOnOffer, type ListingDetail } from '../listing.ts'
import { attributesQuery, categoriesQuery } from '../queries.ts'
import { soldForQuery } from './queries.ts'
import { ReadAloud } from './ReadAloud.tsx'
import { safetyAdvice } from './safety.ts'
import { specsOf } from './specs.ts'

/** The category path of the ad. */
export function Breadcrumb({ category }: { category: string }) {
  const { data: tree } = useQuery(categoriesQuery)
  const crumbs = tree?.pathTo(category) ?? []
  return (
    <nav aria-label={t('listing.breadcrumb')} className="type-small hidden min-h-5 text-ink-2 md:block">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ slug, name }, at) => (
          <li key={slug} className="flex items-center gap-2">
            {at > 0 ? <ChevronRight aria-hidden="true" className="size-3.5" /> : null}
            <Link to={paths.category(slug)} className="hover:text-ink">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Title and price, plus the place in single-column layouts. On phones the price comes first. */
export function Heading({
  listing,
  as: Title = 'h1',
  underPrice,
}: {
  listing: ListingDetail
  as?: 'h1' | 'h2'
  underPrice?: ReactNode
}) {
  return (
    <div className="grid gap-2">
      <Title
        id="listing-title"
        lang={listing.language ?? undefined}
        dir="auto"
        className="type-h1 wrap-anywhere max-md:order-1 max-md:text-[22px]/7"
      >
        {listing.title}
      </Title>
      <p className="md:mt-2">
        <AdPrice ad={listing} size="lg" />
      </p>
      {underPrice}
      <Place listing={listing} className="order-2 lg:hidden" />
      {listing.quantity > 1 ? (
        <p className="type-small tnum text-ink-2 max-lg:order-3">
          {t('listing.available', { count: listing.quantity })}
        </p>
      ) : null}
    </div>
  )
}

/** The approximate location, and its distance from the chosen place. */
export function Place({ listing, className }: { listing: ListingDetail; className?: string }) {
  const chosen = useChosenPlace()
  const { lat, lng } = listing
  const place = placeName(listing)
  if (!place) return null
  const distance = chosen && lat !== null && lng !== null ? formatDistance(distanceKm(chosen, { lat, lng })) : null
  return (
    <p className={cx('tnum flex items-center gap-2 text-[14px]/5 text-ink-2', className)}>
      <MapPin aria-hidden="true" strokeWidth={1.75} className="size-[18px] shrink-0 max-md:hidden" />
      <span>
        <span className="md:font-semibold md:text-ink">{place}</span>
        {distance ? ` · ${t('listing.distanceFromYou', { distance })}` : null}
      </span>
    </p>
  )
}

/** What similar items sold for. Hidden until there are enough sales to keep each price private. */
export function SimilarSold({ listing }: { listing: ListingDetail }) {
  const { category, condition, currency } = listing
  const asks = listing.type === 'sell' && listing.price_minor !== null && isOnOffer(listing)
  const { data } = useQuery({ ...soldForQuery(category, condition), enabled: asks })
  if (data?.p25 === undefined || data.p75 === undefined) return null
  const range = formatMoneyRange(wholeUnits(data.p25, currency), wholeUnits(data.p75, currency), currency)
  return <p className="type-small tnum -mt-2 text-ink-2">{t('common.similarSold', { range })}</p>
}

/** The most important safety advice for this kind of item. */
export function SafetyNote({ category, className }: { category: string; className?: string }) {
  const { data: tree } = useQuery(categoriesQuery)
  return (
    <p className={cx('type-small flex gap-2.5 text-ink-2', className)}>
      <ShieldCheck aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-saffron-ink" />
      <span>
        {safetyAdvice(category, tree)}{' '}
        <Link to={paths.helpArticle('what-to-check')} className="font-medium text-ink underline underline-offset-2">
          {t('listing.staySafe')}
        </Link>
      </span>
    </p>
  )
}

/** Shown where an ad can be paid for here: only such payments are protected. */
export function PayHereNote({ className }: { className?: string }) {
  return (
    <p
      className={cx(
        'type-small flex gap-3 rounded-panel bg-saffron-soft px-4 py-3.5 text-saffron-ink print:hidden',
        className,
      )}
    >
      <ShieldAlert aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <span>
        <strong className="font-semibold">{t('listing.payHere')}</strong> {t('listing.payHereHint')}{' '}
        <Link to={paths.helpSafety} className="font-medium underline underline-offset-2">
          {t('listing.safetyGuide')}
        </Link>
      </span>
    </p>
  )
}

/** The seller's description and the item's attributes. */
export function About({ listing, isHandoverShown }: { listing: ListingDetail; isHandoverShown: boolean }) {
  const attributes = useQuery(attributesQuery(listing.category))
  const specs = specsOf(listing, attributes.data ?? [], { isHandoverShown })
  return (
    <>
      {listing.description.trim() === '' ? null : (
        <section aria-labelledby="about">
          <div className="flex min-h-11 items-center gap-2 max-md:float-end max-md:ms-2 max-md:min-w-11 max-md:justify-end">
            <h2 id="about" className="type-h2 max-md:sr-only">
              {t('common.description')}
            </h2>
            <ReadAloud listing={listing} />
          </div>
          <p
            lang={listing.language ?? undefined}
            dir="auto"
            className="type-body-l max-w-[66ch] whitespace-pre-line wrap-anywhere md:mt-1"
          >
            {listing.description}
          </p>
        </section>
      )}
      <section aria-labelledby="details">
        <h2 id="details" className="sr-only">
          {t('common.details')}
        </h2>
        <dl className="grid gap-x-8 md:grid-cols-2">
          {specs.map(({ name, value }) => (
            <div key={name} className="flex min-h-13 items-center justify-between gap-4 border-t border-line py-2.5">
              <dt className="shrink-0 text-ink-2">{name}</dt>
              <dd className="tnum min-w-0 text-end font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
