import { CalendarDays, CircleCheck, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { formatMoney, formatTime } from '../../ui/format.ts'
import type { Message, TalkedAboutAd } from './types.ts'
import { systemLine } from './wording.ts'

interface MessageItemProps {
  message: Message
  mine: boolean
  /** How the sender is called: "You" or the person's name. */
  author: string
  ad: TalkedAboutAd | null
}

/** One message, drawn by its kind. */
export function MessageItem({ message, mine, author, ad }: MessageItemProps) {
  if (message.kind === 'system') {
    return <p className="type-small my-1 justify-self-center text-center text-ink-2">{systemLine(message)}</p>
  }
  if (message.kind === 'offer') return <OfferCard message={message} mine={mine} author={author} ad={ad} />
  if (message.kind === 'meetup') return <MeetupCard message={message} mine={mine} author={author} />
  return (
    <Bubble mine={mine} label={`${author}, ${formatTime(message.created_at)}`}>
      {message.body}
    </Bubble>
  )
}

/** Words in a bubble: mine at the end in brand, theirs at the start. */
export function Bubble({
  mine,
  label,
  faded,
  children,
}: {
  mine: boolean
  label: string
  faded?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={cx(
        'w-fit max-w-[min(80%,34rem)] animate-message-in whitespace-pre-wrap rounded-panel px-4 py-2.5 [overflow-wrap:anywhere]',
        mine ? 'justify-self-end rounded-ee-[4px] bg-brand text-on-brand' : 'rounded-es-[4px] bg-bubble-them text-ink',
        faded && 'opacity-65',
      )}
    >
      <span className="sr-only">{label}: </span>
      {children}
    </div>
  )
}

const OFFER_STATES: Record<string, { tone: BadgeTone; label: string }> = {
  pending: { tone: 'offer', label: 'Open' },
  accepted: { tone: 'success', label: 'Accepted' },
  declined: { tone: 'neutral', label: 'Declined' },
  countered: { tone: 'neutral', label: 'Countered' },
  withdrawn: { tone: 'neutral', label: 'Withdrawn' },
  expired: { tone: 'neutral', label: 'Expired' },
}

function OfferCard({ message, mine, author, ad }: MessageItemProps) {
  const amount = Number(message.payload.amount_minor ?? 0)
  const state = OFFER_STATES[String(message.payload.state ?? 'pending')] ?? OFFER_STATES.pending
  const accepted = message.payload.state === 'accepted'
  return (
    <article
      aria-label={`${author === 'You' ? 'Your' : `${author}’s`} offer of ${formatMoney(amount, ad?.currency)}`}
      className={cx(
        'w-full max-w-[300px] overflow-hidden rounded-panel border bg-surface',
        mine && 'justify-self-end',
        accepted ? 'border-success' : 'border-line',
      )}
    >
      <div className="grid gap-1 px-4 py-3.5">
        <div className="flex items-center justify-between gap-3">
          <span className="type-small text-ink-2">{mine ? 'Your offer' : `${author}’s offer`}</span>
          {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
        </div>
        <p className="flex items-baseline gap-2">
          <span className="tnum font-display text-[26px]/8 font-[680] tracking-[-0.03em]">
            {formatMoney(amount, ad?.currency)}
          </span>
          {ad?.price_minor ? (
            <span className="type-small text-ink-2">asking {formatMoney(ad.price_minor, ad.currency)}</span>
          ) : null}
        </p>
        {message.body ? <p className="text-[14px]/5 text-ink-2">{message.body}</p> : null}
      </div>
      {accepted ? (
        <p className="type-small flex items-center gap-2 bg-success-soft px-4 py-2.5 font-semibold text-success-ink">
          <CircleCheck aria-hidden="true" strokeWidth={1.75} className="size-4" />
          Deal at {formatMoney(amount, ad?.currency)}.
        </p>
      ) : null}
    </article>
  )
}

function MeetupCard({ message, mine, author }: Omit<MessageItemProps, 'ad'>) {
  const { when_text, place_text, state } = message.payload
  return (
    <article
      aria-label={`${author}: meet-up`}
      className={cx('panel grid w-full max-w-[300px] gap-2 px-4 py-3.5', mine && 'justify-self-end')}
    >
      <p className="flex items-center gap-2 font-semibold">
        <CalendarDays aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {String(when_text ?? '')}
      </p>
      <p className="flex items-center gap-2 text-ink-2">
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {String(place_text ?? '')}
      </p>
      {state === 'confirmed' ? (
        <span>
          <Badge tone="success">Confirmed</Badge>
        </span>
      ) : null}
    </article>
  )
}
