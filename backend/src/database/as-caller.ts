import type { Caller } from '../http/caller.ts'
import type { Database, TransactionSql } from './database.ts'
import { traced } from './tracing.ts'

/** A role's own timeout (ALTER ROLE ... SET) applies only at login, so SET ROLE requires setting it again. */
const STATEMENT_TIMEOUT = '30s'
const STATEMENT_TIMEOUT_OF_VISITORS = '2s'

export interface AsCallerOptions {
  /** Additional settings of the transaction, such as `storage.operation`. */
  readonly settings?: Readonly<Record<string, string>>
  readonly readOnly?: boolean
  /** Always rolls back; for testing whether a caller may do something. */
  readonly rollback?: boolean
}

/**
 * Runs `run` in one transaction with the caller's role and claims, so that row level security applies.
 * Settings are local to the transaction, so nothing leaks to the next caller.
 */
export function asCaller<T>(
  database: Database,
  caller: Caller,
  run: (sql: TransactionSql) => Promise<T>,
  options: AsCallerOptions = {},
): Promise<T> {
  return traced(`transaction of ${caller.role}`, () => runAsCaller(database, caller, run, options))
}

async function runAsCaller<T>(
  database: Database,
  caller: Caller,
  run: (sql: TransactionSql) => Promise<T>,
  options: AsCallerOptions,
): Promise<T> {
  const settings: Record<string, string> = {
    statement_timeout: caller.role === 'anon' ? STATEMENT_TIMEOUT_OF_VISITORS : STATEMENT_TIMEOUT,
    ...options.settings,
    role: caller.role,
    'request.jwt.claims': caller.claimsJson,
    'request.jwt.claim.sub': caller.userId ?? '',
    'request.jwt.claim.role': caller.role,
  }
  const names = Object.keys(settings)
  const values = Object.values(settings)
  const outcome: { value?: T } = {}
  try {
    await database.callers.begin(options.readOnly || caller.readOnly ? 'read only' : 'read write', async (sql) => {
      await sql`select set_config(name, value, true) from unnest(${names}::text[], ${values}::text[]) as setting(name, value)`
      outcome.value = await run(sql)
      if (options.rollback) throw ROLLBACK
    })
  } catch (error) {
    if (error !== ROLLBACK) throw error
  }
  return outcome.value as T // set before `begin` resolves and before ROLLBACK is thrown
}

const ROLLBACK = Symbol('rollback')
