import { type Language, varietyOf } from '../languages.ts'

/** A date for emails: "21 November 2026". @param timeZone the reader's; an unknown one falls back to UTC */
export function dayText(date: Date, language: Language, timeZone = 'UTC'): string {
  return format(date, { day: 'numeric', month: 'long', year: 'numeric' }, language, timeZone)
}

/** A date and time with its time zone: "Sat 28 Nov, 11:00 WET". */
export function appointmentText(date: Date, language: Language, timeZone = 'UTC'): string {
  const day = weekdayText(date, language, timeZone)
  const time = format(
    date,
    { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
    language,
    timeZone,
  )
  return `${day}, ${time}`
}

/** A date without its year: "Mon 23 Nov". */
export function weekdayText(date: Date, language: Language, timeZone = 'UTC'): string {
  return format(date, { weekday: 'short', day: 'numeric', month: 'short' }, language, timeZone)
}

function format(date: Date, options: Intl.DateTimeFormatOptions, language: Language, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(varietyOf(language), { ...options, timeZone }).format(date)
  } catch (error) {
    if (!(error instanceof RangeError) || timeZone === 'UTC') throw error
    // A time zone unknown to this machine: UTC is better than no email.
    return format(date, options, language, 'UTC')
  }
}
