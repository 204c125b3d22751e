import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/Button.tsx'
import { exactMoney, shortDay } from '../../ui/exact-money.ts'
import { toast } from '../../ui/toast.ts'
import { hasAccount } from './account.ts'
import { type Balance, type PayoutPlan, requestPayout } from './api.ts'
import { useChange } from './queries.ts'

interface SumsProps {
  balance: Balance
  plan: PayoutPlan
  /** Number of orders with held money. */
  held: number
  onAddAccount: () => void
}

/** Available with the button, pending, and the next payout. */
export function Sums({ balance, plan, held, onAddAccount }: SumsProps) {
  const { currency, available_minor: available, on_its_way_minor: onItsWay } = balance
  return (
    <div
      aria-live="polite"
      className="panel grid grid-cols-2 max-sm:[&>*:first-child]:col-span-2 sm:grid-cols-[1.15fr_1fr_1fr]"
    >
      <Sum label={t('balance.available')}>
        <p className="type-price-lg tnum text-[32px]/9!">{exactMoney(available, currency)}</p>
        <PayOut balance={balance} plan={plan} onAddAccount={onAddAccount} />
      </Sum>
      <Sum label={t('balance.pending')}>
        <p className="type-h2 tnum">{exactMoney(balance.pending_minor, currency)}</p>
        <p className="type-small mt-1.5 text-ink-2">{t('balance.pending.orders', { count: held })}</p>
      </Sum>
      <Sum label={t('balance.next')}>
        <p className="type-h2 tnum">{plan.next_on ? shortDay(plan.next_on) : t('balance.next.asked')}</p>
        <p className="type-small mt-1.5 text-ink-2">
          {onItsWay > 0
            ? t('balance.onItsWay', { amount: exactMoney(onItsWay, currency) })
            : available < balance.min_payout_minor
              ? t('balance.next.from', { amount: exactMoney(balance.min_payout_minor, currency) })
              : plan.ending
                ? t('balance.next.to', { amount: exactMoney(available, currency), ending: plan.ending })
                : exactMoney(available, currency)}
        </p>
      </Sum>
    </div>
  )
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-line px-5 py-5 not-first:border-s max-sm:[&:nth-child(2)]:border-s-0 max-sm:not-first:border-t">
      <h2 className="type-small mb-1 text-ink-2">{label}</h2>
      {children}
    </div>
  )
}

function PayOut({ balance, plan, onAddAccount }: Omit<SumsProps, 'held'>) {
  const { currency, available_minor: available, min_payout_minor: least } = balance
  // One id until it succeeds, so that a double click or a retry is the same payout.
  const [clientId, setClientId] = useState(newId)
  const asking = useChange(requestPayout, () => {
    setClientId(newId())
    toast({ title: t('balance.payOut.sent', { amount: exactMoney(available, currency) }) })
  })
  const isReady = hasAccount(balance, plan)
  return (
    <>
      <Button
        size="s"
        className="mt-4"
        disabled={!isReady || available < least}
        aria-describedby="pay-out-reason"
        loading={asking.isPending}
        loadingLabel={t('balance.payOut.sending')}
        onClick={() => asking.mutate(clientId)}
      >
        {t('balance.payOut')}
      </Button>
      <p id="pay-out-reason" className="type-small mt-2 text-ink-2 empty:hidden">
        {!isReady ? (
          <button type="button" className="underline" onClick={onAddAccount}>
            {t('balance.payOut.noAccount')}
          </button>
        ) : available < least ? (
          t('balance.payOut.tooLittle', { amount: exactMoney(least, currency) })
        ) : null}
      </p>
    </>
  )
}
