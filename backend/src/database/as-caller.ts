import type { Caller } from '../http/caller.ts'
import type { Database, TransactionSql } from './database.ts'

export interface AsCallerOptions {
  /** Further settings of the transaction, such as `storage.operation`. */
  readonly settings?: Readonly<Record<string, string>>
  readonly readOnly?: boolean
  /** Undo everything in the end: for finding out whether a caller may do something. */
  readonly rollback?: boolean
}

/**
 * Runs `run` in one transaction with the caller's role and claims, so that row level security decides.
 * Settings are local to the transaction: nothing of one caller is left for the next.
 */
export async function asCaller<T>(
  database: Database,
  caller: Caller,
  run: (sql: TransactionSql) => Promise<T>,
  options: AsCallerOptions = {},
): Promise<T> {
  const settings: Record<string, string> = {
    ...options.settings,
    role: caller.role,
    'request.jwt.claims': caller.claimsJson,
    'request.jwt.claim.sub': caller.userId ?? '',
    'request.jwt.claim.role': caller.role,
  }
  const names = Object.keys(settings)
  let answer: { value: T } | null = null
  try {
    await database.callers.begin(options.readOnly ? 'read only' : 'read write', async (sql) => {
      await sql`select set_config(name, value, true) from unnest(${names}::text[], ${Object.values(settings)}::text[]) as setting(name, value)`
      answer = { value: await run(sql) }
      if (options.rollback) throw ROLLBACK
    })
  } catch (error) {
    if (error !== ROLLBACK) throw error
  }
  // `begin` resolves, or ROLLBACK is thrown, only after `answer` was set.
  return (answer as { value: T } | null)!.value
}

const ROLLBACK = Symbol('rollback')
