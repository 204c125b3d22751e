import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MapPin, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { useIsLive } from '../../../app/drawn.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { formatDistance, formatMoney, formatTimeAgo } from '../../../ui/format.ts'
import { AdPrice } from '../AdPrice.tsx'
import { useChosenPlace } from '../chosen-place.ts'
import { distanceKm } from '../distance.ts'
import type { ListingDetail } from '../listing.ts'
import { attributesQuery, categoriesQuery, soldForQuery } from '../queries.ts'
import { safetyAdvice } from './safety.ts'
import { dropNote, keyFacts, specsOf } from './specs.ts'

/** Home, then the categories down to the ad's. */
export function Breadcrumb({ category }: { category: string }) {
  const { data: tree } = useQuery(categoriesQuery)
  const crumbs = [
    { to: paths.home, name: t('Home') },
    ...(tree?.pathTo(category) ?? []).map(({ slug, name }) => ({ to: paths.category(slug), name })),
  ]
  return (
    <nav aria-label={t('Breadcrumb')} className="type-small hidden min-h-5 text-ink-2 md:block">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ to, name }, at) => (
          <li key={to} className="flex items-center gap-2">
            {at > 0 ? <ChevronRight aria-hidden="true" className="size-3.5" /> : null}
            <Link to={to} className="hover:text-ink">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Title, place and price. Phones put the price first. */
export function Heading({ listing }: { listing: ListingDetail }) {
  const place = useChosenPlace()
  const away =
    place && listing.lat !== null && listing.lng !== null
      ? formatDistance(distanceKm(place, { lat: listing.lat, lng: listing.lng }))
      : null
  const where = [listing.area, listing.city].filter((name, at, all) => name && all.indexOf(name) === at).join(', ')
  useIsLive()
  const note = dropNote(listing)
  return (
    <div className="grid gap-2">
      <h1
        id="listing-title"
        lang={listing.language ?? undefined}
        dir="auto"
        className="type-h1 wrap-anywhere max-md:order-1 max-md:text-[22px]/7"
      >
        {listing.title}
      </h1>
      <p className="type-small tnum flex items-center gap-1.5 text-ink-2 max-md:order-2">
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
        {[where, away, formatTimeAgo(listing.first_published_at ?? listing.created_at)].filter(Boolean).join(' · ')}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 md:mt-2">
        <AdPrice ad={listing} size="lg" />
        {note ? <Badge tone="clay">{note}</Badge> : null}
      </p>
      {listing.price_type === 'negotiable' ? (
        <p className="type-small text-ink-2 max-md:order-3">{t('Open to offers in chat.')}</p>
      ) : null}
    </div>
  )
}

/** What things like this one sold for. Nothing before there are enough sales to tell nobody's secret. */
export function SoldFor({ listing }: { listing: ListingDetail }) {
  const { category, condition, currency } = listing
  const asks = listing.type === 'sell' && listing.price_minor !== null
  const { data } = useQuery({ ...soldForQuery(category, condition), enabled: asks })
  if (data?.p25 === undefined || data.p75 === undefined) return null
  return (
    <p className="type-small tnum text-ink-2">
      <Trans
        message="{count, plural, one {# similar thing} other {# similar things}} sold here, half of them for <0>{amount} to {amount2}</0>."
        values={{
          count: data.count,
          amount: formatMoney(data.p25, currency),
          amount2: formatMoney(data.p75, currency),
        }}
        components={{ 0: <strong className="font-semibold text-ink" /> }}
      />
    </p>
  )
}

/** What to look out for with things of this kind. */
export function SafetyNote({ category }: { category: string }) {
  const { data: tree } = useQuery(categoriesQuery)
  const { lead, line } = safetyAdvice(category, tree)
  return (
    <p className="flex gap-3 rounded-panel bg-saffron-soft px-4 py-3.5 text-[14px]/5.5 text-saffron-ink">
      <ShieldCheck aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <span>
        <strong className="font-semibold">{lead}</strong> {line}{' '}
        <Link to={paths.helpSafety} className="underline underline-offset-2">
          {t('Safety guide')}
        </Link>
      </span>
    </p>
  )
}

/** On phones the table of details is a long way down. */
export function KeyFacts({ listing }: { listing: ListingDetail }) {
  const { data: definitions } = useQuery(attributesQuery(listing.category))
  const facts = keyFacts(listing, definitions ?? [])
  if (facts.length === 0) return null
  return (
    <ul aria-label={t('Details')} className="flex flex-wrap gap-2 md:hidden print:hidden">
      {facts.map((fact) => (
        <li key={fact} className="rounded-badge bg-sunken px-2.5 py-1 text-[14px] text-ink-2">
          {fact}
        </li>
      ))}
    </ul>
  )
}

/** The seller's words and what is known about the thing. */
export function About({ listing }: { listing: ListingDetail }) {
  const attributes = useQuery(attributesQuery(listing.category))
  const specs = specsOf(listing, attributes.data ?? [])
  return (
    <>
      <section aria-labelledby="about">
        <h2 id="about" className="type-h2 max-md:sr-only">
          {t('In the seller’s words')}
        </h2>
        <p
          lang={listing.language ?? undefined}
          dir="auto"
          className="type-body-l max-w-[66ch] whitespace-pre-line wrap-anywhere md:mt-3"
        >
          {listing.description}
        </p>
      </section>
      <section aria-labelledby="details">
        <h2 id="details" className="type-h2 md:sr-only">
          {t('Details')}
        </h2>
        <dl className="grid gap-x-10 max-md:mt-2 md:grid-cols-2">
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
