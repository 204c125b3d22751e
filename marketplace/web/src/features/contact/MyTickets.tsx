import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CONTACT, TOPIC_TEXT } from '../../../../contract/help/contact.ts'
import { codePoints } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { replyToTicket } from '../../lib/send-ticket.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { formatTimeAgo } from '../../ui/format.ts'
import { sendOnEnter } from '../../ui/is-send-key.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { TicketPictures } from '../../ui/TicketPictures.tsx'
import { PicturesField } from './PicturesField.tsx'
import { type MyTicket, type TicketMessage, useMyTickets } from './tickets.ts'

const STATE: Record<MyTicket['state'], { label: string; tone: BadgeTone }> = {
  open: { label: t('contact.withUs'), tone: 'neutral' },
  waiting_us: { label: t('contact.withUs'), tone: 'neutral' },
  waiting_user: { label: t('common.answered'), tone: 'success' },
  closed: { label: t('common.closed'), tone: 'neutral' },
}

/** The user's tickets with replies, collapsed. */
export function MyTickets({ userId, opened }: { userId: string; opened: string | null }) {
  const tickets = useMyTickets(userId)
  const waiting = useDelayed(tickets.isPending)
  if (tickets.isLoadingError) return <LoadFailed as="h3" onRetry={() => void tickets.refetch()} />
  if (!tickets.data) return waiting ? <Skeleton className="h-24 rounded-card" /> : null
  if (tickets.data.length === 0) return <p>{t('contact.noTickets')}</p>
  return (
    <div className="grid gap-3 text-ink">
      {tickets.data.map((ticket) => (
        <details key={ticket.id} open={ticket.id === opened} className="panel px-4">
          <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center justify-between gap-x-3 py-3 [&::-webkit-details-marker]:hidden">
            <span className="font-semibold">
              {t('contact.numberAndTopic', {
                ticketNo: ticket.ticket_no,
                label: t(TOPIC_TEXT[ticket.topic].label),
              })}
            </span>
            <span className="type-small flex items-center gap-2 text-ink-3">
              {formatTimeAgo(ticket.changed_at)}
              <Badge tone={STATE[ticket.state].tone}>{STATE[ticket.state].label}</Badge>
            </span>
          </summary>
          <ol
            aria-label={t('contact.ticketNumber', { ticketNo: ticket.ticket_no })}
            className="grid gap-3 border-t border-line py-4"
          >
            {ticket.ticket_messages.map((message) => (
              <Said key={message.id} message={message} />
            ))}
          </ol>
          <Reply ticket={ticket} />
        </details>
      ))}
    </div>
  )
}

function Said({ message }: { message: TicketMessage }) {
  return (
    <li className={message.from_staff ? 'rounded-panel bg-brand-soft p-4' : 'rounded-panel bg-sunken p-4'}>
      <p className="type-small text-ink-3">
        {message.from_staff
          ? t('contact.weReplied', { when: formatTimeAgo(message.created_at) })
          : t('contact.youWrote', { when: formatTimeAgo(message.created_at) })}
      </p>
      <p className="mt-1 break-words whitespace-pre-wrap">{message.body}</p>
      <TicketPictures pictures={message.attachments} />
    </li>
  )
}

function Reply({ ticket }: { ticket: MyTicket }) {
  const [body, setBody] = useState('')
  const [pictures, setPictures] = useState<readonly File[]>([])
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: () => replyToTicket({ ticketId: ticket.id, body: body.trim() }, pictures),
    onSuccess: () => {
      setBody('')
      setPictures([])
      return client.invalidateQueries({ queryKey: keys.tickets() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const length = codePoints(body.trim())
  return (
    <form
      onSubmit={submit}
      aria-label={t('contact.replyTo', { ticketNo: ticket.ticket_no })}
      className="grid gap-3 border-t border-line py-4"
    >
      <TextAreaField
        label={ticket.state === 'closed' ? t('contact.replyToReopen') : t('common.answer')}
        error={send.isError ? sentenceOf(send.error) : undefined}
        rows={3}
        value={body}
        onKeyDown={sendOnEnter}
        onChange={(event) => setBody(event.target.value)}
      />
      <PicturesField pictures={pictures} onChange={setPictures} />
      <Button
        type="submit"
        variant="secondary"
        className="w-fit"
        disabled={length < CONTACT.reply.min || length > CONTACT.reply.max}
        loading={send.isPending}
        loadingLabel={t('common.sending')}
      >
        {t('common.send')}
      </Button>
    </form>
  )
}
