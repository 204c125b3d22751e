import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatMoney } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Price } from '../../ui/Price.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { useRemoveSaved, useSaved } from './queries.ts'
import { StateBadge } from './StateBadge.tsx'
import type { SavedAd } from './types.ts'

const GRID = 'mt-5 grid grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-3 md:gap-x-5 md:gap-y-8 xl:grid-cols-4'

/** The ads with a heart. */
export function Saved({ userId }: { userId: string }) {
  const saved = useSaved(userId)
  const isLate = useDelayed(saved.isPending)
  return (
    <section aria-labelledby="saved-title">
      <h1 id="saved-title" className="type-h1">
        Saved
      </h1>
      {saved.isPending ? (
        isLate ? (
          <CardsSkeleton />
        ) : null
      ) : saved.isError ? (
        <div className="mt-8">
          <LoadFailed what="your saved ads" onRetry={() => void saved.refetch()} />
        </div>
      ) : saved.data.length === 0 ? (
        <EmptyState
          className="mt-8"
          tone="clay"
          icon={<Heart aria-hidden="true" strokeWidth={1.75} />}
          title="Nothing saved yet"
          line="Tap the heart on an ad and it waits for you here."
          action={<LinkButton to={paths.browse}>Browse nearby</LinkButton>}
        />
      ) : (
        <ul className={GRID}>
          {saved.data.map((ad) => (
            <li key={ad.listing.id} className="min-w-0">
              <Card saved={ad} userId={userId} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Card({ saved, userId }: { saved: SavedAd; userId: string }) {
  const remove = useRemoveSaved(userId)
  const { listing } = saved
  const isGone = listing.state !== 'active'
  return (
    <article className="relative">
      <Link to={paths.listing(listing.id)} className="block rounded-photo outline-offset-4">
        <Photo
          path={listing.cover_path}
          alt=""
          sizes="(width < 768px) 46vw, 240px"
          className="rounded-photo"
          imageClassName={isGone ? 'saturate-[.8]' : undefined}
        />
        <span className="mt-2.5 block">
          <Price minor={listing.price_minor} currency={listing.currency} type={listing.price_type} />
        </span>
        <span className="block truncate">{listing.title}</span>
        <span className="type-small block truncate text-ink-3">{lineOf(saved)}</span>
      </Link>
      {isGone ? (
        <span className="pointer-events-none absolute start-2 top-2">
          <StateBadge state={listing.state} />
        </span>
      ) : null}
      <IconButton
        label={`Remove ${listing.title} from saved`}
        look="floating"
        size={36}
        className="absolute! end-2 top-2"
        onClick={() => remove.mutate(saved)}
      >
        <Heart aria-hidden="true" strokeWidth={1.75} className="size-5 fill-clay text-clay" />
      </IconButton>
    </article>
  )
}

/** A drop since the heart was given says more than the place. */
function lineOf({ seen_price_minor: seen, listing }: SavedAd): string {
  if (seen !== null && listing.price_minor !== null && listing.price_minor < seen) {
    return `${formatMoney(seen - listing.price_minor, listing.currency)} less than when you saved it`
  }
  return listing.area || listing.city
}

function CardsSkeleton() {
  return (
    <div className={GRID} role="status">
      <span className="sr-only">Loading your saved ads</span>
      {[0, 1, 2, 3].map((card) => (
        <div key={card} aria-hidden="true">
          <Skeleton className="aspect-square rounded-photo" />
          <Skeleton className="mt-3 h-5 w-16 rounded-badge" />
          <Skeleton className="mt-2 h-4 w-full rounded-badge" />
        </div>
      ))}
    </div>
  )
}
