import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  CONTACT,
  type Filed,
  TOPIC_TEXT,
  TOPICS,
  type Topic,
  type TranscriptLine,
} from '../../../../contract/help/contact.ts'
import { codePoints } from '../../../../contract/limits.ts'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { newId } from '../../lib/new-id.ts'
import { Link, useLocation, useSearchParams } from '../../lib/router.tsx'
import { sendTicket } from '../../lib/send-ticket.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { InputField, SelectField, TextAreaField } from '../../ui/fields.tsx'
import { formatCount } from '../../ui/format.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { answerTimeText } from './answer-time.ts'
import { PicturesField } from './PicturesField.tsx'
import { begunTicket, problemsOf, type TicketForm, ticketOf } from './ticket-form.ts'

/** A message to the market's operator, with or without an account. */
export function ContactForm() {
  const [filed, setFiled] = useState<Filed | null>(null)
  const [round, setRound] = useState(0)
  if (!filed) return <TicketFields key={round} onFiled={setFiled} />
  return (
    <FiledNote
      filed={filed}
      onAnother={() => {
        setFiled(null)
        setRound(round + 1)
      }}
    />
  )
}

function TicketFields({ onFiled }: { onFiled: (filed: Filed) => void }) {
  const { user, profile } = useAuth()
  const [search] = useSearchParams()
  const [form, setForm] = useState(() => begunTicket(search))
  const [pictures, setPictures] = useState<readonly File[]>([])
  const [transcript, setTranscript] = useState(useTranscript())
  const [attempt, setAttempt] = useState(0)
  const [clientId] = useState(newId)
  const client = useQueryClient()
  const memberEmail = user?.email
  const isMember = Boolean(memberEmail)
  const send = useMutation({
    mutationFn: (topic: Topic) => sendTicket(ticketOf({ ...form, topic }, clientId, isMember, transcript), pictures),
    onSuccess: (filed) => {
      onFiled(filed)
      return client.invalidateQueries({ queryKey: keys.tickets() })
    },
  })
  const problems = attempt > 0 ? problemsOf(form, isMember) : []
  const errorOf = (fieldId: string) => problems.find((problem) => problem.fieldId === fieldId)?.message
  const set = (part: Partial<TicketForm>) => setForm((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (form.topic !== '' && problemsOf(form, isMember).length === 0) send.mutate(form.topic)
  }
  const topic = form.topic === '' ? null : TOPIC_TEXT[form.topic]
  return (
    <form noValidate onSubmit={submit} aria-label={t('contact.writeToUs')} className="grid gap-5 text-ink">
      <ErrorSummary
        attempt={attempt}
        problems={problems.length === 0 && send.isError ? [{ message: sentenceOf(send.error) }] : problems}
      />
      <SelectField
        id="ticket-topic"
        label={t('contact.whatIsItAbout')}
        error={errorOf('ticket-topic')}
        value={form.topic}
        onChange={(event) => set({ topic: event.target.value as Topic })}
      >
        <option value="" disabled>
          {t('contact.chooseATopic')}
        </option>
        {TOPICS.map((one) => (
          <option key={one} value={one}>
            {t(TOPIC_TEXT[one].label)}
          </option>
        ))}
      </SelectField>
      {isMember ? (
        // Keeps its place until the name has arrived.
        <p className={profile ? undefined : 'invisible'}>
          <Trans
            id="contact.writingAs"
            values={{ name: profile?.display_name ?? '', email: memberEmail }}
            components={{ 0: <strong className="font-semibold break-all" /> }}
          />
        </p>
      ) : (
        <WhoFields form={form} set={set} errorOf={errorOf} />
      )}
      {topic?.where ? (
        <InputField
          id="ticket-where"
          label={t(topic.where)}
          aside={topic.isWhereNeeded ? undefined : t('common.optional')}
          error={errorOf('ticket-where')}
          maxLength={CONTACT.where.max}
          value={form.where}
          onChange={(event) => set({ where: event.target.value })}
        />
      ) : null}
      <TextAreaField
        id="ticket-body"
        label={t('contact.yourMessage')}
        hint={topic ? t(topic.hint) : t('contact.triedAndHappened')}
        aside={
          codePoints(form.body) < 0.8 * CONTACT.body.max
            ? undefined
            : `${formatCount(codePoints(form.body))} / ${formatCount(CONTACT.body.max)}`
        }
        error={errorOf('ticket-body')}
        rows={7}
        value={form.body}
        onChange={(event) => set({ body: event.target.value })}
      />
      {form.topic === 'illegal' ? (
        <Checkbox
          id="ticket-good-faith"
          aria-invalid={errorOf('ticket-good-faith') ? true : undefined}
          checked={form.goodFaith}
          onChange={(event) => set({ goodFaith: event.target.checked })}
          label={t('contact.goodFaith')}
        />
      ) : null}
      <PicturesField pictures={pictures} onChange={setPictures} />
      {transcript.length > 0 ? (
        <Checkbox
          checked
          onChange={() => setTranscript([])}
          label={t('contact.includeChat', {
            count: transcript.length,
          })}
        />
      ) : null}
      <Trap value={form.website} onChange={(website) => set({ website })} />
      <div className="grid justify-items-start gap-2">
        <Button type="submit" loading={send.isPending} loadingLabel={t('common.sending')}>
          {t('contact.send')}
        </Button>
        <AnswerTime />
      </div>
    </form>
  )
}

interface PartProps {
  form: TicketForm
  set: (part: Partial<TicketForm>) => void
  errorOf: (fieldId: string) => string | undefined
}

function WhoFields({ form, set, errorOf }: PartProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <InputField
        id="ticket-name"
        label={t('contact.yourName')}
        error={errorOf('ticket-name')}
        autoComplete="name"
        maxLength={CONTACT.name.max}
        value={form.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <InputField
        id="ticket-email"
        label={t('contact.yourEmail')}
        hint={t('contact.replyAddressHint')}
        error={errorOf('ticket-email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={form.email}
        onChange={(event) => set({ email: event.target.value })}
      />
    </div>
  )
}

/** Honeypot field: bots fill it in. Hidden from view and from the keyboard. */
function Trap({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
      <input
        name={CONTACT.trap}
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Shown only when there are enough answers to compute it. */
function AnswerTime() {
  const usual = useQuery({
    queryKey: ['answer-time'],
    queryFn: async () => (await supabase.rpc('usual_answer_time')).data,
    staleTime: 60 * 60_000,
  })
  const text = answerTimeText(usual.data ?? null)
  return text ? <p className="type-small text-ink-3">{text}</p> : null
}

/** The transcript that the assistant's card passes in the navigation state. */
function useTranscript(): readonly TranscriptLine[] {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('transcript' in state)) return []
  return Array.isArray(state.transcript) ? (state.transcript as TranscriptLine[]) : [] // put there by our own card
}

function FiledNote({ filed, onAnother }: { filed: Filed; onAnother: () => void }) {
  const { user } = useAuth()
  return (
    <div role="status" className="grid justify-items-start gap-3 rounded-panel bg-brand-soft p-5 text-ink">
      <p className="type-h3">{t('contact.sentNumber', { ticketNo: filed.ticketNo })}</p>
      <p>
        <Trans
          id="contact.copyOnItsWay"
          values={{ email: filed.email }}
          components={{ 0: <strong className="font-semibold break-all" /> }}
        />{' '}
        {user ? <Link to={paths.myTickets}>{t('contact.alsoInTickets')}</Link> : null}
      </p>
      <Button variant="secondary" onClick={onAnother}>
        {t('contact.writeAnother')}
      </Button>
    </div>
  )
}
