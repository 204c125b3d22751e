/** Daylight in every season where the market is. */
const NOON = 12
/** Later than this on the same day leaves no time to answer and get there. */
const SOON_HOUR = 9

/** Day and time as the fields of a form hold them, in local time; noon of a coming day when there is none yet. */
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
