import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { cancelOrder } from './api.ts'
import { useOrderChange } from './queries.ts'
import type { Order, Role } from './types.ts'

/** Cancels an order before it is shipped or handed over, after a confirmation. */
export function CancelOrder({ order, role, otherName }: { order: Order; role: Role; otherName: string }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const cancelling = useOrderChange({
    change: () => cancelOrder(order.id, reason.trim()),
    done: t('orders.cancel.done'),
    onDone: () => setOpen(false),
    isQuiet: true,
  })
  const isBuyer = role === 'buyer'
  const isPaid = order.paid_at !== null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <CircleX aria-hidden="true" strokeWidth={1.75} className="size-5" />
      {isBuyer ? null : (
        <span>{order.delivery === 'ship' ? t('orders.cancel.cannotShip') : t('orders.cancel.cannotMeet')}</span>
      )}
      <button
        type="button"
        className="hit-44 font-semibold text-ink underline underline-offset-2"
        onClick={() => setOpen(true)}
      >
        {isBuyer ? t('orders.cancel') : t('orders.cancel.refund', { name: otherName })}
      </button>
      {isOpen ? (
        <Dialog
          title={isBuyer ? t('orders.cancel.sure') : t('orders.cancel.refundSure', { name: otherName })}
          description={
            !isPaid ? t('orders.cancel.nothingPaid') : isBuyer ? t('orders.cancel.hint') : t('orders.cancel.refundHint')
          }
          onClose={() => setOpen(false)}
          cancel={t('orders.cancel.keep')}
          footer={
            <Button variant="danger" loading={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
              {t('orders.cancel.do')}
            </Button>
          }
        >
          <InputField
            label={t('orders.cancel.why')}
            aside={t('common.optional')}
            value={reason}
            maxLength={300}
            error={cancelling.isError ? sentenceOf(cancelling.error) : null}
            onChange={({ target }) => setReason(target.value)}
          />
        </Dialog>
      ) : null}
    </p>
  )
}
