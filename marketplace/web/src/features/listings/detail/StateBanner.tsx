import { useQuery } from '@tanstack/react-query'
import { Clock, EyeOff, Handshake, type LucideIcon, PackageCheck, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { isOnOffer, type ListingDetail, type ListingState } from '../listing.ts'
import { ownReasonQuery } from './queries.ts'
import { soldWords } from './sold-words.ts'

/** States set by moderation, with a reason. */
const DECIDED: ReadonlySet<string> = new Set(['pending_review', 'changes_requested', 'rejected', 'hidden', 'removed'])

interface Notice {
  icon: LucideIcon
  tone: string
  title: string
  line: ReactNode
}

/** Prominent states of an ad: reserved, sold, ended. Owners also see why their ad is not public. */
export function StateBanner({ listing, own }: { listing: ListingDetail; own: boolean }) {
  const { data: reason = null } = useQuery({
    ...ownReasonQuery(listing.id),
    enabled: own && DECIDED.has(listing.state),
  })
  const notice = noticeFor(listing, own, reason)
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

function noticeFor(listing: ListingDetail, own: boolean, reason: string | null): Notice | null {
  const over = (listing.state === 'active' || listing.state === 'reserved') && !isOnOffer(listing)
  if (over) return closedNotice({ ...listing, state: 'expired' }, own, reason)
  if (listing.state === 'reserved') {
    const line = own ? t('listing.state.reservedForOthers') : t('listing.state.reservedHint')
    return { icon: Handshake, tone: WARM, title: t('listing.state.reserved'), line }
  }
  if (listing.state === 'sold') {
    return { icon: PackageCheck, tone: INFO, title: soldWords(listing) ?? t('ads.sold'), line: null }
  }
  return listing.state === 'active' ? null : closedNotice(listing, own, reason)
}

function closedNotice({ id, state }: Pick<ListingDetail, 'id' | 'state'>, own: boolean, reason: string | null): Notice {
  if (!own)
    return {
      icon: Clock,
      tone: QUIET,
      title: t('listing.state.notOnOfferAnyMore'),
      line: t('listing.gone.over'),
    }
  const notices: Partial<Record<ListingState, Notice>> = {
    draft: { icon: PencilLine, tone: QUIET, title: t('listing.state.draft'), line: t('listing.state.draftHint') },
    paused: {
      icon: EyeOff,
      tone: QUIET,
      title: t('listing.state.paused'),
      line: t('listing.state.pausedHint'),
    },
    expired: {
      icon: Clock,
      tone: WARM,
      title: t('listing.state.expired'),
      line: t('listing.state.expiredHint'),
    },
    pending_review: {
      icon: Clock,
      tone: INFO,
      title: t('listing.state.inReview'),
      line: reason ?? t('listing.state.inReviewHint'),
    },
    changes_requested: {
      icon: PencilLine,
      tone: WARM,
      title: t('listing.state.changeNeeded'),
      line: (
        <>
          {reason}{' '}
          <Link to={paths.editPost(id)} className="underline underline-offset-2">
            {t('common.changeAndPublishAgain')}
          </Link>
        </>
      ),
    },
    rejected: { icon: EyeOff, tone: WARM, title: t('listing.state.rejected'), line: reason },
    hidden: {
      icon: EyeOff,
      tone: WARM,
      title: t('listing.state.hidden'),
      line: t('listing.state.reasonWriteToUs', { reason: reason ?? '' }).trim(),
    },
    removed: { icon: EyeOff, tone: WARM, title: t('listing.state.removed'), line: reason },
  }
  return notices[state] ?? { icon: EyeOff, tone: QUIET, title: t('listing.state.notOnOffer'), line: '' }
}
