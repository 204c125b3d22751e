import { Clock, EyeOff, Handshake, type LucideIcon, PackageCheck, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { formatTimeAgo } from '../../../ui/format.ts'
import { isOnOffer, type ListingDetail, type ListingState } from '../listing.ts'

interface Notice {
  icon: LucideIcon
  tone: string
  title: string
  line: ReactNode
}

/** What readers should know before they fall in love: reserved, sold, over. Owners also see why nobody else sees it. */
export function StateBanner({ listing, own }: { listing: ListingDetail; own: boolean }) {
  const notice = noticeFor(listing, own)
  if (!notice) return null
  const { icon: Icon, tone, title, line } = notice
  return (
    <div role="note" className={`flex gap-3 rounded-panel px-4 py-3.5 ${tone}`}>
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <p>
        <strong className="font-semibold">{title}</strong> {line}
      </p>
    </div>
  )
}

const INFO = 'bg-info-soft text-info-ink'
const WARM = 'bg-saffron-soft text-saffron-ink'
const QUIET = 'border border-line bg-sunken text-ink-2'

function noticeFor(listing: ListingDetail, own: boolean): Notice | null {
  const over = (listing.state === 'active' || listing.state === 'reserved') && !isOnOffer(listing)
  if (over) return closedNotice('expired', own)
  if (listing.state === 'reserved') {
    const line = own
      ? 'Others see that it is spoken for.'
      : 'Somebody is about to take it. You can still ask to be next.'
    return { icon: Handshake, tone: WARM, title: 'Reserved.', line }
  }
  if (listing.state === 'sold') {
    const when = listing.sold_at ? `Sold ${formatTimeAgo(listing.sold_at)}. ` : ''
    const line = (
      <>
        {when}
        <a href="#similar" className="underline underline-offset-2">
          See similar things
        </a>
      </>
    )
    return { icon: PackageCheck, tone: INFO, title: 'It found a home.', line }
  }
  return listing.state === 'active' ? null : closedNotice(listing.state, own, listing)
}

function closedNotice(state: ListingState, own: boolean, listing?: ListingDetail): Notice {
  const reason = listing?.state_reason ?? null
  if (!own)
    return {
      icon: Clock,
      tone: QUIET,
      title: 'No longer on offer.',
      line: 'Its time was over, or its seller took it down.',
    }
  const notices: Partial<Record<ListingState, Notice>> = {
    draft: { icon: PencilLine, tone: QUIET, title: 'A draft.', line: 'Only you see it until you publish it.' },
    paused: {
      icon: EyeOff,
      tone: QUIET,
      title: 'Paused.',
      line: 'Nobody finds it until you resume it.',
    },
    expired: {
      icon: Clock,
      tone: WARM,
      title: 'Its time is over.',
      line: 'Put it on offer again: it keeps its watchers.',
    },
    pending_review: {
      icon: Clock,
      tone: INFO,
      title: 'In review.',
      line: reason ?? 'A person looks at it before others see it.',
    },
    changes_requested: {
      icon: PencilLine,
      tone: WARM,
      title: 'A change is needed.',
      line: (
        <>
          {reason}{' '}
          <Link to={paths.editPost(listing?.id ?? '')} className="underline underline-offset-2">
            Change it and publish it again
          </Link>
        </>
      ),
    },
    rejected: { icon: EyeOff, tone: WARM, title: 'Not accepted.', line: reason },
    hidden: {
      icon: EyeOff,
      tone: WARM,
      title: 'Hidden by the moderators.',
      line: `${reason ?? ''} Write to us if you think that this is wrong.`.trim(),
    },
    removed: { icon: EyeOff, tone: WARM, title: 'Removed by the moderators.', line: reason },
  }
  return notices[state] ?? { icon: EyeOff, tone: QUIET, title: 'Not on offer.', line: '' }
}
