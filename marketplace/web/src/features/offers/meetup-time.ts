/** Daylight all year round in the market's region. */
const NOON = 12
/** After this hour, the same day leaves no time to answer and get there. */
const SOON_HOUR = 9

/** Day and time as form field values, in local time; by default noon of today or tomorrow. */
export function localParts(moment: string | null, now = new Date()): { day: string; time: string } {
  const date = new Date(moment ?? now)
  if (!moment) {
    if (date.getHours() >= SOON_HOUR) date.setDate(date.getDate() + 1)
    date.setHours(NOON, 0)
  }
  return { day: dayOf(date), time: `${two(date.getHours())}:${two(date.getMinutes())}` }
}

export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}
