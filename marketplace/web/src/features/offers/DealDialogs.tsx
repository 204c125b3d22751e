import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { markShipped } from './api.ts'
import { useTradeActs } from './queries.ts'
import type { Deal } from './types.ts'
import { CANCEL_REASONS } from './wording.ts'

interface DealDialogProps {
  deal: Deal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who carries it, and under which number. */
export function ShipDialog({ deal, open, onOpenChange }: DealDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={deal.state === 'handed_over' ? t('Change the tracking number') : t('It is on its way')}
      description={t('The buyer follows the parcel with it. The deal is done when they have it, or after 14 days.')}
    >
      {open ? <ShipForm deal={deal} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function ShipForm({ deal, onDone }: { deal: Deal; onDone: () => void }) {
  const { refresh } = useTradeActs()
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
      <Field label={t('Carrier')}>
        {(control) => (
          <Input {...control} value={carrier} maxLength={60} onChange={(event) => setCarrier(event.target.value)} />
        )}
      </Field>
      <Field label={t('Tracking number')} error={ship.isError ? sentenceOf(ship.error) : null}>
        {(control) => (
          <Input
            {...control}
            value={number}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setNumber(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-end" loading={ship.isPending} loadingLabel={t('Saving')}>
        {deal.state === 'handed_over' ? t('Save') : t('It is sent')}
      </Button>
    </form>
  )
}

/** Why it comes to nothing. */
export function CancelDialog({ deal, open, onOpenChange }: DealDialogProps) {
  const { cancel } = useTradeActs()
  const [reason, setReason] = useState<(typeof CANCEL_REASONS)[number]['value'] | null>(null)
  const [isAsked, setAsked] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Call off the deal?')}
      description={t('The other person is told why, and the ad is on offer again.')}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('Keep the deal')}
          </Button>
          <Button
            variant="danger"
            loading={cancel.isPending}
            loadingLabel={t('Calling off')}
            onClick={() => {
              setAsked(true)
              if (reason) cancel.mutate({ deal, reason }, { onSuccess: () => onOpenChange(false) })
            }}
          >
            {t('Call off')}
          </Button>
        </>
      }
    >
      <RadioCards
        legend={t('Why?')}
        options={CANCEL_REASONS}
        value={reason}
        onChange={setReason}
        error={isAsked && reason === null ? t('Choose a reason.') : null}
        className="grid-cols-1"
      />
    </Dialog>
  )
}
