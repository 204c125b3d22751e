import { ArrowLeft, BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { awayUntil } from '../../lib/away.ts'
import { Link } from '../../lib/router.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { formatUtcDay } from '../../ui/format-dates.ts'
import { Photo } from '../../ui/Photo.tsx'
import { Price } from '../../ui/Price.tsx'
import { type Conversation, dealOf, type Person, type TalkedAboutAd } from './types.ts'
import { badgeOf, replyTime } from './wording.ts'

interface ThreadHeaderProps {
  person: Person
  isHere: boolean
  /** Receives new messages as they come; without, presence is unknown. */
  connected: boolean
  /** Menu of the conversation's actions. */
  menu: ReactNode
}

/** The other person: picture, name, presence. On phones also the way back to the list. */
export function ThreadHeader({ person, isHere, connected, menu }: ThreadHeaderProps) {
  const until = awayUntil(person)
  const replies = until || !connected ? null : replyTime(person.response_minutes)
  const presence = !connected
    ? t('messages.reconnecting')
    : until
      ? t('messages.awayUntil', { date: formatUtcDay(until) })
      : isHere
        ? t('messages.online')
        : null
  return (
    <header className="flex items-center gap-3 border-b border-line px-3 py-3 md:px-6">
      <Link
        to={paths.messages}
        aria-label={t('messages.backToAll')}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken lg:hidden"
      >
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </Link>
      <span className="relative shrink-0">
        <Avatar name={person.display_name} path={person.avatar_path} size={44} />
        {isHere ? (
          <span className="absolute end-0 bottom-0 size-3.5 rounded-full border-2 border-paper bg-success" />
        ) : null}
      </span>
      <div className="min-w-0">
        <h2 className="flex items-center gap-1.5 font-semibold">
          {person.left_at ? (
            <span className="truncate">{person.display_name}</span>
          ) : (
            <Link to={paths.seller(person.id)} className="truncate hover:underline">
              {person.display_name}
            </Link>
          )}
          {person.phone_verified ? (
            <BadgeCheck
              role="img"
              aria-label={t('messages.phoneConfirmed')}
              strokeWidth={1.75}
              className="size-[18px] shrink-0 text-brand"
            />
          ) : null}
        </h2>
        <p className="type-small min-h-5 truncate text-ink-2" aria-live="polite">
          {presence}
          {replies ? (
            <span className={presence ? 'max-md:hidden' : 'inline-block first-letter:uppercase'}>
              {presence ? ', ' : ''}
              {replies}
            </span>
          ) : null}
        </p>
      </div>
      <span className="ms-auto">{menu}</span>
    </header>
  )
}

/** The ad of the conversation. */
export function ListingStrip({ ad, conversation }: { ad: TalkedAboutAd; conversation: Conversation }) {
  const deal = dealOf(conversation)
  // Offers and meet-ups have their own cards; only the deal or the ad's state is shown here.
  const badge = badgeOf({
    ...conversation,
    offers: [],
    deals: conversation.deals.map((one) => ({ ...one, meet_at: null })),
  })
  return (
    <div
      className={cx(
        'relative flex items-center gap-3 px-4 py-2.5 md:px-6',
        deal ? 'xl:border-b' : 'border-b',
        'border-line',
      )}
    >
      <Photo path={ad.cover_path} alt="" sizes="52px" className="w-13 shrink-0 rounded-control" />
      <div className="min-w-0 flex-1">
        <Link to={paths.listing(ad.id)} className="block truncate font-semibold after:absolute after:inset-0">
          {ad.title}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Price
            minor={deal?.amount_minor ?? ad.price_minor}
            currency={ad.currency}
            previousMinor={deal ? null : ad.previous_price_minor}
            type={ad.price_type}
          />
          {badge ? <Badge tone={badge.tone}>{badge.label}</Badge> : null}
        </p>
      </div>
    </div>
  )
}
