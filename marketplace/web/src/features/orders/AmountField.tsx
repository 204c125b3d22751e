import { readPrice } from '../../../../contract/money/price.ts'
import { t } from '../../i18n/t.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { Field } from '../../ui/Field.tsx'
import { currencySign } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'

interface AmountFieldProps {
  label: string
  value: string
  currency: string
  mostMinor: number
  error?: string | null
  onChange: (text: string) => void
}

/** An amount of money up to a limit. */
export function AmountField({ label, value, currency, mostMinor, error, onChange }: AmountFieldProps) {
  return (
    <Field label={label} hint={t('orders.upTo', { amount: exactMoney(mostMinor, currency) })} error={error}>
      {(control) => (
        <Input
          {...control}
          value={value}
          inputMode="decimal"
          autoComplete="off"
          before={currencySign(currency)}
          className="font-display text-[18px] font-[650]"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** The amount in minor units; null if it is invalid or out of range. */
export function amountIn(text: string, currency: string, mostMinor: number): number | null {
  const read = readPrice(text, currency)
  return read.ok && read.minor >= 1 && read.minor <= mostMinor ? read.minor : null
}
