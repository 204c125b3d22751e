/**
 * Amounts are integers of a currency's smallest unit: 5500 is 55.00 EUR, 5,500 JPY, 5.500 KWD. How many decimals a currency has
 * is by ISO 4217; the database has the same list (private.minor_digits).
 */
const DECIMALS: readonly (readonly [decimals: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

let market = 'EUR'

/** Says what new ads are in. Told once by whoever starts, a page or a server, and again when an administrator chooses another. */
export function setMarketCurrency(currency: string): void {
  market = currency
}

/** What new ads are in, and what prices in addresses mean (ISO 4217). */
export function marketCurrency(): string {
  return market
}

/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return DECIMALS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2
}

/** How many of the smallest units make one: 100 for EUR, 1 for JPY, 1000 for KWD. */
export function minorPerUnit(currency: string): number {
  return 10 ** decimalsOf(currency)
}

/** An amount without what is below one unit, for sentences that claim no more: 1975 EUR is 2000. */
export function wholeUnits(minor: number, currency = market): number {
  const units = minorPerUnit(currency)
  return Math.round(minor / units) * units
}

/** An amount as programs write it, with a dot: 1250 EUR is "12.50". */
export function decimalText(minor: number, currency: string): string {
  return (minor / minorPerUnit(currency)).toFixed(decimalsOf(currency))
}

const formats = new Map<string, Intl.NumberFormat>()

/** How a place writes amounts of a currency, kept once made. `isWhole`: without the places behind the point. */
export function moneyFormat(locale: string, currency: string, isWhole: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${isWhole}`
  // By ISO 4217, as amounts are kept; what the machine's Intl thinks of a currency may be another number.
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
