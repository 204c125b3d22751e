import { formatMoney } from '../../ui/format.ts'

interface Range {
  p25: number
  p75: number
}

/** One sentence about a price among real sales; amounts in minor units. Says only what the sales show. */
export function priceVerdict({ p25, p75 }: Range, priceMinor: number | null, currency: string): string {
  // Cents would claim a precision that a handful of sales does not have.
  const rough = (minor: number) => formatMoney(Math.round(minor / 100) * 100, currency)
  const usual = `Half of them sold for ${rough(p25)} to ${rough(p75)}.`
  if (priceMinor === null || priceMinor === 0) return usual
  if (priceMinor < p25) return `Below what most paid. ${usual}`
  if (priceMinor > p75) return `Above what most paid. ${usual}`
  return `A usual price. ${usual}`
}
