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
 * language of the page.
 */
export function readPrice(text: string): PriceReading {
  const bare = text.replace(/[\s\u00a0\u202f'’€$£]|EUR/gi, '')
  if (bare === '') return { ok: false, reason: 'empty' }
  if (!/^\d[\d.,]*$/.test(bare)) return NOT_A_NUMBER
  const decimalAt = decimalSignOf(bare)
  const whole = decimalAt < 0 ? bare : bare.slice(0, decimalAt)
  const decimals = decimalAt < 0 ? '' : bare.slice(decimalAt + 1)
  if (decimals.length > 2) return { ok: false, reason: 'too_many_decimals' }
  // Groups must be threes: "12.5.3" is a slip of the finger, not a price.
  if (!/^\d+$|^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(whole)) return NOT_A_NUMBER
  const minor = Number(whole.replace(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? { ok: true, minor } : NOT_A_NUMBER
}

function decimalSignOf(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return -1
  const sign = digits.charAt(last)
  const other = sign === '.' ? ',' : '.'
  if (digits.includes(other)) return last
  if (digits.indexOf(sign) !== last) return -1
  return digits.length - last - 1 === 3 ? -1 : last
}

/** The text that the price field shows for an amount: no symbol, decimals only when there are any. */
export function priceText(minor: number | null, locale?: string): string {
  if (minor === null) return ''
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: minor % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(minor / 100)
}

/** Amounts such as 1234567 or 999999 are there to jump a queue, not to be paid. The database refuses the same ones. */
export function isPlaceholderPrice(minor: number): boolean {
  const digits = String(Math.floor(minor / 100))
  return /^(\d)\1{5,}$/.test(digits) || (digits.length >= 5 && '123456789'.startsWith(digits))
}
