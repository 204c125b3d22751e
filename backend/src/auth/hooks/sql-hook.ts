import postgres from '#postgres'
import type { Sql } from '../../database/database.ts'
import { AuthError } from '../errors.ts'
import { jsonb } from '../jsonb.ts'

const LIMIT_MS = 2000
const CANCELED = '57014'

/**
 * Calls a database function, `function(event jsonb) returns jsonb`, in its own transaction and as the role
 * supabase_auth_admin, which must be granted to execute it. Errors that it raises reach the caller like those of a trigger.
 * @throws {AuthError} `hook_timeout` after two seconds
 */
export async function askDatabase(
  sql: Sql,
  { schema, name }: { schema: string; name: string },
  payload: unknown,
): Promise<unknown> {
  try {
    const rows = await sql.begin(async (transaction) => {
      await transaction`
        select set_config('role', 'supabase_auth_admin', true), set_config('statement_timeout', ${String(LIMIT_MS)}, true)`
      return transaction<{ answer: unknown }[]>`
        select ${transaction(schema)}.${transaction(name)}(${jsonb(transaction, payload)}) as answer`
    })
    return rows[0]?.answer ?? {}
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== CANCELED) throw error
    throw new AuthError('hook_timeout', {
      message: `Failed to reach hook within maximum time of ${LIMIT_MS / 1000} seconds`,
      cause: error,
    })
  }
}
