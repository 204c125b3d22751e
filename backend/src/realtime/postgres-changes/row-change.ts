import type { ChangeType } from './change-request.ts'

/** PostgreSQL's text form by column; null is NULL; absent means unknown (an unchanged TOAST value). */
export type Tuple = Readonly<Record<string, string | null>>

export interface ChangedTable {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[]
}

/** A committed change of one row, as logged. */
export interface RowChange {
  readonly type: ChangeType
  readonly table: ChangedTable
  /** The new row; null for DELETE. */
  readonly record: Tuple | null
  /** The part of the old row kept by the replica identity; null when it was not logged because the key did not change. */
  readonly oldRecord: Tuple | null
  /** The lower 32 bits of the transaction id, as logged. */
  readonly transaction: number
  /** ISO 8601 with milliseconds, UTC. */
  readonly committedAt: string
  readonly bytes: number
}
