import type { Sql } from '../database.ts'

export interface SlotLimits {
  /** Interval between checks. */
  readonly everyMs: number
  /** Retained WAL above which a warning is logged. */
  readonly warnBytes: number
  /** Retained WAL above which the stream is abandoned: its reader starts over, and the database may remove the WAL. */
  readonly mostBytes: number
}

const MEBIBYTE = 1024 * 1024
export const SLOT_LIMITS: SlotLimits = { everyMs: 10_000, warnBytes: 128 * MEBIBYTE, mostBytes: 512 * MEBIBYTE }

interface Parts {
  readonly admin: Sql
  readonly slot: string
  readonly limits: SlotLimits
  warn(heldBytes: number): void
  giveUp(error: Error): void
}

/**
 * Watches how much WAL the database retains for a slot, because of an unconfirmed position or of open transactions. Neither may fill the
 * disk. @returns a function that stops it
 */
export function guardSlot({ admin, slot, limits, warn, giveUp }: Parts): () => void {
  let hasWarned = false
  let isLooking = false
  const look = async () => {
    const [row] = await admin<{ held: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as held
      from pg_replication_slots where slot_name = ${slot}`
    const held = row?.held ?? 0
    if (held > limits.mostBytes)
      giveUp(new Error(`The slot ${slot} held back ${held} bytes of the log and was given up`))
    else if (held > limits.warnBytes && !hasWarned) warn(held)
    hasWarned = held > limits.warnBytes
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    // If the database cannot be queried, the stream itself will fail and report it.
    look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }, limits.everyMs).unref()
  return () => clearInterval(timer)
}
