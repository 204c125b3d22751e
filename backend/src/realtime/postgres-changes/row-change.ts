import type { ChangeType } from './change-request.ts'

/** Column by column PostgreSQL's text form; null is NULL; absent is not known (an unchanged value stored apart). */
export type Tuple = Readonly<Record<string, string | null>>

export interface ChangedTable {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[]
}

/** A committed change of one row, as the log has it. */
export interface RowChange {
  readonly type: ChangeType
  readonly table: ChangedTable
  /** The new row; null for DELETE. */
  readonly record: Tuple | null
  /** What the replica identity keeps of the old row; null when it was not written, as the key did not change. */
  readonly oldRecord: Tuple | null
  /** The transaction, as the log names it: its lower 32 bits. */
  readonly transaction: number
  /** ISO 8601 with milliseconds, UTC. */
  readonly committedAt: string
  readonly bytes: number
}
