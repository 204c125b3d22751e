import { varietyOf } from '../../../contract/languages.ts'
import { minorPerUnit, moneyFormat } from '../../../contract/money/money.ts'
import { currentLanguage } from '../i18n/messages.ts'

/** An amount in a column of amounts, with its decimals: "€114.00". */
export function exactMoney(minor: number, currency: string): string {
  return moneyFormat(varietyOf(currentLanguage()), currency, false).format(minor / minorPerUnit(currency))
}

/** A signed amount: "+€70.00", "−€88.00". */
export function signedMoney(minor: number, currency: string): string {
  return `${minor < 0 ? '−' : '+'}${exactMoney(Math.abs(minor), currency)}`
}

/** A date in UTC with its weekday: "Fri 27 Nov". */
export function shortDay(day: string): string {
  const format = new Intl.DateTimeFormat(varietyOf(currentLanguage()), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${day}T00:00:00Z`))
}
