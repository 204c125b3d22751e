import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { Button } from '../../ui/Button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { useOrderChange } from './queries.ts'

interface TrackingFormProps {
  /** The parameters of the database function. */
  send: (carrier: string, tracking: string) => Promise<void>
  /** From a label bought here. */
  parcel?: { readonly carrier: string; readonly tracking: string } | undefined
  button: string
  /** Another button on the page is the main one. */
  isSecondary?: boolean
  done: string
}

/** Carrier and tracking number of a shipped parcel. */
export function TrackingForm({ send, parcel, button, isSecondary = false, done }: TrackingFormProps) {
  const listId = useId()
  const terms = useQuery(orderTermsQuery)
  const [carrier, setCarrier] = useState(parcel?.carrier ?? '')
  const [tracking, setTracking] = useState(parcel?.tracking ?? '')
  const [isTried, setTried] = useState(false)
  const sending = useOrderChange({ change: () => send(carrier, tracking), done, isQuiet: true })
  const isNamed = carrier.trim().length >= 2
  const isNumbered = /^[\p{L}\p{N} ./-]{4,60}$/u.test(tracking.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isNamed && isNumbered) sending.mutate(undefined)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 sm:grid-cols-2">
      <InputField
        label={t('orders.carrier')}
        list={listId}
        value={carrier}
        maxLength={60}
        autoComplete="off"
        error={isTried && !isNamed ? t('orders.carrierMissing') : null}
        onChange={({ target }) => setCarrier(target.value)}
      />
      <datalist id={listId}>
        {terms.data?.carriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <InputField
        label={t('orders.trackingNumber')}
        value={tracking}
        maxLength={60}
        autoComplete="off"
        error={
          isTried && !isNumbered ? t('orders.trackingMissing') : sending.isError ? sentenceOf(sending.error) : null
        }
        onChange={({ target }) => setTracking(target.value)}
      />
      <Button
        type="submit"
        variant={isSecondary ? 'secondary' : 'primary'}
        className="sm:col-span-2"
        loading={sending.isPending}
        loadingLabel={t('common.saving')}
      >
        {button}
      </Button>
    </form>
  )
}
