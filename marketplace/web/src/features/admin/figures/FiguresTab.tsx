import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { jsonOf } from '../../../../../contract/json-of.ts'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { formatUtcDay } from '../../../ui/format-dates.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { useAuth } from '../../auth/AuthProvider.tsx'
import { saveCsv } from '../audit/csv.ts'
import { SellerExport } from './SellerExport.tsx'

const LineChart = lazy(async () => ({ default: (await import('../../../ui/LineChart.tsx')).LineChart<Day> }))

interface Day {
  readonly day: string
  readonly ads: number
  readonly messages: number
  readonly sign_ups: number
  readonly reports: number
  /** Reports decided that day, and their median waiting time; null without any. */
  readonly decided: number
  readonly median_hours: number | null
}

interface Figures {
  readonly by_day: readonly Day[]
  readonly now: Readonly<{ active_ads: number; people: number; open_reports: number }>
  readonly hours_to_action: Readonly<{ median: number | null; p90: number | null; count: number }>
}

const SERIES = [
  { key: 'messages', label: t('shell.messages'), token: '--color-brand' },
  { key: 'ads', label: t('admin.figures.newAds'), token: '--color-clay' },
  { key: 'sign_ups', label: t('admin.figures.signUps'), token: '--color-saffron' },
  { key: 'reports', label: t('common.reports'), token: '--color-danger', dashed: true },
] as const

const HOURS = [
  { key: 'median_hours', label: t('admin.figures.medianHoursToDecision'), token: '--color-brand', filled: true },
] as const

/** Columns of the table and the CSV file. */
const COLUMNS = [
  ...SERIES,
  { key: 'decided', label: t('admin.figures.reportsDecided') },
  { key: 'median_hours', label: t('admin.figures.medianHours') },
] as const

const SPANS = [7, 30, 90, 180] as const

/** /admin/figures: daily figures as charts and as a table. */
export function FiguresTab() {
  const [days, setDays] = useState<number>(30)
  const { profile } = useAuth()
  const figures = useQuery({
    queryKey: ['admin', 'figures', days],
    queryFn: async () => jsonOf<Figures>(dataOf(await supabase.rpc('site_figures', { days }))),
    staleTime: 60_000,
  })
  const waiting = useDelayed(figures.isPending)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-h1">{t('admin.figures')}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={t('admin.figures.span')}
            size="s"
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {SPANS.map((span) => (
              <option key={span} value={span}>
                {t('admin.figures.lastDays', { count: span })}
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
            {t('admin.saveAsCsv')}
          </Button>
        </div>
      </div>
      {waiting ? <Skeleton className="h-72 rounded-card" /> : null}
      {figures.isLoadingError ? (
        <div className="panel p-6">
          <LoadFailed onRetry={() => void figures.refetch()} />
        </div>
      ) : null}
      {figures.data ? <Shown figures={figures.data} /> : null}
      {/* Below the figures, so not before them. */}
      {!figures.isPending && config.payments !== 'off' && profile?.role === 'admin' ? <SellerExport /> : null}
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
    [t('admin.figures.adsOnOffer'), formatCount(now.active_ads)],
    [t('admin.figures.accounts'), formatCount(now.people)],
    [t('admin.figures.openReports'), formatCount(now.open_reports)],
    [
      t('admin.figures.medianHoursToDecision'),
      hours.median === null ? t('admin.figures.noneYet') : formatCount(hours.median),
    ],
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
      <section className="panel p-5" aria-label={t('admin.figures.byDay')}>
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
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t('common.sameAsTable')}</summary>
        <div className="mt-3 overflow-x-auto">
          <table className="tnum w-full text-left">
            <thead className="type-small text-ink-3">
              <tr>
                <th scope="col" className="py-1.5 pe-4 font-medium">
                  {t('common.day')}
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

/** Waiting time of reports, on days with decisions. */
function TimeToAction({ rows, hours }: { rows: readonly Day[]; hours: Figures['hours_to_action'] }) {
  const decided = rows.filter(({ median_hours: median }) => median !== null)
  return (
    <section className="panel p-5" aria-labelledby="time-to-action">
      <h2 id="time-to-action" className="type-h3">
        {t('admin.figures.timeToAction')}
      </h2>
      <p className="mt-1 text-ink-2">
        {hours.count === 0
          ? t('admin.figures.noneDecided')
          : t('admin.figures.decidedWithin', {
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
