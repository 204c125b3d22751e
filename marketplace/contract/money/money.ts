/**
 * Amounts are integers of a currency's minor unit: 5500 is 55.00 EUR, 5,500 JPY, 5.500 KWD. The number of decimals follows ISO 4217; the
 * database has the same list (private.minor_digits).
 */
const DECIMALS: readonly (readonly [decimals: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

let market = 'EUR'

/** Sets the currency of new ads. Set once at startup, and again when an administrator changes it. */
export function setMarketCurrency(currency: string): void {
  market = currency
}

/** Currency of new ads and of prices in URLs (ISO 4217). */
export function marketCurrency(): string {
  return market
}

/** The number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return DECIMALS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2
}

/** Minor units per unit: 100 for EUR, 1 for JPY, 1000 for KWD. */
export function minorPerUnit(currency: string): number {
  return 10 ** decimalsOf(currency)
}

/** An amount rounded to whole units, for approximate statements: 1975 EUR is 2000. */
export function wholeUnits(minor: number, currency = market): number {
  const units = minorPerUnit(currency)
  return Math.round(minor / units) * units
}

/** An amount for machines, with a dot: 1250 EUR is "12.50". */
export function decimalText(minor: number, currency: string): string {
  return (minor / minorPerUnit(currency)).toFixed(decimalsOf(currency))
}

const formats = new Map<string, Intl.NumberFormat>()

/** A cached number format for a currency. `isWhole` leaves out the decimals. */
export function moneyFormat(locale: string, currency: string, isWhole: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${isWhole}`
  // ISO 4217, as amounts are stored; the ICU data of Intl may differ.
  const digits = isWhole ? 0 : decimalsOf(currency)
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  formats.set(key, format)
  return format
}
