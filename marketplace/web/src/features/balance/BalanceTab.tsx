import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BankDialog } from './BankDialog.tsx'
import { PaidOutTo } from './PaidOutTo.tsx'
import { PendingSales } from './PendingSales.tsx'
import { useBalance, usePending, usePlan } from './queries.ts'
import { Statement } from './Statement.tsx'
import { Sums } from './Sums.tsx'
import { YearReport } from './YearReport.tsx'

/** /dashboard?tab=balance: the seller's earnings, payout dates and movements. */
export function BalanceTab({ userId }: { userId: string }) {
  const balance = useBalance()
  const plan = usePlan()
  const pending = usePending(userId)
  const [isEditing, setEditing] = useState(false)
  const failed = [balance, plan, pending].filter(({ isLoadingError }) => isLoadingError)
  if (failed.length > 0) return <LoadFailed onRetry={() => void failed.map(({ refetch }) => refetch())} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_336px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <header>
          <h1 className="type-h1">{t('dashboard.balance')}</h1>
          <p className="mt-1.5 text-ink-2">{t('balance.lead')}</p>
        </header>
        {balance.data && plan.data && pending.data ? (
          <>
            {plan.data.returned_minor === null ? null : (
              <p role="alert" className="flex gap-3 rounded-panel bg-danger-soft px-4 py-3.5 text-danger-ink">
                <CircleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
                <span>
                  <strong className="font-semibold">
                    {t('balance.returned', { amount: exactMoney(plan.data.returned_minor, balance.data.currency) })}
                  </strong>{' '}
                  {t('balance.returned.hint')}{' '}
                  <button type="button" className="font-semibold underline" onClick={() => setEditing(true)}>
                    {t('balance.returned.check')}
                  </button>
                </span>
              </p>
            )}
            <Sums
              balance={balance.data}
              plan={plan.data}
              held={pending.data.length}
              onAddAccount={() => setEditing(true)}
            />
          </>
        ) : (
          <Skeleton className="h-39 rounded-panel" />
        )}
        <Statement hasSales={(pending.data?.length ?? 0) > 0} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {balance.data && pending.data && pending.data.length > 0 ? (
          <PendingSales sales={pending.data} totalMinor={balance.data.pending_minor} currency={balance.data.currency} />
        ) : null}
        {balance.data && plan.data ? (
          <PaidOutTo balance={balance.data} plan={plan.data} onChange={() => setEditing(true)} />
        ) : null}
        <YearReport />
      </div>
      {isEditing && plan.data ? <BankDialog plan={plan.data} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}
