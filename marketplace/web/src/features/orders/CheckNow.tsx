import { Check, Clock, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { changeOrder } from './api.ts'
import { useOrderChange } from './queries.ts'
import { gainOf, type Order, parcelOf } from './types.ts'
import { shortDayOf, timeLeft } from './when.ts'

/** The buyer's inspection period: deadline, remaining time and a bar. */
export function CheckNotice({ order, otherName }: { order: Order; otherName: string }) {
  const now = useNow()
  const due = order.due_at
  const left = due ? timeLeft(due, now) : null
  if (!due || left === null) return null
  const begun = order.events.findLast(({ to_state }) => to_state === 'delivered')?.created_at ?? order.changed_at
  const passed = (now.getTime() - Date.parse(begun)) / (Date.parse(due) - Date.parse(begun))
  return (
    <section aria-labelledby="check-title" className="flex gap-3.5 rounded-panel bg-saffron-soft p-5 text-saffron-ink">
      <Clock aria-hidden="true" strokeWidth={1.75} className="size-5.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="check-title" className="text-[16px]/6 font-semibold">
            {t('orders.check.until', { when: shortDayOf(due) })}
          </h2>
          <p role="timer" aria-live="off" className="tnum text-[16px]/6 font-semibold">
            {t('orders.left', { left })}
          </p>
        </div>
        <div aria-hidden="true" className="my-3 h-1.5 overflow-hidden rounded-full bg-saffron/35">
          <div
            className="h-full rounded-full bg-saffron"
            style={{ width: `${Math.round(Math.max(0, Math.min(1, 1 - passed)) * 100)}%` }}
          />
        </div>
        <p className="type-small">{t('orders.check.after', { name: otherName })}</p>
      </div>
    </section>
  )
}

/** A parcel on its way: its tracking page, and the buttons of its arrival, which no carrier may report. */
export function OnItsWay({ order, otherName }: { order: Order; otherName: string }) {
  const [hasArrived, setArrived] = useState(false)
  const link = parcelOf(order, 'out')?.tracking_url
  if (hasArrived) return <CheckButtons order={order} otherName={otherName} />
  return (
    <div className="flex flex-wrap gap-3">
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('primary', 'lg')}>
          {t('orders.trackParcel')}
          <ExternalLink aria-hidden="true" strokeWidth={1.75} className="size-5" />
          <span className="sr-only">{t('orders.newTab')}</span>
        </a>
      ) : null}
      <Button variant={link ? 'ghost' : 'secondary'} size="lg" onClick={() => setArrived(true)}>
        {t('orders.hasArrived')}
      </Button>
    </div>
  )
}

/** "Everything's fine", with a confirmation because it pays the seller, and "Report a problem". */
export function CheckButtons({
  order,
  otherName,
  isShort = false,
}: {
  order: Order
  otherName: string
  isShort?: boolean
}) {
  const [asks, setAsks] = useState(false)
  const confirming = useOrderChange({
    change: () => changeOrder('confirm_receipt', order.id),
    onDone: () => setAsks(false),
  })
  const amount = exactMoney(gainOf(order), order.currency)
  return (
    <div className={isShort ? 'flex flex-row-reverse gap-2.5 [&>*]:flex-1' : 'grid gap-3 sm:grid-cols-2'}>
      <Button size="lg" className="px-3!" onClick={() => setAsks(true)}>
        <Check aria-hidden="true" strokeWidth={2} className="size-5" />
        {isShort ? t('orders.check.fineShort') : t('orders.check.fine')}
      </Button>
      <LinkButton to={paths.reportProblem(order.id)} variant="secondary" size="lg" className="px-3!">
        {t('orders.report')}
      </LinkButton>
      {asks ? (
        <Dialog
          title={t('orders.check.sure', { name: otherName, amount })}
          description={t('orders.check.sureHint')}
          onClose={() => setAsks(false)}
          cancel={t('common.cancel')}
          footer={
            <Button
              loading={confirming.isPending}
              loadingLabel={t('buying.paying')}
              onClick={() => confirming.mutate(undefined)}
            >
              {t('orders.check.pay', { name: otherName })}
            </Button>
          }
        />
      ) : null}
    </div>
  )
}
