import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CONTACT, TOPIC_TEXT } from '../../../../../contract/help/contact.ts'
import { codePoints } from '../../../../../contract/limits.ts'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Link } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TextAreaField } from '../../../ui/fields.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { sendOnEnter } from '../../../ui/is-send-key.ts'
import { TicketPictures } from '../../../ui/TicketPictures.tsx'
import { toast } from '../../../ui/toast.ts'
import { actOnInbox, type InboxAction, type InboxMessage, type InboxTicket } from './api.ts'

/** A ticket with its messages and a reply form. */
export function TicketCard({ ticket }: { ticket: InboxTicket }) {
  const heading = t('admin.inbox.ticketTitle', {
    number: String(ticket.ticket_no),
    topic: t(TOPIC_TEXT[ticket.topic].label),
  })
  const where = ticket.fields.where
  return (
    <article className="panel p-5" aria-label={heading}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="type-h3">{heading}</h2>
          <p className="type-small break-words text-ink-3">
            {formatTimeAgo(ticket.created_at)},{' '}
            {ticket.person_id ? (
              <Link to={paths.seller(ticket.person_id)} className="font-semibold text-brand">
                {ticket.name}
              </Link>
            ) : (
              ticket.name
            )}
            , {ticket.email}
            {ticket.person_id ? null : ` (${t('admin.inbox.withoutAnAccount')})`}
          </p>
        </div>
        {ticket.topic === 'illegal' ? <Badge tone="danger">{t('admin.inbox.legalNotice')}</Badge> : null}
      </header>
      {where ? <p className="mt-2 break-words text-ink-2">{t('admin.inbox.aboutWhat', { what: where })}</p> : null}
      <ol className="mt-3 grid gap-2">
        {ticket.ticket_messages.map((message) => (
          <Said key={message.id} message={message} />
        ))}
      </ol>
      {ticket.transcript.length > 0 ? <Transcript lines={ticket.transcript} /> : null}
      <Answer ticket={ticket} heading={heading} />
    </article>
  )
}

function Said({ message }: { message: InboxMessage }) {
  return (
    <li className={message.from_staff ? 'rounded-panel bg-brand-soft p-3.5' : 'rounded-panel bg-sunken p-3.5'}>
      <p className="type-small text-ink-3">
        {message.from_staff
          ? t('admin.inbox.answered', { when: formatTimeAgo(message.created_at) })
          : t('admin.inbox.sentWhen', { when: formatTimeAgo(message.created_at) })}
      </p>
      <p className="mt-1 break-words whitespace-pre-wrap">{message.body}</p>
      <TicketPictures pictures={message.attachments} />
    </li>
  )
}

function Transcript({ lines }: { lines: InboxTicket['transcript'] }) {
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {t('admin.inbox.conversation', { count: lines.length })}
      </summary>
      <ol className="grid gap-2 text-ink-2">
        {lines.map(({ role, content }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <li key={at} className="break-words whitespace-pre-wrap">
            <strong className="font-semibold">
              {role === 'user' ? t('admin.person') : t('admin.inbox.assistant')}:
            </strong>{' '}
            {content}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Answer({ ticket, heading }: { ticket: InboxTicket; heading: string }) {
  const [body, setBody] = useState('')
  const [close, setClose] = useState(false)
  const client = useQueryClient()
  const action = useMutation({
    mutationFn: (what: InboxAction) => actOnInbox(what),
    onSuccess: (_, what) => {
      setBody('')
      toast({
        title: what.type === 'close' ? t('common.closed') : t('common.answered'),
        description: what.type === 'close' ? t('admin.inbox.nothingSent') : t('admin.inbox.replySent'),
      })
      return client.invalidateQueries({ queryKey: ['admin', 'inbox'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate({ type: 'answer', ticketId: ticket.id, body: body.trim(), close })
  }
  const length = codePoints(body.trim())
  return (
    <form
      onSubmit={submit}
      aria-label={t('admin.inbox.replyTo', { what: heading })}
      className="mt-4 grid gap-3 border-t border-line pt-4"
    >
      <TextAreaField
        label={t('common.yourAnswer')}
        hint={
          ticket.person_id
            ? t('admin.inbox.replyByEmailAndHere', { address: ticket.email })
            : t('admin.inbox.replyByEmail', { address: ticket.email })
        }
        error={action.isError ? sentenceOf(action.error) : undefined}
        rows={4}
        value={body}
        onKeyDown={sendOnEnter}
        onChange={(event) => setBody(event.target.value)}
      />
      <Checkbox
        checked={close}
        onChange={(event) => setClose(event.target.checked)}
        label={t('admin.inbox.replyAndClose')}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          disabled={length < CONTACT.reply.min || length > CONTACT.reply.max}
          loading={action.isPending}
          loadingLabel={t('common.sending')}
        >
          {t('admin.inbox.sendReply')}
        </Button>
        {ticket.state !== 'closed' ? (
          <Button variant="ghost" onClick={() => action.mutate({ type: 'close', ticketId: ticket.id })}>
            {t('admin.inbox.closeWithoutReply')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
