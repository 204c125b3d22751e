import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { dataOf, sentenceOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatDate } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { toast } from '../../ui/toast.ts'
import { APPEAL, DECISION, OUTCOME, REPORTED } from './words.ts'

interface Decision {
  readonly id: string
  readonly decision_no: number
  readonly target_kind: string
  readonly action: string
  readonly statement: string
  readonly until: string | null
  readonly decided_at: string
  readonly appeal_deadline: string
  readonly appeal: string | null
  readonly appeal_state: string | null
  readonly appeal_statement: string | null
}

interface MyReport {
  readonly id: string
  readonly report_no: number
  readonly target_kind: string
  readonly reason: string
  readonly state: string
  readonly created_at: string
  readonly appeal: string | null
}

const MOST = 100

async function readBoth(userId: string): Promise<{ decisions: Decision[]; reports: MyReport[] }> {
  const [decisions, reports] = await Promise.all([
    supabase
      .from('decisions')
      .select(
        'id, decision_no, target_kind, action, statement, until, decided_at, appeal_deadline, appeal, appeal_state, appeal_statement',
      )
      .eq('person_id', userId)
      .neq('action', 'none')
      .order('decided_at', { ascending: false })
      .limit(MOST),
    supabase
      .from('reports')
      .select('id, report_no, target_kind, reason, state, created_at, appeal')
      .eq('reporter_id', userId)
      .order('created_at', { ascending: false })
      .limit(MOST),
  ])
  return { decisions: dataOf(decisions) as Decision[], reports: dataOf(reports) as MyReport[] }
}

/** What one has reported, and what was decided about oneself, with the way to appeal it. */
export function ReportsTab({ userId }: { userId: string }) {
  const both = useQuery({ queryKey: ['my-reports', userId], queryFn: () => readBoth(userId), staleTime: 0 })
  const waiting = useDelayed(both.isPending)
  const isEmpty = both.data && both.data.decisions.length + both.data.reports.length === 0
  return (
    <section aria-labelledby="reports-title" className="grid max-w-2xl gap-5">
      <h1 id="reports-title" className="type-h1">
        {t('Reports')}
      </h1>
      {waiting ? <Skeleton className="h-32 rounded-card" /> : null}
      {both.isError ? (
        <div className="panel p-6">
          <LoadFailed what={t('your reports')} onRetry={() => void both.refetch()} />
        </div>
      ) : null}
      {isEmpty ? (
        <div className="panel p-8">
          <EmptyState
            icon={<ShieldCheck aria-hidden="true" strokeWidth={1.75} />}
            title={t('Nothing to report')}
            line={t('What you report, and any decision about something of yours, shows here.')}
          />
        </div>
      ) : null}
      {both.data && both.data.decisions.length > 0 ? (
        <section className="grid gap-3" aria-label={t('Decisions about you')}>
          <h2 className="type-h3">{t('Decisions about you')}</h2>
          {both.data.decisions.map((decision) => (
            <DecisionCard key={decision.id} decision={decision} />
          ))}
        </section>
      ) : null}
      {both.data && both.data.reports.length > 0 ? (
        <section className="panel p-5" aria-label={t('What you reported')}>
          <h2 className="type-h3">{t('What you reported')}</h2>
          <ul className="mt-2 divide-y divide-line">
            {both.data.reports.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
        </section>
      ) : null}
    </section>
  )
}

function ReportRow({ report }: { report: MyReport }) {
  const [open, setOpen] = useState(false)
  const canAsk = report.state === 'rejected' && report.appeal === null
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <Trans
            message="No. {reportNo}, {value}, <0>{date}</0>"
            values={{
              reportNo: report.report_no,
              value: REPORTED[report.target_kind] ?? report.target_kind,
              date: formatDate(report.created_at),
            }}
            components={{ 0: <span className="text-ink-3" /> }}
          />
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {canAsk && !open ? (
            <Button variant="ghost" size="s" onClick={() => setOpen(true)}>
              {t('Ask for a second look')}
            </Button>
          ) : null}
          <Badge tone={report.state === 'actioned' ? 'success' : 'neutral'}>
            {OUTCOME[report.state] ?? t('Being looked at')}
          </Badge>
        </span>
      </div>
      {canAsk && open ? (
        <AppealForm
          label={t('What was overlooked?')}
          send={async (reason) =>
            dataOf<unknown>(await supabase.rpc('appeal_report', { report_id: report.id, reason }))
          }
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </li>
  )
}

function DecisionCard({ decision }: { decision: Decision }) {
  const canAppeal = decision.appeal === null && new Date(decision.appeal_deadline) > new Date()
  const [open, setOpen] = useState(false)
  return (
    <article className="panel p-5" aria-label={t('Decision no. {decisionNo}', { decisionNo: decision.decision_no })}>
      <p className="type-small text-ink-3">
        {t('No. {decisionNo}, {date}, made by a person', {
          decisionNo: decision.decision_no,
          date: formatDate(decision.decided_at),
        })}
      </p>
      <h3 className="mt-1 font-semibold">{DECISION[decision.action] ?? t('A decision was made')}</h3>
      <p className="mt-2 whitespace-pre-wrap text-ink-2">{decision.statement}</p>
      {decision.until ? (
        <p className="mt-2 text-ink-2">{t('Until {date}.', { date: formatDate(decision.until) })}</p>
      ) : null}
      {decision.appeal ? (
        <div className="mt-3 border-t border-line pt-3">
          <p className="font-semibold">{APPEAL[decision.appeal_state ?? 'open']}</p>
          <p className="mt-1 text-ink-2">{t('You wrote: “{appeal}”', { appeal: decision.appeal })}</p>
          {decision.appeal_statement ? <p className="mt-1 text-ink-2">{decision.appeal_statement}</p> : null}
        </div>
      ) : null}
      {canAppeal && !open ? (
        <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {t('Appeal')}
        </Button>
      ) : null}
      {canAppeal && open ? (
        <AppealForm
          label={t('Why is the decision wrong?')}
          send={async (reason) =>
            dataOf<unknown>(await supabase.rpc('appeal_decision', { decision_id: decision.id, reason }))
          }
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </article>
  )
}

interface AppealFormProps {
  label: string
  send: (reason: string) => Promise<unknown>
  onCancel: () => void
}

function AppealForm({ label, send, onCancel }: AppealFormProps) {
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const appeal = useMutation({
    mutationFn: () => send(reason.trim()),
    onSuccess: () => {
      toast({ title: t('Appeal sent'), description: t('Another person looks at it and tells you what comes of it.') })
      return client.invalidateQueries({ queryKey: ['my-reports'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    appeal.mutate()
  }
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3 border-t border-line pt-4">
      <Field
        label={label}
        hint={t('Somebody who did not make it reads this.')}
        error={appeal.isError ? sentenceOf(appeal.error) : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button
          type="submit"
          disabled={reason.trim().length < 10}
          loading={appeal.isPending}
          loadingLabel={t('Sending')}
        >
          {t('Send the appeal')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
