/** Visibility of a statement: PostgreSQL's `xmin:xmax:xip_list` (pg_current_snapshot). */
export interface Snapshot {
  readonly min: bigint
  readonly max: bigint
  readonly running: ReadonlySet<bigint>
}

/** @throws {Error} when the text is not a snapshot */
export function parseSnapshot(text: string): Snapshot {
  const match = /^(\d+):(\d+):([\d,]*)$/.exec(text)
  if (!match) throw new Error('The database returned no snapshot')
  const [, min = '0', max = '0', list = ''] = match
  return { min: BigInt(min), max: BigInt(max), running: new Set(list === '' ? [] : list.split(',').map(BigInt)) }
}

/** Whether the snapshot sees a transaction, given that it has committed by now. */
export function sees(snapshot: Snapshot, transaction: bigint): boolean {
  if (transaction < snapshot.min) return true
  return transaction < snapshot.max && !snapshot.running.has(transaction)
}

/** The WAL holds only the lower 32 bits of a transaction ID; returns the full ID nearest to a known one. */
export function wholeTransaction(low: number, near: bigint): bigint {
  return near + BigInt.asIntN(32, BigInt(low) - near)
}
