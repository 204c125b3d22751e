import { Clock, EyeOff, Handshake, type LucideIcon, PackageCheck, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
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
      ? t('Others see that it is spoken for.')
      : t('Somebody is about to take it. You can still ask to be next.')
    return { icon: Handshake, tone: WARM, title: t('Reserved.'), line }
  }
  if (listing.state === 'sold') {
    const when = listing.sold_at ? `${t('Sold {when}.', { when: formatTimeAgo(listing.sold_at) })} ` : ''
    const line = (
      <>
        {when}
        <a href="#similar" className="underline underline-offset-2">
          {t('See similar things')}
        </a>
      </>
    )
    return { icon: PackageCheck, tone: INFO, title: t('It found a home.'), line }
  }
  return listing.state === 'active' ? null : closedNotice(listing.state, own, listing)
}

function closedNotice(state: ListingState, own: boolean, listing?: ListingDetail): Notice {
  const reason = listing?.state_reason ?? null
  if (!own)
    return {
      icon: Clock,
      tone: QUIET,
      title: t('No longer on offer.'),
      line: t('Its time was over, or its seller took it down.'),
    }
  const notices: Partial<Record<ListingState, Notice>> = {
    draft: { icon: PencilLine, tone: QUIET, title: t('A draft.'), line: t('Only you see it until you publish it.') },
    paused: {
      icon: EyeOff,
      tone: QUIET,
      title: t('Paused.'),
      line: t('Nobody finds it until you resume it.'),
    },
    expired: {
      icon: Clock,
      tone: WARM,
      title: t('Its time is over.'),
      line: t('Put it on offer again: it keeps its watchers.'),
    },
    pending_review: {
      icon: Clock,
      tone: INFO,
      title: t('In review.'),
      line: reason ?? t('A person looks at it before others see it.'),
    },
    changes_requested: {
      icon: PencilLine,
      tone: WARM,
      title: t('A change is needed.'),
      line: (
        <>
          {reason}{' '}
          <Link to={paths.editPost(listing?.id ?? '')} className="underline underline-offset-2">
            {t('Change it and publish it again')}
          </Link>
        </>
      ),
    },
    rejected: { icon: EyeOff, tone: WARM, title: t('Not accepted.'), line: reason },
    hidden: {
      icon: EyeOff,
      tone: WARM,
      title: t('Hidden by the moderators.'),
      line: t('{reason} Write to us if you think that this is wrong.', { reason: reason ?? '' }).trim(),
    },
    removed: { icon: EyeOff, tone: WARM, title: t('Removed by the moderators.'), line: reason },
  }
  return notices[state] ?? { icon: EyeOff, tone: QUIET, title: t('Not on offer.'), line: '' }
}
