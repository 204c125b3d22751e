import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { dataOf } from '../../../app/failure.ts'
import { supabase } from '../../../app/supabase.ts'
import { formatCount, formatUtcDay } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'

const LineChart = lazy(async () => ({ default: (await import('../../../ui/LineChart.tsx')).LineChart<Day> }))

interface Day {
  readonly day: string
  readonly ads: number
  readonly messages: number
  readonly sign_ups: number
  readonly reports: number
}

interface Figures {
  readonly by_day: readonly Day[]
  readonly now: Readonly<{ active_ads: number; people: number; open_reports: number }>
  readonly hours_to_action: Readonly<{ median: number | null; p90: number | null; count: number }>
}

const SERIES = [
  { key: 'messages', label: 'Messages', token: '--color-brand' },
  { key: 'ads', label: 'New ads', token: '--color-clay' },
  { key: 'sign_ups', label: 'Sign-ups', token: '--color-saffron' },
  { key: 'reports', label: 'Reports', token: '--color-danger', dashed: true },
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
        <h1 className="type-h1">Figures</h1>
        <Select aria-label="Span" size="s" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {SPANS.map((span) => (
            <option key={span} value={span}>
              Last {span} days
            </option>
          ))}
        </Select>
      </div>
      {waiting ? <Skeleton className="h-72 rounded-card" /> : null}
      {figures.isError ? (
        <div className="panel p-6">
          <LoadFailed what="the figures" onRetry={() => void figures.refetch()} />
        </div>
      ) : null}
      {figures.data ? <Shown figures={figures.data} /> : null}
    </>
  )
}

function Shown({ figures: { by_day: rows, now, hours_to_action: hours } }: { figures: Figures }) {
  const facts = [
    ['Ads on offer', formatCount(now.active_ads)],
    ['Accounts', formatCount(now.people)],
    ['Open reports', formatCount(now.open_reports)],
    ['Median hours to a decision', hours.median === null ? 'none yet' : String(hours.median)],
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
      <section className="panel p-5" aria-label="By day">
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
      <details className="panel p-5">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">The same as a table</summary>
        <div className="mt-3 overflow-x-auto">
          <table className="tnum w-full text-left">
            <thead className="type-small text-ink-3">
              <tr>
                <th scope="col" className="py-1.5 pe-4 font-medium">
                  Day
                </th>
                {SERIES.map(({ key, label }) => (
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
                  {SERIES.map(({ key }) => (
                    <td key={key} className="py-1.5 pe-4 text-right">
                      {formatCount(row[key])}
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
