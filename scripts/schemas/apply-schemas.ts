import type { Sql } from 'souk-backend'
import type { Statement } from './read-schemas.ts'

/** In which order kinds of statements are tried; what is not named comes last. */
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

/** Something that the statement names is not there yet: schema, table, column, function, type or role. */
const NOT_THERE_YET = new Set(['3F000', '42P01', '42703', '42883', '42704'])

/**
 * Makes all that schemas say, in an order in which each statement finds what it names: one that does not is tried again after the
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

/** Roles and schemas first of all, with what is given to everything that is made later. */
function rank({ file, kind }: Statement): number {
  if (file.startsWith('foundation/')) return -1
  const place = ORDER.indexOf(kind)
  return place < 0 ? ORDER.length : place
}

function withPlace({ file, sql }: Statement, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${file}: ${reason}\n${sql.slice(0, 300)}`, { cause })
}
