import type { Sql } from '../database.ts'

export interface SlotLimits {
  /** How often the slot is looked at. */
  readonly everyMs: number
  /** From here on it is said in the log. */
  readonly warnBytes: number
  /** From here on the stream is given up: its reader begins anew, and the database may remove its log. */
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
 * Watches how much of its log the database keeps for a slot: what its reader has not confirmed, and what transactions
 * that are not over may still need. Neither may fill the disk. @returns stops it
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
    // A database that cannot be asked cannot be read from either: that is for the stream to notice.
    look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }, limits.everyMs).unref()
  return () => clearInterval(timer)
}
