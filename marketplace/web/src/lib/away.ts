/** A seller's announced absence: days as "2026-12-07", in UTC. */
export interface Vacation {
  away_from: string | null
  away_until: string | null
}

/** The first day back of a seller who is away now; null otherwise. */
export function awayUntil({ away_from, away_until }: Vacation, now: Date = new Date()): string | null {
  const today = now.toISOString().slice(0, 10)
  return away_from && away_until && away_from <= today && today < away_until ? away_until : null
}
