import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { reasonText } from '../../i18n/refusals.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { dataOf, sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { formatDate } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { APPEAL, DECISION, OUTCOME, REPORTED } from './words.ts'

interface Decision {
  readonly id: string
  readonly decision_no: number
  readonly target_kind: string
  readonly action: string
  readonly statement: string
  readonly until: string | null
  /** Made by a rule; a moderator reviews it in any case. */
  readonly automated: boolean
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
        'id, decision_no, target_kind, action, statement, until, automated, decided_at, appeal_deadline, appeal, appeal_state, appeal_statement',
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
  const told = (dataOf(decisions) as Decision[]).map(async (decision) => ({
    ...decision,
    statement: (await reasonText(decision.statement)) ?? '',
  }))
  return { decisions: await Promise.all(told), reports: dataOf(reports) as MyReport[] }
}

/** The user's reports, and the decisions about the user, with a way to appeal. */
export function ReportsTab({ userId }: { userId: string }) {
  const both = useQuery({ queryKey: ['my-reports', userId], queryFn: () => readBoth(userId), staleTime: 0 })
  const waiting = useDelayed(both.isPending)
  const isEmpty = both.data && both.data.decisions.length + both.data.reports.length === 0
  return (
    <div className="grid max-w-2xl gap-5">
      {waiting ? <Skeleton className="h-32 rounded-card" /> : null}
      {both.isError ? (
        <div className="panel p-6">
          <LoadFailed onRetry={() => void both.refetch()} />
        </div>
      ) : null}
      {isEmpty ? (
        <div className="panel p-8">
          <EmptyState
            icon={<ShieldCheck aria-hidden="true" strokeWidth={1.75} />}
            title={t('reports.nothingToReport')}
            line={t('reports.emptyHint')}
          />
        </div>
      ) : null}
      {both.data && both.data.decisions.length > 0 ? (
        <section className="grid gap-3" aria-label={t('reports.decisionsAboutYou')}>
          <h2 className="type-h3">{t('reports.decisionsAboutYou')}</h2>
          {both.data.decisions.map((decision) => (
            <DecisionCard key={decision.id} decision={decision} />
          ))}
        </section>
      ) : null}
      {both.data && both.data.reports.length > 0 ? (
        <section className="panel p-5" aria-label={t('reports.whatYouReported')}>
          <h2 className="type-h3">{t('reports.whatYouReported')}</h2>
          <ul className="mt-2 divide-y divide-line">
            {both.data.reports.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
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
            id="reports.reportLine"
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
              {t('reports.secondLook')}
            </Button>
          ) : null}
          <Badge tone={report.state === 'actioned' ? 'success' : 'neutral'}>
            {OUTCOME[report.state] ?? t('reports.beingLookedAt')}
          </Badge>
        </span>
      </div>
      {canAsk && open ? (
        <AppealForm
          label={t('reports.whatWasOverlooked')}
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
  const numberAndDate = { decisionNo: decision.decision_no, date: formatDate(decision.decided_at) }
  return (
    <article className="panel p-5" aria-label={t('reports.decisionNumber', { decisionNo: decision.decision_no })}>
      <p className="type-small text-ink-3">
        {decision.automated
          ? t('reports.decisionAutomatic', numberAndDate)
          : t('reports.decisionByPerson', numberAndDate)}
      </p>
      <h3 className="mt-1 font-semibold">{DECISION[decision.action] ?? t('reports.decisionMade')}</h3>
      <p className="mt-2 whitespace-pre-wrap text-ink-2">{decision.statement}</p>
      {decision.until ? (
        <p className="mt-2 text-ink-2">{t('reports.until', { date: formatDate(decision.until) })}</p>
      ) : null}
      {decision.appeal ? (
        <div className="mt-3 border-t border-line pt-3">
          <p className="font-semibold">{APPEAL[decision.appeal_state ?? 'open']}</p>
          <p className="mt-1 text-ink-2">{t('reports.youWrote', { appeal: decision.appeal })}</p>
          {decision.appeal_statement ? <p className="mt-1 text-ink-2">{decision.appeal_statement}</p> : null}
        </div>
      ) : null}
      {canAppeal && !open ? (
        <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {t('reports.appeal')}
        </Button>
      ) : null}
      {canAppeal && open ? (
        <AppealForm
          label={t('reports.whyWrong')}
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
      toast({ title: t('reports.appealSent'), description: t('reports.appealHint') })
      return client.invalidateQueries({ queryKey: ['my-reports'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    appeal.mutate()
  }
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3 border-t border-line pt-4">
      <TextAreaField
        label={label}
        hint={t('reports.secondLookHint')}
        error={appeal.isError ? sentenceOf(appeal.error) : undefined}
        rows={4}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          disabled={reason.trim().length < 10}
          loading={appeal.isPending}
          loadingLabel={t('common.sending')}
        >
          {t('reports.sendTheAppeal')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
