import { t } from '../../i18n/t.ts'
import { formatCount, formatMoney } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Figures, type Trend, trendOf } from './figures.ts'

const TONE: Record<Trend['direction'], string> = { up: 'text-success-ink', down: 'text-clay-ink', same: 'text-ink-3' }

/** Four numbers of the last days, each beside what it was in as many days before. */
export function Numbers({ figures, days }: { figures: Figures | undefined; days: number }) {
  const numbers = ([now, before]: [Figures['now'], Figures['before']]) =>
    [
      [t('Views'), formatCount(now.views), trendOf(now.views, before.views)],
      [t('Saves'), formatCount(now.saves), trendOf(now.saves, before.saves)],
      [t('Sold'), formatCount(now.sold), trendOf(now.sold, before.sold)],
      [t('Earned'), formatMoney(now.earned_minor), trendOf(now.earned_minor, before.earned_minor, 'money')],
    ] as const
  const shown = figures ? numbers([figures.now, figures.before]) : null
  return (
    <dl className="panel grid grid-cols-2 overflow-hidden md:grid-cols-4">
      {[t('Views'), t('Saves'), t('Sold'), t('Earned')].map((name, place) => {
        const [, value, trend] = shown?.[place] ?? []
        return (
          <div key={name} className="-ms-px -mt-px border-s border-t border-line px-5 py-4">
            <dt className="text-[14px]/5 text-ink-2">{name}</dt>
            <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
              <span className="tnum font-display text-[27px]/8 font-[660] tracking-[-0.03em]">
                {value ?? <Skeleton className="mt-1 h-7 w-20 rounded-badge" />}
              </span>
              {trend ? (
                <span className={`type-small tnum font-semibold ${TONE[trend.direction]}`}>
                  {trend.text}
                  <span className="sr-only"> {t('compared with the {days} days before', { days })}</span>
                </span>
              ) : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
