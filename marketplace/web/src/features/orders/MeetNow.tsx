import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, ShieldCheck, Wallet } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { Link } from '../../lib/router.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { enterCode, readCode } from './api.ts'
import { CodeInput } from './CodeInput.tsx'
import { useOrderChange } from './queries.ts'
import { gainOf, type Order } from './types.ts'
import { weekday } from './when.ts'

interface MeetNowProps {
  order: Order
  otherName: string
  /** Time and place, and how to change them. */
  meetup: ReactNode
}

/** A paid meet-up for its buyer: code, checklist, time and place. */
export function MeetBuyer({ order, otherName, meetup, checks }: MeetNowProps & { checks: readonly string[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <HandoverCode order={order} otherName={otherName} />
      <fieldset>
        <legend className="type-h3 mb-2.5">{t('orders.meet.checkFirst')}</legend>
        <div className="grid gap-1">
          {checks.map((check) => (
            <Checked key={check} label={check} />
          ))}
        </div>
      </fieldset>
      {meetup}
      <p className="type-small flex gap-3 text-ink-2">
        <ShieldCheck aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
        {t('orders.meet.codePays', {
          name: otherName,
          amount: exactMoney(gainOf(order), order.currency),
          held: exactMoney(order.total_minor, order.currency),
        })}
      </p>
    </div>
  )
}

function Checked({ label }: { label: string }) {
  const [isOn, setOn] = useState(false)
  return <Checkbox label={label} checked={isOn} onChange={({ target }) => setOn(target.checked)} />
}

/** The four digits, from the day of the meet-up on; without a date, on request. */
function HandoverCode({ order, otherName }: { order: Order; otherName: string }) {
  const now = useNow()
  const [isAsked, setAsked] = useState(false)
  const meetAt = order.deal?.meet_at ?? null
  const isDay = meetAt !== null && startOfDay(now) >= startOfDay(new Date(meetAt))
  const isShown = isDay || isAsked
  const code = useQuery({
    queryKey: keys.orders('code', order.id),
    queryFn: () => readCode(order.id),
    enabled: isShown,
    // Never cached on the device.
    gcTime: 0,
  })
  return (
    <section
      aria-labelledby="code-title"
      className="grid justify-items-center gap-2.5 rounded-panel bg-brand-soft px-5 py-6 text-center text-brand-ink"
    >
      <h2 id="code-title" className="type-h3">
        {t('orders.meet.yourCode')}
      </h2>
      {!isShown ? (
        <>
          <p>{meetAt ? t('orders.meet.codeOnDay', { day: weekday(meetAt) }) : t('orders.meet.codeHidden')}</p>
          {meetAt ? null : (
            <Button variant="secondary" onClick={() => setAsked(true)}>
              {t('orders.meet.showCode')}
            </Button>
          )}
        </>
      ) : code.isLoadingError ? (
        <LoadFailed onRetry={() => void code.refetch()} />
      ) : code.data ? (
        <>
          <p className="tnum font-display text-[64px]/16 font-[720] tracking-[0.16em] -me-[0.16em]">
            <span aria-hidden="true">{code.data}</span>
            <span className="sr-only">{t('orders.meet.codeIs', { digits: [...code.data].join(' ') })}</span>
          </p>
          <p className="max-w-[34ch]">
            <Trans
              id="orders.meet.tellCode"
              values={{ name: otherName }}
              components={{ 0: <strong className="font-semibold" /> }}
            />
          </p>
        </>
      ) : (
        <Skeleton className="h-24 w-64 rounded-panel" />
      )}
    </section>
  )
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** A paid meet-up for its seller: the buyer's code releases the payment. */
export function MeetSeller({ order, otherName, meetup }: MeetNowProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useOrderChange({ change: () => Promise.resolve() })
  const entering = useMutation({
    mutationFn: (digits: string) => enterCode(order.id, digits),
    onSuccess: (answer) => {
      if (answer.accepted) return refresh.mutateAsync(undefined)
      setCode('')
      setProblem(t('orders.meet.wrongCode', { left: answer.tries_left }))
      return undefined
    },
    onError: (error) => setProblem(sentenceOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 4) entering.mutate(code)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <form noValidate onSubmit={submit} className="grid justify-items-center gap-4 text-center">
        <div>
          <h2 className="type-h2">{t('orders.meet.enterCode', { name: otherName })}</h2>
          <p className="mt-1 text-ink-2">{t('orders.meet.enterCodeHint')}</p>
        </div>
        <CodeInput
          label={t('orders.meet.enterCode', { name: otherName })}
          value={code}
          isWrong={problem !== null}
          describedBy="code-problem"
          onChange={(digits) => {
            setCode(digits)
            setProblem(null)
          }}
        />
        <p id="code-problem" role="alert" className="type-small flex items-center gap-2 text-danger-ink empty:hidden">
          {problem ? (
            <>
              <CircleAlert aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
              {problem}
            </>
          ) : null}
        </p>
        <p className="flex items-center gap-2.5 text-ink-2">
          <Wallet aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
          <span>
            <Trans
              id="orders.meet.toBalance"
              values={{ amount: exactMoney(gainOf(order), order.currency) }}
              components={{ 0: <strong className="font-semibold text-ink" /> }}
            />
          </span>
        </p>
        <Button
          type="submit"
          size="lg"
          className="w-full max-w-md"
          disabled={code.length < 4}
          loading={entering.isPending}
          loadingLabel={t('common.checking')}
        >
          {t('orders.meet.complete')}
        </Button>
        <Link to={paths.helpArticle('meet-up-code')} className="font-semibold text-brand hover:underline">
          {t('orders.meet.cantFind', { name: otherName })}
        </Link>
      </form>
      {meetup}
    </div>
  )
}
