import { type FormEvent, useState } from 'react'
import { priceText, readPrice } from '../../../../contract/money/price.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { currencySign } from '../../ui/format.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import type { Sale } from './api.ts'
import { nameOf, useListingMutation } from './queries.ts'
import type { MyListing } from './types.ts'

const CHANNELS = [
  { value: 'here', label: t('dashboard.soldHere') },
  { value: 'elsewhere', label: t('dashboard.soldElsewhere') },
  { value: 'withdrawn', label: t('dashboard.sell.notForSale') },
] as const

/** Marks an ad as sold, optionally with channel and price. */
export function SellDialog({ ad, onClose }: { ad: MyListing; onClose: () => void }) {
  const { sell } = useListingMutation()
  const [channel, setChannel] = useState<Sale['channel']>('here')
  const [price, setPrice] = useState(() => priceText(ad.price_minor || null, ad.currency))
  const [sharesPrice, setSharesPrice] = useState(false)
  const [error, setError] = useState<string>()
  const isSale = channel !== 'withdrawn'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readPrice(price, ad.currency)
    if (isSale && !reading.ok && reading.reason !== 'empty') return setError(t('dashboard.sell.priceInvalid'))
    const priceMinor = isSale && reading.ok ? reading.minor : null
    const sale = { listingId: ad.id, priceMinor, channel, sharesPrice: sharesPrice && Boolean(priceMinor) }
    sell.mutate({ ad, sale }, { onSuccess: onClose })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('common.markAsSold')}
      description={nameOf(ad)}
      cancel={t('common.cancel')}
      footer={
        <Button type="submit" form="sell-form" loading={sell.isPending} loadingLabel={t('common.saving')}>
          {t('common.markAsSold')}
        </Button>
      }
    >
      <form id="sell-form" noValidate onSubmit={submit} className="grid gap-5 py-1">
        <RadioCards
          legend={t('dashboard.sell.whatHappened')}
          options={CHANNELS}
          value={channel}
          onChange={setChannel}
          className="grid-cols-1 sm:grid-cols-3"
        />
        {isSale && ad.quantity > 1 ? (
          <p className="type-small text-ink-2">
            {t('dashboard.sell.oneOfSeveral', {
              count: ad.quantity - 1,
            })}
          </p>
        ) : null}
        {isSale ? (
          <InputField
            label={t('dashboard.soldFor')}
            aside={t('common.optional')}
            hint={t('dashboard.sell.priceHint')}
            error={error}
            value={price}
            onChange={(event) => {
              setPrice(event.target.value)
              setError(undefined)
            }}
            inputMode="decimal"
            autoComplete="off"
            before={currencySign(ad.currency)}
          />
        ) : null}
        {isSale && ad.price_type !== 'free' ? (
          <Checkbox
            label={t('dashboard.sell.addToGuide')}
            checked={sharesPrice}
            onChange={(event) => setSharesPrice(event.target.checked)}
          />
        ) : null}
      </form>
    </Dialog>
  )
}
