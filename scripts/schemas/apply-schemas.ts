import type { Sql } from 'souk-backend'
import type { Statement } from './read-schemas.ts'

/** Order in which kinds of statements are tried; all others come last. */
const ORDER = [
  'CreateSchemaStmt',
  'CreateExtensionStmt',
  'AlterDefaultPrivilegesStmt',
  'CompositeTypeStmt',
  'DefineStmt',
  'CreateStmt',
  'CreateFunctionStmt',
  'ViewStmt',
  'IndexStmt',
  'AlterTableStmt',
  'CreateTrigStmt',
  'CreatePolicyStmt',
  'CommentStmt',
  'GrantStmt',
]

/** The statement refers to a missing schema, table, column, function, type or role. */
const NOT_THERE_YET = new Set(['3F000', '42P01', '42703', '42883', '42704'])

/**
 * Executes all statements in an order that satisfies their dependencies: a statement that fails for a missing object is retried after the
 * others. @returns the statements in the order that worked
 */
export async function applySchemas(sql: Sql, statements: readonly Statement[]): Promise<Statement[]> {
  const done: Statement[] = []
  await sql.begin(async (transaction) => {
    await transaction`set local check_function_bodies = off`
    let waiting = statements.toSorted((one, other) => rank(one) - rank(other))
    while (waiting.length > 0) {
      const later: Statement[] = []
      let problem: unknown
      for (const statement of waiting) {
        try {
          await transaction.savepoint((attempt) => attempt.unsafe(statement.sql))
          done.push(statement)
        } catch (error) {
          if (!NOT_THERE_YET.has((error as { code?: string }).code ?? '')) throw withPlace(statement, error)
          later.push(statement)
          problem ??= withPlace(statement, error)
        }
      }
      if (later.length === waiting.length) throw problem
      waiting = later
    }
  })
  return done
}

/** Roles and schemas come first, with default privileges. */
function rank({ file, kind }: Statement): number {
  if (file.startsWith('foundation/')) return -1
  const place = ORDER.indexOf(kind)
  return place < 0 ? ORDER.length : place
}

function withPlace({ file, sql }: Statement, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${file}: ${reason}\n${sql.slice(0, 300)}`, { cause })
}
