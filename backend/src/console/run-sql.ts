import type { Sql, TransactionSql } from '../database/database.ts'
import { splitStatements } from '../project/split-sql.ts'

/** Rows of an answer; more are counted as `truncated`. */
export const ROW_LIMIT = 1000
const TIMEOUT_MS = 15_000

/** Would end the transaction, and with it what holds for the statements after them. */
const TRANSACTION = /^(begin|start|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

export interface SqlRequest {
  readonly sql: string
  /** Values of `$1` and so on, for a single statement. */
  readonly values?: readonly (string | null)[]
  /** Otherwise nothing can be changed. */
  readonly write?: boolean
  /** The role that it runs as; the owner's without. */
  readonly role?: string | undefined
}

export interface SqlAnswer {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Each value as PostgreSQL writes it. */
  readonly rows: readonly (readonly (string | null)[])[]
  readonly isTruncated: boolean
  readonly milliseconds: number
}

/**
 * Runs the statements in one transaction, at most 15 seconds each, and answers with the rows of the last.
 * @param sql  of the role whose rights are the limit
 * @throws {postgres.PostgresError | SyntaxError}
 */
export async function runSql(sql: Sql, request: SqlRequest): Promise<SqlAnswer> {
  const begun = performance.now()
  const statements = splitStatements(request.sql).map(({ text }) => text)
  const control = statements.find((text) => TRANSACTION.test(text))
  if (control !== undefined) throw new SyntaxError(`All statements run in one transaction; leave out: ${control}`)
  const answer = await sql.begin(request.write ? 'read write' : 'read only', async (transaction) => {
    await transaction`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
      set_config('search_path', '"$user", public, extensions', true)`
    if (request.role !== undefined) await transaction`select set_config('role', ${request.role}, true)`
    let last: Pick<SqlAnswer, 'columns' | 'rows' | 'isTruncated'> = { columns: [], rows: [], isTruncated: false }
    for (const text of statements) last = await runOne(transaction, sql.CLOSE, text, request.values ?? [])
    return last
  })
  return { ...answer, milliseconds: Math.round(performance.now() - begun) }
}

/** The bytes of each value; the library's types lack null, and the columns of a cursor's rows. */
type RawRows = (Buffer | null)[][] & { readonly columns?: readonly { readonly name: string; readonly type: number }[] }

async function runOne(
  transaction: TransactionSql,
  close: Sql['CLOSE'],
  text: string,
  values: readonly (string | null)[],
) {
  // Prepared: a statement that hides another, such as `commit; drop table`, is refused.
  const query = transaction.unsafe(text, [...values], { prepare: true }).raw()
  let first: RawRows | null = null
  let isTruncated = false
  const rest = await query.cursor(ROW_LIMIT, (rows) => {
    if (first !== null) {
      isTruncated = rows.length > 0
      return close
    }
    first = rows as RawRows
    return undefined
  })
  // What has no rows, or comes from EXPLAIN or SHOW, is not given to the callback.
  const answer = first ?? (rest as RawRows)
  const columns = answer.columns ?? []
  const types = await transaction<{ oid: number; name: string }[]>`
    select oid::int, regexp_replace(typname, '^_(.+)$', '\\1[]') as name from pg_type where oid = any(${columns.map(({ type }) => type)}::oid[])`
  const nameOf = new Map(types.map(({ oid, name }) => [oid, name]))
  return {
    columns: columns.map(({ name, type }) => ({ name, type: nameOf.get(type) ?? '' })),
    rows: answer.map((row) => row.map((value) => (value === null ? null : value.toString()))),
    isTruncated,
  }
}
