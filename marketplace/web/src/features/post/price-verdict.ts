import { wholeUnits } from '../../../../contract/money.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../ui/format.ts'

interface Range {
  p25: number
  p75: number
}

/** One sentence about a price among real sales; amounts in minor units. Says only what the sales show. */
export function priceVerdict({ p25, p75 }: Range, priceMinor: number | null, currency: string): string {
  // Cents would claim a precision that a handful of sales does not have.
  const rough = (minor: number) => formatMoney(wholeUnits(minor, currency), currency)
  const usual = t('Half of them sold for {rough} to {rough2}.', { rough: rough(p25), rough2: rough(p75) })
  if (priceMinor === null || priceMinor === 0) return usual
  if (priceMinor < p25) return t('Below what most paid. {usual}', { usual })
  if (priceMinor > p75) return t('Above what most paid. {usual}', { usual })
  return t('A usual price. {usual}', { usual })
}
