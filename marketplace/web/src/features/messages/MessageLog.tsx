import { Clock, TriangleAlert } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Bubble, MessageItem } from './MessageItem.tsx'
import { outbox } from './my-outbox.ts'
import type { Waiting } from './outbox.ts'
import { Note, ProgressNote } from './ProgressNote.tsx'
import { groupByDay } from './thread.ts'
import type { ThreadContext, ThreadParts } from './thread-parts.ts'
import type { Message } from './types.ts'
import { announcementOf, dayName, progressOf } from './wording.ts'

interface MessageLogProps {
  messages: readonly Message[] | undefined
  waiting: readonly Waiting[]
  context: ThreadContext
  parts: Pick<ThreadParts, 'Card' | 'Words' | 'Report' | 'Held' | 'End'>
  isTyping: boolean
  /** Whether both people have read receipts on. */
  showsReceipts: boolean
  earlier: 'more' | 'loading' | 'none' | 'failed'
  onEarlier: () => void
}

/** A text-only thread has no other focusable element, so the log itself must be focusable to scroll by keyboard. */
const SCROLLS_BY_KEYS = { role: 'region', 'aria-label': t('messages.whatWasSaid'), tabIndex: 0 }

/** Maximum distance from the end, in pixels, at which new messages still scroll into view. */
const STICKS_WITHIN_PX = 120

/** All messages grouped by day, and those being sent. New messages from the other person are announced politely. */
export function MessageLog(props: MessageLogProps) {
  const { messages, waiting, context, parts, isTyping, showsReceipts, earlier, onEarlier } = props
  const { myId, otherName } = context
  const lastMine = messages?.findLast(
    ({ sender_id, kind, deleted_at }) => sender_id === myId && kind !== 'system' && !deleted_at,
  )
  const scroller = useStickToEnd(`${messages?.at(-1)?.id} ${waiting.length} ${isTyping}`)
  return (
    <div
      ref={scroller}
      {...SCROLLS_BY_KEYS}
      className="relative grid min-h-0 flex-1 content-start overflow-y-auto overscroll-contain px-4 py-5 -outline-offset-4 md:px-6"
    >
      {messages && earlier !== 'none' ? (
        <div className="grid justify-items-center gap-1 pb-4">
          <Button
            variant="secondary"
            size="s"
            loading={earlier === 'loading'}
            loadingLabel={t('app.loading')}
            onClick={onEarlier}
          >
            {t('messages.showEarlierMessages')}
          </Button>
          {earlier === 'failed' ? <p className="type-small text-danger-ink">{t('messages.olderFailed')}</p> : null}
        </div>
      ) : null}
      <div role="log" aria-label={t('shell.messages')} aria-live="off" className="grid gap-3">
        {groupByDay(messages ?? []).map((day) => (
          <section key={day.key} aria-label={dayName(day.date)} className="grid gap-3">
            <p aria-hidden="true" className="type-micro justify-self-center py-1 text-ink-3">
              {dayName(day.date)}
            </p>
            {day.items.map((message) => {
              const mine = message.sender_id === myId
              return (
                // Hidden when the deal's status at the end of the thread already shows it.
                <div key={message.id} className="grid gap-1 max-xl:has-[[data-told-below]]:hidden">
                  <MessageItem
                    message={message}
                    mine={mine}
                    author={mine ? t('shell.you') : otherName}
                    context={context}
                    parts={parts}
                  />
                  {message === lastMine && waiting.length === 0 ? (
                    <ProgressNote {...progressOf(message, showsReceipts)} />
                  ) : null}
                </div>
              )
            })}
          </section>
        ))}
        <parts.Held
          {...context}
          bubble={(words, key) => (
            <Bubble key={key} mine label={t('messages.youNotDelivered')} faded>
              {words}
            </Bubble>
          )}
        />
        {waiting.map((item) => (
          <WaitingMessage key={item.clientId} item={item} />
        ))}
        {isTyping ? <Typing name={otherName} /> : null}
      </div>
      <parts.End {...context} />
      <p role="status" className="sr-only">
        {announcementOf(messages, myId, otherName)}
        {isTyping ? ` ${t('messages.isTypingSentence', { otherName })}` : ''}
      </p>
    </div>
  )
}

function WaitingMessage({ item }: { item: Waiting }) {
  return (
    <div className="grid gap-1">
      <Bubble mine label={t('messages.youNotSentYet')} faded={item.state === 'sending'}>
        {item.body}
      </Bubble>
      {item.state === 'failed' ? (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <span role="alert" className="type-small flex items-center gap-1.5 text-danger-ink">
            <TriangleAlert aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('messages.notSentReason', { reason: item.reason })}
          </span>
          <Button variant="soft" size="s" onClick={() => outbox.retry(item.clientId)}>
            {t('app.tryAgain')}
          </Button>
          <Button variant="ghost" size="s" onClick={() => outbox.discard(item.clientId)}>
            {t('messages.discard')}
          </Button>
        </div>
      ) : (
        <Note icon={<Clock aria-hidden="true" strokeWidth={1.75} className="size-3.5" />}>
          {navigator.onLine ? t('common.sending') : t('messages.sentWhenOnline')}
        </Note>
      )}
    </div>
  )
}

function Typing({ name }: { name: string }) {
  return (
    <p className="type-small flex w-fit items-center gap-2.5 rounded-panel rounded-es-[4px] bg-bubble-them px-4 py-2.5 text-ink-2">
      <span aria-hidden="true" className="flex gap-1">
        {[0.35, 0.6, 0.85].map((opacity) => (
          <i
            key={opacity}
            className="size-1.5 animate-pulse rounded-full bg-ink-2"
            style={{ opacity, animationDelay: `${opacity}s` }}
          />
        ))}
      </span>
      {t('messages.isTyping', { name })}
    </p>
  )
}

/** Keeps the newest message in view, unless the user has scrolled up. */
function useStickToEnd(change: string) {
  const scroller = useRef<HTMLDivElement>(null)
  const distance = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const remember = () => {
      distance.current = element.scrollHeight - element.scrollTop - element.clientHeight
    }
    // Messages can grow after rendering: an offer's status is loaded, a picture arrives.
    const growth = new ResizeObserver(() => {
      if (distance.current < STICKS_WITHIN_PX) element.scrollTop = element.scrollHeight
    })
    for (const part of element.children) growth.observe(part)
    element.addEventListener('scroll', remember, { passive: true })
    return () => {
      growth.disconnect()
      element.removeEventListener('scroll', remember)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something was added at the end
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && distance.current < STICKS_WITHIN_PX) element.scrollTop = element.scrollHeight
  }, [change])
  return scroller
}
