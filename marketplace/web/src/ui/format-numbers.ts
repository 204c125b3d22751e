/** Amounts and lists that only some pages show; see format.ts. */

import { minorPerUnit, moneyFormat } from '../../../contract/money/money.ts'
import { config } from '../lib/config.ts'
import { locale, numbers } from './format.ts'

/** Two amounts in whole units: "€45 – €65". */
export function formatMoneyRange(low: number, high: number, currency = config.currency): string {
  const units = minorPerUnit(currency)
  return moneyFormat(locale(), currency, true).formatRange(low / units, high / units)
}

/** "a, b and c". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items)
}

/** An average rating: "4.8", "4,8". */
export function formatRating(average: number): string {
  return numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(average)
}

/** A file size: "2.4 MB". */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return numbers({ style: 'unit', unit: unit as string, maximumFractionDigits: 1 }).format(value as number)
}
