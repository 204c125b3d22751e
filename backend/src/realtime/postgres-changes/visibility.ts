import type { FastifyBaseLogger } from 'fastify'
import type { TransactionSql } from '../../database/database.ts'
import type { RowChange, Tuple } from './row-change.ts'
import { maySelectKey, type TableFacts } from './table-facts.ts'
import type { Watch } from './watches.ts'

interface Case {
  readonly change: RowChange
  readonly facts: TableFacts
  readonly watches: readonly Watch[]
}

/** One query to row level security: a caller, a table, and the rows with watchers. */
interface Question {
  readonly role: string
  readonly claimsJson: string
  readonly caller: string
  readonly facts: TableFacts
  readonly changes: Set<RowChange>
}

/**
 * Row visibility in a batch, queried once per role, claims and table. Policies judge current rows: an older version of a row is sent only
 * if all columns that the policies read are unchanged.
 */
export class Visibility {
  readonly #bypassing: ReadonlySet<string>
  readonly #facts = new Map<RowChange, TableFacts>()
  /** By table, then by role and claims. */
  readonly #visible = new Map<number, Map<string, Set<RowChange>>>()
  /** The current values of the columns that policies read. */
  readonly #present = new Map<RowChange, readonly (string | null)[]>()

  constructor(bypassing: ReadonlySet<string>) {
    this.#bypassing = bypassing
  }

  /** @param bypassing roles that bypass row level security */
  static async ask(
    sql: TransactionSql,
    log: FastifyBaseLogger,
    bypassing: ReadonlySet<string>,
    cases: readonly Case[],
  ): Promise<Visibility> {
    const visibility = new Visibility(bypassing)
    for (const { change, facts } of cases) visibility.#facts.set(change, facts)
    const questions = questionsOf(cases, bypassing)
    await Promise.all([
      ...questions.map((question) => visibility.#askRows(sql, log, question)),
      ...byTable(questions).map(([facts, changes]) => visibility.#readPresent(sql, facts, changes)),
    ])
    return visibility
  }

  isVisible(change: RowChange, watch: Watch): boolean {
    const facts = this.#facts.get(change)
    if (!facts) return false
    if (this.#bypassing.has(watch.role) || !isProtected(change, facts) || !maySelectKey(facts, watch.role)) return true
    return (
      (this.#visible.get(facts.oid)?.get(watch.caller)?.has(change) ?? false) &&
      this.#isLikePresent(change, change.record)
    )
  }

  /** Whether more of the old row than its key may be sent. */
  isOldRowVisible(change: RowChange, role: string): boolean {
    if (!this.#facts.get(change)?.hasRowSecurity) return true
    return change.type !== 'DELETE' && (this.#bypassing.has(role) || this.#isLikePresent(change, change.oldRecord))
  }

  /** Whether the policies give the same result for this version of the row as for the current one. */
  #isLikePresent(change: RowChange, version: Tuple | null): boolean {
    const facts = this.#facts.get(change)
    if (!facts) return false
    if (facts.policyColumns.length === 0) return true
    const present = this.#present.get(change)
    return present !== undefined && facts.policyColumns.every((name, index) => version?.[name] === present[index])
  }

  async #askRows(sql: TransactionSql, log: FastifyBaseLogger, question: Question): Promise<void> {
    const { role, claimsJson, caller, facts } = question
    const changes = [...question.changes]
    const [row] = await sql<{ visible: number[]; problem: string | null }[]>`
      select visible, problem
      from realtime.visible_rows(${role}, ${claimsJson}, ${facts.oid}::oid, ${facts.primaryKey}::text[], ${keysOf(changes, facts)}::text::jsonb)`
    if (row?.problem) {
      log.warn({ table: `${facts.schema}.${facts.name}`, role, problem: row.problem }, 'realtime: a policy failed')
    }
    const answers = this.#visible.get(facts.oid) ?? new Map<string, Set<RowChange>>()
    this.#visible.set(facts.oid, answers)
    answers.set(caller, new Set((row?.visible ?? []).flatMap((n) => changes[n - 1] ?? [])))
  }

  async #readPresent(sql: TransactionSql, facts: TableFacts, all: ReadonlySet<RowChange>): Promise<void> {
    if (facts.policyColumns.length === 0) return
    const changes = [...all]
    const rows = await sql<{ n: number; present: (string | null)[] }[]>`
      select n, present
      from realtime.present_values(
        ${facts.oid}::oid, ${facts.primaryKey}::text[], ${keysOf(changes, facts)}::text::jsonb, ${facts.policyColumns}::text[]
      )`
    for (const { n, present } of rows) {
      const change = changes[n - 1]
      if (change) this.#present.set(change, present)
    }
  }
}

/** Deletions reach every watcher with the key alone, because the row can no longer be queried. */
function isProtected(change: RowChange, facts: TableFacts): boolean {
  return facts.hasRowSecurity && change.type !== 'DELETE'
}

function questionsOf(cases: readonly Case[], bypassing: ReadonlySet<string>): Question[] {
  const byTable = new Map<number, Map<string, Question>>()
  for (const { change, facts, watches } of cases) {
    if (!isProtected(change, facts)) continue
    const questions = byTable.get(facts.oid) ?? new Map<string, Question>()
    byTable.set(facts.oid, questions)
    for (const { role, claimsJson, caller } of watches) {
      const known = questions.get(caller)
      if (known) known.changes.add(change)
      else if (!bypassing.has(role) && maySelectKey(facts, role)) {
        questions.set(caller, { role, claimsJson, caller, facts, changes: new Set([change]) })
      }
    }
  }
  return [...byTable.values()].flatMap((questions) => [...questions.values()])
}

function byTable(questions: Iterable<Question>): [TableFacts, Set<RowChange>][] {
  const tables = new Map<TableFacts, Set<RowChange>>()
  for (const { facts, changes } of questions) {
    const all = tables.get(facts) ?? new Set()
    for (const change of changes) all.add(change)
    tables.set(facts, all)
  }
  return [...tables]
}

function keysOf(changes: readonly RowChange[], facts: TableFacts): string {
  return JSON.stringify(changes.map(({ record }) => facts.primaryKey.map((name) => record?.[name] ?? null)))
}
