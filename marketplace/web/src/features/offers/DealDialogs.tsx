import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { markShipped } from './api.ts'
import { useDealMutation } from './queries.ts'
import type { Deal } from './types.ts'
import { CANCEL_REASONS } from './wording.ts'

interface DealDialogProps {
  deal: Deal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Enters carrier and tracking number. */
export function ShipDialog({ deal, open, onOpenChange }: DealDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={deal.state === 'handed_over' ? t('offers.parcel.changeNumber') : t('offers.parcel.itIsOnItsWay')}
      description={t('offers.parcel.hint')}
    >
      {open ? <ShipForm deal={deal} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function ShipForm({ deal, onDone }: { deal: Deal; onDone: () => void }) {
  const { refresh } = useDealMutation()
  const [carrier, setCarrier] = useState(deal.carrier ?? '')
  const [number, setNumber] = useState(deal.tracking_number ?? '')
  const ship = useMutation({
    mutationFn: () => markShipped(deal.id, carrier, number),
    onSuccess: () => {
      onDone()
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ship.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <InputField
        label={t('offers.carrier')}
        value={carrier}
        maxLength={60}
        onChange={(event) => setCarrier(event.target.value)}
      />
      <InputField
        label={t('offers.trackingNumber')}
        error={ship.isError ? sentenceOf(ship.error) : null}
        value={number}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" className="justify-self-end" loading={ship.isPending} loadingLabel={t('common.saving')}>
        {deal.state === 'handed_over' ? t('common.save') : t('offers.itIsSent')}
      </Button>
    </form>
  )
}

/** Cancels a deal, with a reason. */
export function CancelDialog({ deal, open, onOpenChange }: DealDialogProps) {
  const { cancel } = useDealMutation()
  const [reason, setReason] = useState<(typeof CANCEL_REASONS)[number]['value'] | null>(null)
  const [isAsked, setAsked] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('offers.callOff.question')}
      description={t('offers.callOff.hint')}
      cancel={t('offers.keepTheDeal')}
      footer={
        <Button
          variant="danger"
          loading={cancel.isPending}
          loadingLabel={t('offers.callingOff')}
          onClick={() => {
            setAsked(true)
            if (reason) cancel.mutate({ deal, reason }, { onSuccess: () => onOpenChange(false) })
          }}
        >
          {t('offers.callOff')}
        </Button>
      }
    >
      <RadioCards
        legend={t('offers.callOff.why')}
        options={CANCEL_REASONS}
        value={reason}
        onChange={setReason}
        error={isAsked && reason === null ? t('offers.callOff.reasonMissing') : null}
        className="grid-cols-1"
      />
    </Dialog>
  )
}
