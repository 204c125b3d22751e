import { formatCount, formatMoney } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Dashboard } from './types.ts'

/** Four numbers over everything that is or was on offer. */
export function Numbers({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { totals, listings } = dashboard ?? {}
  const numbers: [name: string, value: string | undefined][] = [
    ['Views', totals && formatCount(totals.views)],
    ['Saves', totals && formatCount(totals.saves)],
    ['Sold', listings && formatCount(listings.sold ?? 0)],
    ['Earned', totals && formatMoney(totals.sold_minor)],
  ]
  return (
    <dl className="panel grid grid-cols-2 overflow-hidden md:grid-cols-4">
      {numbers.map(([name, value]) => (
        <div key={name} className="-ms-px -mt-px border-s border-t border-line px-5 py-4">
          <dt className="text-[14px]/5 text-ink-2">{name}</dt>
          <dd className="tnum mt-0.5 font-display text-[27px]/8 font-[660] tracking-[-0.03em]">
            {value ?? <Skeleton className="mt-1 h-7 w-20 rounded-badge" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
