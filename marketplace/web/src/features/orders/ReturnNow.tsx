import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { changeOrder, contestReturn, markReturnShipped } from './api.ts'
import { labelQuery } from './labels/api.ts'
import { ReturnLabel } from './labels/BuyLabel.tsx'
import { useOrderChange } from './queries.ts'
import { ParcelNumber } from './Timeline.tsx'
import { TrackingForm } from './TrackingForm.tsx'
import { type Order, type Parcel, parcelOf, type Role } from './types.ts'

/** A return: the buyer enters the parcel's tracking number, the seller confirms its arrival. */
export function ReturnNow({ order, role, otherName }: { order: Order; role: Role; otherName: string }) {
  const parcel = parcelOf(order, 'back')
  const isAsked = role === 'buyer' && !parcel && config.labels
  const label = useQuery({ ...labelQuery(order.id), enabled: isAsked })
  if (role === 'buyer') {
    return (
      <section aria-labelledby="return-title" className="panel grid gap-3 p-5 md:p-6">
        <h2 id="return-title" className="type-h3">
          {parcel ? t('orders.return.sent') : t('orders.return.send')}
        </h2>
        {parcel ? (
          <ParcelNumber parcel={parcel} />
        ) : (
          <>
            {label.data?.can_return ? null : (
              <p className="text-ink-2">{t('orders.return.sendHint', { name: otherName })}</p>
            )}
            {label.data?.can_return ? <ReturnLabel orderId={order.id} /> : null}
            <TrackingForm
              key={label.data?.label?.tracking ?? 'own'}
              parcel={label.data?.label ?? undefined}
              send={(carrier, tracking) => markReturnShipped(order.id, carrier, tracking)}
              button={t('orders.return.markSent')}
              done={t('orders.return.isMarked')}
            />
          </>
        )}
      </section>
    )
  }
  return parcel ? <Arriving order={order} parcel={parcel} /> : null
}

function Arriving({ order, parcel }: { order: Order; parcel: Parcel }) {
  const [text, setText] = useState<string | null>(null)
  const confirming = useOrderChange({ change: () => changeOrder('confirm_return', order.id) })
  const objecting = useOrderChange({
    change: () => contestReturn(order.id, text ?? ''),
    onDone: () => setText(null),
    isQuiet: true,
  })
  return (
    <section aria-labelledby="return-title" className="panel grid gap-3 p-5 md:p-6">
      <h2 id="return-title" className="type-h3">
        {t('orders.return.isItBack')}
      </h2>
      <ParcelNumber parcel={parcel} />
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Button loading={confirming.isPending} onClick={() => confirming.mutate(undefined)}>
          {t('orders.return.gotIt')}
        </Button>
        <Button variant="secondary" onClick={() => setText('')}>
          {t('orders.return.wrong')}
        </Button>
      </div>
      {text === null ? null : (
        <Dialog
          title={t('orders.return.wrong')}
          description={t('orders.return.wrongHint')}
          onClose={() => setText(null)}
          cancel={t('common.cancel')}
          footer={
            <Button
              loading={objecting.isPending}
              loadingLabel={t('common.sending')}
              onClick={() => objecting.mutate(undefined)}
            >
              {t('orders.dispute.askUs')}
            </Button>
          }
        >
          <TextAreaField
            label={t('orders.return.what')}
            rows={4}
            maxLength={2000}
            value={text}
            error={objecting.isError ? sentenceOf(objecting.error) : null}
            onChange={({ target }) => setText(target.value)}
          />
        </Dialog>
      )}
    </section>
  )
}

/** The seller reports the parcel as lost, after a confirmation. */
export function ReportLost({ order, otherName }: { order: Order; otherName: string }) {
  const [isOpen, setOpen] = useState(false)
  const losing = useOrderChange({ change: () => changeOrder('report_lost', order.id), onDone: () => setOpen(false) })
  return (
    <>
      <button
        type="button"
        className="hit-44 w-fit text-ink-2 underline underline-offset-2"
        onClick={() => setOpen(true)}
      >
        {t('orders.ship.lost')}
      </button>
      {isOpen ? (
        <Dialog
          title={t('orders.ship.lostSure')}
          description={t('orders.ship.lostHint', { name: otherName })}
          onClose={() => setOpen(false)}
          cancel={t('common.cancel')}
          footer={
            <Button variant="danger" loading={losing.isPending} onClick={() => losing.mutate(undefined)}>
              {t('orders.check.refundAll')}
            </Button>
          }
        />
      ) : null}
    </>
  )
}
