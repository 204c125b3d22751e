/** Until when the server asked us to wait (Retry-After of its last refusal). Unix time in milliseconds. */
let busyUntil = 0

/** Stores the Retry-After of a 429 or 503 response. */
export function noteRetryAfter({ status, headers }: Pick<Response, 'status' | 'headers'>, now = Date.now()): void {
  if (status !== 429 && status !== 503) return
  const given = headers.get('retry-after')
  if (!given) return
  const seconds = Number(given)
  const until = Number.isNaN(seconds) ? Date.parse(given) : now + seconds * 1000
  if (until > busyUntil) busyUntil = until
}

/** Milliseconds left of that pause, or 0. */
export function pauseMs(now = Date.now()): number {
  return Math.max(0, busyUntil - now)
}
