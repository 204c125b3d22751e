import { lazy, Suspense } from 'react'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { formatCount } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { bestDay, dayName, type Figures, type ViewsOfDay } from './figures.ts'

// The chart library comes after the numbers, which say the same.
const LineChart = lazy(async () => ({ default: (await import('../../ui/LineChart.tsx')).LineChart<ViewsOfDay> }))

const SERIES = [{ key: 'views', label: t('Views'), token: '--color-brand', filled: true }] as const
/** As high as the skeleton before it. */
const CHART_HEIGHT = 176

/** Views per day as a curve, in a sentence, and as a table. */
export function ViewsPanel({ figures }: { figures: Figures | undefined }) {
  const today = figures?.by_day.at(-1)?.day
  const best = bestDay(figures?.by_day ?? [])
  return (
    <section aria-labelledby="views-title" className="panel p-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="views-title" className="type-h3">
          {t('Views per day')}
        </h2>
        {figures ? (
          <p className="type-small text-ink-2">
            {best ? (
              <Trans
                message="Best day <0>{count}</0>, {dayName}"
                values={{ count: formatCount(best.views), dayName: dayName(best.day, today) }}
                components={{ 0: <strong className="tnum text-ink" /> }}
              />
            ) : (
              t('Nobody has looked yet.')
            )}
          </p>
        ) : null}
      </div>
      {figures ? (
        <Suspense fallback={<Skeleton className="h-44 rounded-control" />}>
          <LineChart
            rows={figures.by_day}
            x="day"
            formatX={(day) => (day === today ? t('Today') : dayName(day))}
            series={SERIES}
            height={CHART_HEIGHT}
          />
        </Suspense>
      ) : (
        <Skeleton className="h-44 rounded-control" />
      )}
      {figures ? <DaysTable days={figures.by_day} today={today} /> : null}
    </section>
  )
}

function DaysTable({ days, today }: { days: readonly ViewsOfDay[]; today: string | undefined }) {
  const total = days.reduce((sum, day) => sum + day.views, 0)
  return (
    <details className="mt-2 border-t border-line pt-1">
      <summary className="type-small min-h-11 cursor-pointer content-center font-semibold text-ink-2">
        {t('The same as a table')}
      </summary>
      <div className="max-h-72 overflow-y-auto">
        <table className="tnum w-full text-start">
          <caption className="sr-only">
            {t('{total, plural, one {# view} other {# views}} in {count} days', { total, count: days.length })}
          </caption>
          <thead className="type-small text-ink-3">
            <tr>
              <th scope="col" className="py-1.5 text-start font-normal">
                {t('Day')}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {t('Views')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ day, views }) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal first-letter:uppercase">
                  {dayName(day, today)}
                </th>
                <td className="py-1.5 text-end">{formatCount(views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
