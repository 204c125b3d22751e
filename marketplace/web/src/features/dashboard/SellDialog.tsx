import { type FormEvent, useState } from 'react'
import { priceText, readPrice } from '../../../../contract/price.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { currencySign } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import type { Sale } from './api.ts'
import { nameOf, useListingActs } from './queries.ts'
import type { MyListing } from './types.ts'

const CHANNELS = [
  { value: 'here', label: t('Sold here') },
  { value: 'elsewhere', label: t('Sold elsewhere') },
  { value: 'withdrawn', label: t('Not for sale now') },
] as const

/** Marks an ad as sold: where, and for how much if one likes to say. */
export function SellDialog({ ad, onClose }: { ad: MyListing; onClose: () => void }) {
  const { sell } = useListingActs()
  const [channel, setChannel] = useState<Sale['channel']>('here')
  const [price, setPrice] = useState(() => priceText(ad.price_minor || null, ad.currency))
  const [error, setError] = useState<string>()
  const isSale = channel !== 'withdrawn'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readPrice(price, ad.currency)
    if (isSale && !reading.ok && reading.reason !== 'empty')
      return setError(t('Enter the price in figures, or leave it empty.'))
    const priceMinor = isSale && reading.ok ? reading.minor : null
    sell.mutate({ ad, sale: { listingId: ad.id, priceMinor, channel } }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('Mark as sold')}
      description={nameOf(ad)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="sell-form" loading={sell.isPending} loadingLabel={t('Saving')}>
            {t('Mark as sold')}
          </Button>
        </>
      }
    >
      <form id="sell-form" noValidate onSubmit={submit} className="grid gap-5 p-1">
        <RadioCards
          legend={t('What happened?')}
          options={CHANNELS}
          value={channel}
          onChange={setChannel}
          className="grid-cols-1 sm:grid-cols-3"
        />
        {isSale ? (
          <Field
            label={t('Sold for')}
            aside={t('optional')}
            hint={t('Counts in your numbers and, without your name, in the price guide.')}
            error={error}
          >
            {(control) => (
              <Input
                {...control}
                value={price}
                onChange={(event) => {
                  setPrice(event.target.value)
                  setError(undefined)
                }}
                inputMode="decimal"
                autoComplete="off"
                before={currencySign(ad.currency)}
              />
            )}
          </Field>
        ) : null}
      </form>
    </Dialog>
  )
}
