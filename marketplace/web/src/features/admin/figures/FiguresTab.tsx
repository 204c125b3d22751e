import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { dataOf } from '../../../app/failure.ts'
import { supabase } from '../../../app/supabase.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatCount, formatUtcDay } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { saveCsv } from '../audit/csv.ts'

const LineChart = lazy(async () => ({ default: (await import('../../../ui/LineChart.tsx')).LineChart<Day> }))

interface Day {
  readonly day: string
  readonly ads: number
  readonly messages: number
  readonly sign_ups: number
  readonly reports: number
  /** Reports decided that day, and how many hours they had waited; null on days without any. */
  readonly decided: number
  readonly median_hours: number | null
}

interface Figures {
  readonly by_day: readonly Day[]
  readonly now: Readonly<{ active_ads: number; people: number; open_reports: number }>
  readonly hours_to_action: Readonly<{ median: number | null; p90: number | null; count: number }>
}

const SERIES = [
  { key: 'messages', label: t('Messages'), token: '--color-brand' },
  { key: 'ads', label: t('New ads'), token: '--color-clay' },
  { key: 'sign_ups', label: t('Sign-ups'), token: '--color-saffron' },
  { key: 'reports', label: t('Reports'), token: '--color-danger', dashed: true },
] as const

const HOURS = [
  { key: 'median_hours', label: t('Median hours to a decision'), token: '--color-brand', filled: true },
] as const

/** Every column of the table and of the file. */
const COLUMNS = [
  ...SERIES,
  { key: 'decided', label: t('Reports decided') },
  { key: 'median_hours', label: t('Median hours') },
] as const

const SPANS = [7, 30, 90, 180] as const

/** /admin/figures: how the market does, by day, as lines and as a table. */
export function FiguresTab() {
  const [days, setDays] = useState<number>(30)
  const figures = useQuery({
    queryKey: ['admin', 'figures', days],
    queryFn: async () => dataOf(await supabase.rpc('site_figures', { days })) as unknown as Figures, // jsonb, as written there
    staleTime: 60_000,
  })
  const waiting = useDelayed(figures.isPending)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-h1">{t('Figures')}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={t('Span')}
            size="s"
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {SPANS.map((span) => (
              <option key={span} value={span}>
                {t('Last {count, plural, one {# day} other {# days}}', { count: span })}
              </option>
            ))}
          </Select>
          <Button
            variant="secondary"
            size="s"
            disabled={!figures.data}
            onClick={() => (figures.data ? exportDays(figures.data.by_day) : undefined)}
          >
            <Download aria-hidden="true" strokeWidth={1.75} className="size-5" />
            {t('Save as CSV')}
          </Button>
        </div>
      </div>
      {waiting ? <Skeleton className="h-72 rounded-card" /> : null}
      {figures.isError ? (
        <div className="panel p-6">
          <LoadFailed what={t('the figures')} onRetry={() => void figures.refetch()} />
        </div>
      ) : null}
      {figures.data ? <Shown figures={figures.data} /> : null}
    </>
  )
}

function exportDays(rows: readonly Day[]): void {
  saveCsv('figures.csv', [
    ['day', ...COLUMNS.map(({ key }) => key)],
    ...rows.map((row) => [row.day, ...COLUMNS.map(({ key }) => String(row[key] ?? ''))]),
  ])
}

function Shown({ figures: { by_day: rows, now, hours_to_action: hours } }: { figures: Figures }) {
  const facts = [
    [t('Ads on offer'), formatCount(now.active_ads)],
    [t('Accounts'), formatCount(now.people)],
    [t('Open reports'), formatCount(now.open_reports)],
    [t('Median hours to a decision'), hours.median === null ? t('none yet') : formatCount(hours.median)],
  ] as const
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="panel p-4">
            <dt className="type-small text-ink-3">{name}</dt>
            <dd className="tnum mt-1 font-display text-[24px]/7 font-[640]">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="panel p-5" aria-label={t('By day')}>
        <ul className="type-small mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
          {SERIES.map(({ key, label, token }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span aria-hidden="true" className="h-0.5 w-4 rounded-full" style={{ background: `var(${token})` }} />
              {label}
            </li>
          ))}
        </ul>
        <Suspense fallback={<Skeleton className="h-60 rounded-control" />}>
          <LineChart rows={rows} x="day" formatX={dayOf} series={SERIES} />
        </Suspense>
      </section>
      <TimeToAction rows={rows} hours={hours} />
      <details className="panel p-5">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t('The same as a table')}</summary>
        <div className="mt-3 overflow-x-auto">
          <table className="tnum w-full text-left">
            <thead className="type-small text-ink-3">
              <tr>
                <th scope="col" className="py-1.5 pe-4 font-medium">
                  {t('Day')}
                </th>
                {COLUMNS.map(({ key, label }) => (
                  <th key={key} scope="col" className="py-1.5 pe-4 text-right font-medium">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...rows].reverse().map((row) => (
                <tr key={row.day} className="border-t border-line">
                  <th scope="row" className="py-1.5 pe-4 font-normal">
                    {dayOf(row.day)}
                  </th>
                  {COLUMNS.map(({ key }) => (
                    <td key={key} className="py-1.5 pe-4 text-right">
                      {row[key] === null ? '' : formatCount(row[key])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}

function dayOf(day: string): string {
  return formatUtcDay(day)
}

/** How long reports waited for a decision, on the days on which some were decided. */
function TimeToAction({ rows, hours }: { rows: readonly Day[]; hours: Figures['hours_to_action'] }) {
  const decided = rows.filter(({ median_hours: median }) => median !== null)
  return (
    <section className="panel p-5" aria-labelledby="time-to-action">
      <h2 id="time-to-action" className="type-h3">
        {t('Time to action')}
      </h2>
      <p className="mt-1 text-ink-2">
        {hours.count === 0
          ? t('No report of this span has been decided yet.')
          : t('Of {count} decided, half within {median} hours, nine of ten within {most}.', {
              count: formatCount(hours.count),
              median: formatCount(hours.median ?? 0),
              most: formatCount(hours.p90 ?? 0),
            })}
      </p>
      {decided.length > 1 ? (
        <Suspense fallback={<Skeleton className="mt-3 h-44 rounded-control" />}>
          <div className="mt-3">
            <LineChart rows={decided} x="day" formatX={formatUtcDay} series={HOURS} height={176} />
          </div>
        </Suspense>
      ) : null}
    </section>
  )
}
