import { decimalsOf, marketCurrency, minorPerUnit } from './money.ts'

/** Parses money as people type it. The form keeps the text; the database stores integer minor units (cents). */
export type PriceReading =
  | { ok: true; minor: number }
  | { ok: false; reason: 'empty' | 'not_a_number' | 'too_many_decimals' }

const NOT_A_NUMBER: PriceReading = { ok: false, reason: 'not_a_number' }

/**
 * Reads "55", "1,250.50", "1.250,50", "€ 1 250" or "1'250". A single separator followed by exactly three digits groups thousands, otherwise
 * it is the decimal separator: people type the one on their keyboard, whatever the page's language. In currencies with three decimals
 * ("1.250" Kuwaiti dinars), a single separator is always the decimal one.
 * @param currency ISO 4217; the market's by default
 */
export function readPrice(text: string, currency = marketCurrency()): PriceReading {
  const bare = text.replace(new RegExp(`[\\s'’\\p{Sc}]|${currency}`, 'giu'), '')
  if (bare === '') return { ok: false, reason: 'empty' }
  if (!/^\d[\d.,]*$/.test(bare)) return NOT_A_NUMBER
  const digits = decimalsOf(currency)
  const decimalAt = decimalSignOf(bare, digits)
  const whole = decimalAt < 0 ? bare : bare.slice(0, decimalAt)
  // "5500.00" equals "5500".
  const decimals = (decimalAt < 0 ? '' : bare.slice(decimalAt + 1)).replace(/0+$/, '')
  if (decimals.length > digits) return { ok: false, reason: 'too_many_decimals' }
  // Groups must have three digits: "12.5.3" is a typo, not a price.
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

/** The text of the price field for an amount: no symbol, decimals only when there are any. */
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

/** The lowest asking price: one unit, or a tenth in currencies with three decimals (private.price_problem). */
export function lowestPrice(currency = marketCurrency()): number {
  return Math.min(100, minorPerUnit(currency))
}

/**
 * Whether an amount such as 1234567 or 999999 is a placeholder, meant for attention rather than payment. The database rejects the same
 * ones.
 */
export function isPlaceholderPrice(minor: number, currency = marketCurrency()): boolean {
  const digits = String(Math.floor(minor / minorPerUnit(currency)))
  return /^(\d)\1{5,}$/.test(digits) || (digits.length >= 5 && '123456789'.startsWith(digits))
}
