import { decimalsOf, marketCurrency, minorPerUnit } from './money.ts'

/**
 * Money as people type it. The form keeps the text; the database gets integer minor units (cents).
 */
export type PriceReading =
  | { ok: true; minor: number }
  | { ok: false; reason: 'empty' | 'not_a_number' | 'too_many_decimals' }

const NOT_A_NUMBER: PriceReading = { ok: false, reason: 'not_a_number' }

/**
 * Reads "55", "1,250.50", "1.250,50", "€ 1 250" or "1'250". A single separator followed by exactly three digits
 * groups thousands, otherwise it is the decimal sign: people type the one that their keyboard offers, whatever the
 * language of the page. Where money has three decimals ("1.250" Kuwaiti dinars), a single separator is always the decimal sign.
 * @param currency  ISO 4217; of the market unless another is given
 */
export function readPrice(text: string, currency = marketCurrency()): PriceReading {
  const bare = text.replace(new RegExp(`[\\s'’\\p{Sc}]|${currency}`, 'giu'), '')
  if (bare === '') return { ok: false, reason: 'empty' }
  if (!/^\d[\d.,]*$/.test(bare)) return NOT_A_NUMBER
  const digits = decimalsOf(currency)
  const decimalAt = decimalSignOf(bare, digits)
  const whole = decimalAt < 0 ? bare : bare.slice(0, decimalAt)
  // "5500.00" says no more than "5500" does.
  const decimals = (decimalAt < 0 ? '' : bare.slice(decimalAt + 1)).replace(/0+$/, '')
  if (decimals.length > digits) return { ok: false, reason: 'too_many_decimals' }
  // Groups must be threes: "12.5.3" is a slip of the finger, not a price.
  if (!/^\d+$|^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(whole)) return NOT_A_NUMBER
  const minor = Number(whole.replace(/[.,]/g, '')) * minorPerUnit(currency) + Number(decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? { ok: true, minor } : NOT_A_NUMBER
}

function decimalSignOf(number: string, digits: number): number {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  if (last < 0) return -1
  const sign = number.charAt(last)
  const other = sign === '.' ? ',' : '.'
  if (number.includes(other)) return last
  if (number.indexOf(sign) !== last) return -1
  return number.length - last - 1 === 3 && digits < 3 ? -1 : last
}

/** The text that the price field shows for an amount: no symbol, decimals only when there are any. */
export function priceText(minor: number | null, currency = marketCurrency(), locale?: string): string {
  if (minor === null) return ''
  const units = minorPerUnit(currency)
  const digits = decimalsOf(currency)
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: minor % units === 0 ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(minor / units)
}

/** The least that an ad may ask for: one unit, or a tenth of one where a unit is worth a thousand (private.price_problem). */
export function lowestPrice(currency = marketCurrency()): number {
  return Math.min(100, minorPerUnit(currency))
}

/** Amounts such as 1234567 or 999999 are there to jump a queue, not to be paid. The database refuses the same ones. */
export function isPlaceholderPrice(minor: number, currency = marketCurrency()): boolean {
  const digits = String(Math.floor(minor / minorPerUnit(currency)))
  return /^(\d)\1{5,}$/.test(digits) || (digits.length >= 5 && '123456789'.startsWith(digits))
}
