import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { AssistantProposal } from '../../../../contract/help/assistant.ts'
import { CONTACT } from '../../../../contract/help/contact.ts'
import { codePoints } from '../../../../contract/limits.ts'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { Link } from '../../lib/router.tsx'
import { sendTicket } from '../../lib/send-ticket.ts'
import { supportDoor } from '../../lib/support-door.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { useAuth } from '../auth/AuthProvider.tsx'
import { conversation } from './the-conversation.ts'
import { transcriptOf } from './transcript.ts'

interface TicketProposalProps {
  proposal: AssistantProposal
  /** Id of the assistant's message, which makes the ticket idempotent. */
  messageId: string
}

/** A proposed support ticket, sent only when confirmed. */
export function TicketProposal({ proposal, messageId }: TicketProposalProps) {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  if (!user) {
    return (
      <Link
        to={`${paths.contact}?topic=${proposal.topic}`}
        state={{ transcript: transcriptOf(conversation.get().messages) }}
        onClick={() => window.matchMedia('(max-width: 639px)').matches && supportDoor.close()}
        className={buttonClass('secondary', 's', 'h-auto! min-h-10 w-full py-2 text-center whitespace-normal!')}
      >
        {t('common.writeToPerson')}
      </Link>
    )
  }
  if (!open) {
    return (
      <Button variant="secondary" size="s" className="min-h-10 w-full" onClick={() => setOpen(true)}>
        {t('support.ticket.title')}
      </Button>
    )
  }
  return <TicketForm proposal={proposal} messageId={messageId} onCancel={() => setOpen(false)} />
}

function TicketForm({ proposal, messageId, onCancel }: TicketProposalProps & { onCancel: () => void }) {
  const [body, setBody] = useState(proposal.summary)
  const fieldId = useId()
  const client = useQueryClient()
  const transcript = transcriptOf(conversation.get().messages)
  const send = useMutation({
    mutationFn: () => sendTicket({ clientId: messageId, topic: proposal.topic, body: body.trim(), transcript }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.tickets() }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  if (send.data) {
    return (
      <p role="status" className="text-[14px]/5">
        <Trans
          id="support.ticket.open"
          values={{ ticketNo: send.data.ticketNo, email: send.data.email }}
          components={{ 0: <Link to={paths.myTickets} className="font-semibold text-brand underline" /> }}
        />
      </p>
    )
  }
  const length = codePoints(body.trim())
  return (
    <form onSubmit={submit} aria-label={t('support.ticket.title')} className="grid gap-2">
      <label htmlFor={fieldId} className="text-[14px]/5 font-semibold">
        {t('support.ticket.whatToKnow')}
      </label>
      <TextArea
        id={fieldId}
        rows={3}
        value={body}
        aria-describedby={`${fieldId}-note`}
        onChange={(event) => setBody(event.target.value)}
      />
      <p id={`${fieldId}-note`} className="type-micro text-ink-3">
        {length < CONTACT.body.min
          ? `${t('support.ticket.tooShort', { least: CONTACT.body.min })} `
          : length > CONTACT.body.max
            ? `${t('support.ticket.tooLong')} `
            : ''}
        {t('support.ticket.withConversation')}
      </p>
      {send.isError ? (
        <p role="alert" className="type-small text-danger-ink">
          {sentenceOf(send.error)}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button
          type="submit"
          size="s"
          disabled={length < CONTACT.body.min || length > CONTACT.body.max}
          loading={send.isPending}
          loadingLabel={t('common.sending')}
        >
          {t('support.openATicket')}
        </Button>
        <Button variant="ghost" size="s" onClick={onCancel}>
          {t('common.notNow')}
        </Button>
      </div>
    </form>
  )
}
