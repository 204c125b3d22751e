/** Until when the server asked us to wait (Retry-After of its last refusal). Milliseconds of the Unix clock. */
let busyUntil = 0

/** Remembers how long the server wants to be left alone. */
export function noteRetryAfter({ status, headers }: Pick<Response, 'status' | 'headers'>, now = Date.now()): void {
  if (status !== 429 && status !== 503) return
  const given = headers.get('retry-after')
  if (!given) return
  const seconds = Number(given)
  const until = Number.isNaN(seconds) ? Date.parse(given) : now + seconds * 1000
  if (until > busyUntil) busyUntil = until
}

/** Milliseconds left of that, or 0. */
export function pauseMs(now = Date.now()): number {
  return Math.max(0, busyUntil - now)
}
