import { type Language, varietyOf } from '../languages.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Integer minor units as the reader's language writes money: 5500 EUR is "€55", 5550 is "€55.50". */
export function moneyText(minor: number, currency: string, language: Language): string {
  const units = 10 ** (formatOf(currency, language, false).resolvedOptions().maximumFractionDigits ?? 2)
  return formatOf(currency, language, minor % units === 0).format(minor / units)
}

function formatOf(currency: string, language: Language, isWhole: boolean): Intl.NumberFormat {
  const key = `${language} ${currency} ${isWhole}`
  const digits = isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(varietyOf(language), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...digits,
    })
  formats.set(key, format)
  return format
}
