import { Handshake, Truck } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { priceText, readPrice } from '../../../../contract/money/price.ts'
import type { ParcelPrices } from '../../../../contract/orders/parcel-prices.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Chip } from '../../ui/Chip.tsx'
import { InputField } from '../../ui/fields.tsx'
import { currencySign, formatMoney } from '../../ui/format.ts'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'

/** @param prices  the operator's, in the market's currency */
export function DeliveryField({ currency, prices = config.parcelPrices }: { currency: string; prices?: ParcelPrices }) {
  const { register, formState, trigger } = useFormContext<PostForm>()
  const ship = useWatch<PostForm, 'ship'>({ name: 'ship' })
  const { errors } = formState
  const recheck = () => {
    if (errors.meet) void trigger('meet')
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
      <fieldset className="min-w-0" aria-describedby={errors.meet ? 'post-handover-note' : undefined}>
        <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('common.handover')}</legend>
        <div className="grid grid-cols-2 gap-2">
          <DeliveryCard
            id={fieldId(['meet'])}
            icon={<Handshake aria-hidden="true" strokeWidth={1.75} className="size-5" />}
            label={t('post.meet')}
            {...register('meet', { onChange: recheck })}
          />
          <DeliveryCard
            icon={<Truck aria-hidden="true" strokeWidth={1.75} className="size-5" />}
            label={t('post.ship')}
            {...register('ship', { onChange: recheck })}
          />
        </div>
        {errors.meet ? (
          <p id="post-handover-note" className="type-small mt-1.5 text-danger-ink">
            {errors.meet.message}
          </p>
        ) : null}
      </fieldset>
      {ship ? (
        <div className="grid min-w-0 gap-2.5">
          <InputField
            id={fieldId(['shipCost'])}
            label={t('post.shippingCost')}
            hint={t('post.shippingHint')}
            error={errors.shipCost?.message}
            {...register('shipCost')}
            inputMode="decimal"
            autoComplete="off"
            before={currencySign(currency)}
          />
          {currency === config.currency ? <SizePrices currency={currency} all={prices} /> : null}
        </div>
      ) : null}
    </div>
  )
}

const SIZES = [t('orders.labels.small'), t('orders.labels.medium'), t('orders.labels.large')]

/** The operator's prices by size for the ad's country; each fills the field. */
function SizePrices({ currency, all }: { currency: string; all: ParcelPrices }) {
  const { setValue } = useFormContext<PostForm>()
  const [spot, shipCost] = useWatch<PostForm, ['spot', 'shipCost']>({ name: ['spot', 'shipCost'] })
  const prices = all[spot?.country ?? '']
  if (!prices) return null
  const entered = readPrice(shipCost, currency)
  return (
    <div className="flex flex-wrap gap-2">
      {prices.map((price, size) => {
        const reading = readPrice(price, currency)
        const minor = reading.ok ? reading.minor : 0
        return (
          <Chip
            key={SIZES[size]}
            className="max-md:px-3"
            selected={entered.ok && entered.minor === minor}
            onClick={() =>
              setValue('shipCost', priceText(minor, currency), { shouldDirty: true, shouldValidate: true })
            }
          >
            {SIZES[size]} {formatMoney(minor, currency)}
          </Chip>
        )
      })}
    </div>
  )
}

function DeliveryCard({ icon, label, ...rest }: ComponentProps<'input'> & { icon: ReactNode; label: string }) {
  return (
    <label className="flex h-12 cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong bg-surface text-[14px] font-semibold transition-colors has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input {...rest} type="checkbox" className="sr-only" />
      {icon}
      {label}
    </label>
  )
}
