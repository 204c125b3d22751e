import { Handshake, Truck } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { InputField } from '../../ui/fields.tsx'
import { currencySign } from '../../ui/format.ts'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'

export function DeliveryField({ currency }: { currency: string }) {
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
      ) : null}
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
