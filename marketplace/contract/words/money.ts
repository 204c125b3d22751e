import { type Language, varietyOf } from '../languages.ts'
import { decimalsOf, minorPerUnit } from '../money.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Integer minor units as the reader's language writes money: 5500 EUR is "€55", 5550 is "€55.50", 5500 JPY "¥5,500". */
export function moneyText(minor: number, currency: string, language: Language): string {
  const units = minorPerUnit(currency)
  return formatOf(currency, language, minor % units === 0).format(minor / units)
}

function formatOf(currency: string, language: Language, isWhole: boolean): Intl.NumberFormat {
  const key = `${language} ${currency} ${isWhole}`
  // By ISO 4217, as amounts are kept; what the machine's Intl thinks of a currency may be another number.
  const digits = isWhole ? 0 : decimalsOf(currency)
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(varietyOf(language), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  formats.set(key, format)
  return format
}
