import type { FastifyBaseLogger } from 'fastify'
import type { TransactionSql } from '../../database/database.ts'
import type { Condition } from './filter.ts'
import type { ColumnFacts } from './table-facts.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INTEGER = /^(0|-?[1-9]\d*)$/
const [INT8, INT2, INT4, UUID_OID, BOOL] = [20, 21, 23, 2950, 16]

/** Bounds memory. */
const MOST_FAILED = 10_000

type Value = string | null

/**
 * Evaluates filters for the values of a batch. Equality on types whose equal values have equal texts, the usual filter, is decided here;
 * PostgreSQL evaluates the rest, once per filter for all values of the batch.
 */
export class ConditionResults {
  readonly #log: FastifyBaseLogger
  readonly #failed: Set<string>
  readonly #questions = new Map<string, { column: ColumnFacts; condition: Condition; results: Map<Value, boolean> }>()

  constructor(log: FastifyBaseLogger, failed: Set<string>) {
    this.#log = log
    this.#failed = failed
  }

  /** Call for every value before `answer`. */
  ask(column: ColumnFacts, condition: Condition, value: Value): void {
    if (isPlainEquality(column, condition)) return
    const key = keyOf(column, condition)
    if (this.#failed.has(key)) return
    const question = this.#questions.get(key)
    if (question) question.results.set(value, false)
    else this.#questions.set(key, { column, condition, results: new Map([[value, false]]) })
  }

  async answer(sql: TransactionSql): Promise<void> {
    await Promise.all(
      [...this.#questions].map(async ([key, { column, condition, results }]) => {
        const values = [...results.keys()]
        const { operator, isNegated, operands } = condition
        const [row] = await sql<{ matches: number[]; problem: string | null }[]>`
          select matches, problem
          from realtime.filter_matches(
            ${column.typeOid}::oid, ${operator}, ${isNegated}, ${operands}::text[], ${values}::text[]
          )`
        for (const n of row?.matches ?? []) results.set(values[n - 1] ?? null, true)
        if (row?.problem) {
          // Filters are checked on subscription; they fail later when a type changed, or when a pattern takes too long, which must not
          // delay everyone again.
          if (this.#failed.size >= MOST_FAILED) this.#failed.clear()
          this.#failed.add(key)
          this.#log.warn(
            { column: column.name, problem: row.problem },
            'realtime: a filter failed and lets nothing pass',
          )
        }
      }),
    )
  }

  passes(column: ColumnFacts, condition: Condition, value: Value): boolean {
    if (!isPlainEquality(column, condition)) {
      return this.#questions.get(keyOf(column, condition))?.results.get(value) ?? false
    }
    // As in SQL: NULL is neither equal nor unequal to anything.
    if (value === null) return false
    const isEqual = condition.operands.includes(value)
    return isEqual !== (condition.isNegated !== (condition.operator === 'neq'))
  }
}

function keyOf(column: ColumnFacts, { operator, isNegated, operands }: Condition): string {
  return JSON.stringify([column.typeOid, operator, isNegated, operands])
}

/** True when texts may be compared instead of values: the operands have PostgreSQL's own format. */
function isPlainEquality(column: ColumnFacts, { operator, operands }: Condition): boolean {
  if (!column.isExact || (operator !== 'eq' && operator !== 'neq' && operator !== 'in')) return false
  switch (column.typeOid) {
    case INT2:
    case INT4:
    case INT8:
      return operands.every((operand) => INTEGER.test(operand))
    case UUID_OID:
      return operands.every((operand) => UUID.test(operand))
    case BOOL:
      return operands.every((operand) => operand === 't' || operand === 'f')
    default:
      return true
  }
}
