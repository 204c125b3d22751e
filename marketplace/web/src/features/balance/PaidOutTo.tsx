import { useMutation } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { hasAccount } from './account.ts'
import { type Balance, onboardingUrl, type PayoutPlan, type Rhythm, setRhythm } from './api.ts'
import { useChange } from './queries.ts'

interface PaidOutToProps {
  balance: Balance
  plan: PayoutPlan
  onChange: () => void
}

/** The bank account, its verification state, and the payout schedule. */
export function PaidOutTo({ balance, plan, onChange }: PaidOutToProps) {
  const changing = useChange(setRhythm)
  const isReady = hasAccount(balance, plan)
  return (
    <section aria-labelledby="paid-out-to" className="panel px-5 py-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="paid-out-to" className="type-h3">
          {t('balance.paidOutTo')}
        </h2>
        {config.payments === 'test' && isReady ? (
          <Button variant="ghost" size="s" className="-me-3 text-brand!" onClick={onChange}>
            {t('balance.account.change')}
          </Button>
        ) : null}
      </div>
      {plan.holder && plan.ending ? (
        <p className="mt-2 flex gap-3">
          <Landmark aria-hidden="true" strokeWidth={1.75} className="mt-1 size-5 shrink-0 text-ink-2" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{plan.holder}</span>
            <br />
            <span className="type-small text-ink-2">{t('balance.account.ending', { ending: plan.ending })}</span>
          </span>
        </p>
      ) : config.payments === 'test' ? (
        <Button variant="secondary" className="mt-2" onClick={onChange}>
          {t('balance.account.add')}
        </Button>
      ) : (
        <Onboarding state={balance.payout_account ?? 'none'} />
      )}
      {isReady ? (
        <div className="mt-4 border-t border-line pt-4">
          <SelectField
            label={t('balance.every')}
            value={plan.every}
            disabled={changing.isPending}
            onChange={(event) => changing.mutate(event.target.value as Rhythm)} // the options' values
          >
            <option value="week">{t('balance.every.week')}</option>
            <option value="month">{t('balance.every.month')}</option>
            <option value="asked">{t('balance.every.asked')}</option>
          </SelectField>
        </div>
      ) : null}
    </section>
  )
}

function Onboarding({ state }: { state: string }) {
  const going = useMutation({
    mutationFn: onboardingUrl,
    onSuccess: (url) => window.location.assign(url),
  })
  return (
    <div className="mt-2 grid justify-items-start gap-3">
      <p className="text-ink-2">{t('balance.account.state', { state })}</p>
      {state === 'checking' ? null : (
        <Button variant="secondary" loading={going.isPending} onClick={() => going.mutate()}>
          {state === 'ready' ? t('balance.account.change') : t('balance.account.setUp')}
        </Button>
      )}
      {going.isError ? (
        <p role="alert" className="type-small text-danger-ink">
          {sentenceOf(going.error)}
        </p>
      ) : null}
    </div>
  )
}
