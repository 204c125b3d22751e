import { CalendarDays, MapPin, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { formatTime } from '../../ui/format.ts'
import { HoldMenu } from '../../ui/HoldMenu.tsx'
import { MenuItem } from '../../ui/Menu.tsx'
import { ChatPhoto } from './ChatPhoto.tsx'
import { DeleteDialog, useIsYoung } from './DeleteMessage.tsx'
import type { ThreadContext, ThreadParts } from './thread-parts.ts'
import type { Message } from './types.ts'
import { systemLine } from './wording.ts'

interface MessageItemProps {
  message: Message
  mine: boolean
  /** Name of the sender: "You" or the person's name. */
  author: string
  context: ThreadContext
  parts: Pick<ThreadParts, 'Card' | 'Words' | 'Report'>
}

/** One message, rendered by its kind. */
export function MessageItem({ message, mine, author, context, parts: { Card, Words, Report } }: MessageItemProps) {
  if (message.kind === 'system') {
    return <p className="type-small my-1 justify-self-center text-center text-ink-2">{systemLine(message)}</p>
  }
  if (message.deleted_at) return <Deleted message={message} mine={mine} author={author} />
  if (message.kind === 'offer' || (message.kind === 'meetup' && message.payload.deal_id)) {
    return <Card {...context} message={message} mine={mine} author={author} />
  }
  if (message.kind === 'image') {
    const photo = <ChatPhoto message={message} mine={mine} author={author} />
    return mine ? (
      <MessageMenu message={message}>{photo}</MessageMenu>
    ) : (
      <Report {...context} message={message}>
        {photo}
      </Report>
    )
  }
  if (message.kind === 'meetup') return <MeetupCard message={message} mine={mine} author={author} />
  const bubble = (words: ReactNode) => {
    const said = (
      <Bubble mine={mine} label={`${author}, ${formatTime(message.created_at)}`}>
        {words}
      </Bubble>
    )
    return mine ? <MessageMenu message={message}>{said}</MessageMenu> : said
  }
  return <Words {...context} message={message} mine={mine} bubble={bubble} />
}

/** Placeholder for a deleted message. */
function Deleted({ message, mine, author }: Pick<MessageItemProps, 'message' | 'mine' | 'author'>) {
  return (
    <p
      className={cx(
        'type-small w-fit rounded-panel border border-line px-4 py-2 text-ink-2',
        mine ? 'justify-self-end rounded-ee-[4px]' : 'rounded-es-[4px]',
      )}
    >
      <span className="sr-only">{`${author}, ${formatTime(message.created_at)}: `}</span>
      {mine ? t('messages.youDeleted') : t('messages.someoneDeleted', { author })}
    </p>
  )
}

/** A text bubble: the user's own at the end in brand colour, the other's at the start. */
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

/** A meet-up agreed on in messages, without a deal. */
function MeetupCard({ message, mine, author }: Pick<MessageItemProps, 'message' | 'mine' | 'author'>) {
  const { when_text, place_text, state } = message.payload
  return (
    <article
      aria-label={t('messages.meetupBy', { author })}
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
          <Badge tone="success">{t('common.confirmed')}</Badge>
        </span>
      ) : null}
    </article>
  )
}

/** Wraps the user's own message with its menu, as long as it can be deleted. */
function MessageMenu({ message, children }: { message: Message; children: ReactNode }) {
  const [asks, setAsks] = useState(false)
  const isYoung = useIsYoung(message.created_at)
  return (
    <>
      <HoldMenu
        side="start"
        label={t('messages.yourMessageMenu', { time: formatTime(message.created_at) })}
        items={
          isYoung ? (
            <MenuItem tone="danger" onSelect={() => setAsks(true)}>
              <Trash2 aria-hidden="true" strokeWidth={1.75} />
              {t('common.delete')}
            </MenuItem>
          ) : null
        }
      >
        {children}
      </HoldMenu>
      <DeleteDialog message={message} open={asks} onOpenChange={setAsks} />
    </>
  )
}
