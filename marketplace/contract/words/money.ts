import { type Language, varietyOf } from '../languages.ts'
import { minorPerUnit, moneyFormat } from '../money/money.ts'

/** Formats integer minor units in the reader's language: 5500 EUR is "€55", 5550 is "€55.50", 5500 JPY "¥5,500". */
export function moneyText(minor: number, currency: string, language: Language): string {
  const units = minorPerUnit(currency)
  return moneyFormat(varietyOf(language), currency, minor % units === 0).format(minor / units)
}
