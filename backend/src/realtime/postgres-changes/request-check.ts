import type { Sql, TransactionSql } from '../../database/database.ts'
import { type ChangeRequest, unusable } from './change-request.ts'
import { PUBLICATION } from './changes-stream.ts'
import type { Condition } from './filter.ts'
import { type ColumnFacts, readTableFacts, type TableFacts } from './table-facts.ts'

const BOOLEAN_OID = 16

/**
 * Checks whether a request can be fulfilled: tables in the publication, columns that the role may select, operands that are valid for the
 * column's type.
 * @throws {ChangeRequestError} with the message for the client; other errors are the database's
 */
export async function checkRequests(
  admin: Sql,
  role: string,
  requests: readonly ChangeRequest[],
  entries: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await admin.begin('read only', async (sql) => {
    await sql`set local statement_timeout = '5s'`
    for (const [index, request] of requests.entries()) {
      const entry = entries[index] ?? {}
      const { schema, table } = request
      const tables = await readTableFacts(sql, { publication: PUBLICATION, schema, table }, [role])
      if (tables.length === 0) throw unusable(entry)
      for (const facts of tables) {
        for (const column of request.columns ?? []) columnFor(facts, column, role, entry, 'select')
        for (const condition of request.conditions) await checkCondition(sql, facts, condition, role, entry)
      }
    }
  })
}

async function checkCondition(
  sql: TransactionSql,
  facts: TableFacts,
  condition: Condition,
  role: string,
  entry: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { operator, operands, isNegated } = condition
  const column = columnFor(facts, condition.column, role, entry, 'filter')
  const isPattern = operator === 'like' || operator === 'ilike' || operator === 'match' || operator === 'imatch'
  if (isPattern && !column.isTextual) throw unusable(entry, `${operator} needs a column of text: ${column.name}`)
  if (operator === 'is' && operands[0] !== 'null' && column.typeOid !== BOOLEAN_OID) {
    throw unusable(entry, `is.${operands[0]} needs a boolean column: ${column.name}`)
  }
  const candidates = [column.isTextual ? '' : null]
  // A trial run: an invalid filter fails here as it would at every change.
  const [outcome] = await sql<{ problem: string | null }[]>`
    select problem
    from realtime.filter_matches(${column.typeOid}::oid, ${operator}, ${isNegated}, ${operands}::text[], ${candidates}::text[])`
  if (outcome?.problem) throw unusable(entry, outcome.problem)
}

/** A column without the select privilege gets the same error as a missing one. */
function columnFor(
  facts: TableFacts,
  name: string,
  role: string,
  entry: Readonly<Record<string, unknown>>,
  use: string,
): ColumnFacts {
  const column = facts.columns.find((candidate) => candidate.name === name)
  if (!column?.selectableBy.includes(role)) throw unusable(entry, `invalid column for ${use} ${name.slice(0, 63)}`)
  return column
}
