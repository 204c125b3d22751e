import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql, TransactionSql } from '../../database/database.ts'
import { parseSnapshot, sees, wholeTransaction } from '../../database/replication/snapshot.ts'
import type { ChangeRequest } from './change-request.ts'
import { type NamedType, readColumnTypes } from './column-types.ts'
import { ConditionResults } from './condition-results.ts'
import type { RowChange, Tuple } from './row-change.ts'
import { columnOf, maySelectKey, readTableFacts, type TableFacts } from './table-facts.ts'
import { Visibility } from './visibility.ts'
import { covers, type Watch, type Watches } from './watches.ts'

/** A change, its receivers, and the requests of each that it matches. */
export interface JudgedChange {
  readonly change: RowChange
  readonly facts: TableFacts
  readonly types: ReadonlyMap<number, NamedType>
  readonly recipients: ReadonlyMap<Watch, readonly ChangeRequest[]>
  /** Whether the whole old row may be sent: it was as visible as the current one. */
  isOldRowVisible(role: string): boolean
}

/** Compared with texts from the log, so the formats must match. */
const BATCH_SETTINGS = {
  statement_timeout: '1s',
  datestyle: 'ISO, MDY',
  bytea_output: 'hex',
  extra_float_digits: '1',
  intervalstyle: 'postgres',
}

export interface JudgeParts {
  readonly admin: Sql
  readonly log: FastifyBaseLogger
  /** Filters that failed or took too long, which are not tried again. */
  readonly failedFilters: Set<string>
}

interface Recipient {
  readonly watch: Watch
  readonly request: ChangeRequest
}

/** How long a logged transaction may take to become visible, and the longest pause between two checks. */
const MOST_UNSEEN_MS = 10_000
const LONGEST_PAUSE_MS = 50

/** The log reports a commit slightly before other transactions can see it, so a query may not find the row yet. */
class NotSeenYet extends Error {
  override readonly name = 'NotSeenYet'
}

/**
 * Decides a batch of changes in one snapshot: column privileges, then filters, then row level security, each queried once per role, filter
 * or set of claims, however many sockets are subscribed.
 */
export async function judge(
  parts: JudgeParts,
  changes: readonly RowChange[],
  watches: Watches,
): Promise<JudgedChange[]> {
  const deadline = performance.now() + MOST_UNSEEN_MS
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await judgeNow(parts, changes, watches, performance.now() < deadline)
    } catch (error) {
      if (!(error instanceof NotSeenYet)) throw error
      await delay(pauseMs)
    }
  }
}

/** @throws {NotSeenYet} when the snapshot lacks some of these changes, unless that is accepted */
function judgeNow(
  parts: JudgeParts,
  changes: readonly RowChange[],
  watches: Watches,
  mustSeeAll: boolean,
): Promise<JudgedChange[]> {
  const wanted = changes.flatMap((change) => {
    const candidates = candidatesFor(change, watches)
    return candidates.length > 0 ? [{ change, candidates }] : []
  })
  if (wanted.length === 0) return Promise.resolve([])
  const roles = [...new Set(wanted.flatMap(({ candidates }) => candidates.map(({ watch }) => watch.role)))]
  const oids = [...new Set(wanted.map(({ change }) => change.table.oid))]
  const typeOids = [...new Set(wanted.flatMap(({ change }) => change.table.columns.map(({ typeOid }) => typeOid)))]
  return parts.admin.begin('isolation level repeatable read read only', async (sql) => {
    // Sent as one batch, executed in this order.
    const [[seen], allFacts, types, bypassing] = await Promise.all([
      sql<{ snapshot: string }[]>`
        select set_config(name, value, true), pg_current_snapshot()::text as snapshot
        from unnest(${Object.keys(BATCH_SETTINGS)}::text[], ${Object.values(BATCH_SETTINGS)}::text[]) as setting (name, value)`,
      readTableFacts(sql, { oids }, roles),
      readColumnTypes(sql, typeOids),
      sql<
        { role: string }[]
      >`select rolname as role from pg_roles where rolbypassrls and rolname = any (${roles}::text[])`,
    ])
    if (mustSeeAll && !seesAll(seen?.snapshot ?? '', changes)) throw new NotSeenYet()
    const tables = new Map(allFacts.map((facts) => [facts.oid, facts]))
    const cases = wanted.flatMap(({ change, candidates }) => {
      const facts = tables.get(change.table.oid)
      return facts ? [{ change, facts, candidates }] : []
    })
    const fulfilled = await filter(sql, parts, cases)
    const visibility = await Visibility.ask(
      sql,
      parts.log,
      new Set(bypassing.map(({ role }) => role)),
      cases.map(({ change, facts }, index) => ({
        change,
        facts,
        watches: fulfilled[index]?.map(({ watch }) => watch) ?? [],
      })),
    )
    return cases.map(({ change, facts }, index) => ({
      change,
      facts,
      types,
      recipients: recipientsOf(fulfilled[index] ?? [], (watch) => visibility.isVisible(change, watch)),
      isOldRowVisible: (role: string) => visibility.isOldRowVisible(change, role),
    }))
  }) as Promise<JudgedChange[]>
}

function seesAll(text: string, changes: readonly RowChange[]): boolean {
  const snapshot = parseSnapshot(text)
  return changes.every(({ transaction }) => sees(snapshot, wholeTransaction(transaction, snapshot.max)))
}

function candidatesFor(change: RowChange, watches: Watches): Recipient[] {
  const candidates: Recipient[] = []
  for (const watch of watches.of(change.table)) {
    for (const request of watch.requests) {
      const isMeant = request.event === '*' || request.event === change.type
      if (isMeant && covers(request, change.table)) candidates.push({ watch, request })
    }
  }
  return candidates
}

async function filter(
  sql: TransactionSql,
  { log, failedFilters }: JudgeParts,
  cases: readonly { change: RowChange; facts: TableFacts; candidates: Recipient[] }[],
): Promise<Recipient[][]> {
  const results = new ConditionResults(log, failedFilters)
  for (const { change, facts, candidates } of cases) {
    const tested = testedRow(change, facts)
    for (const { watch, request } of candidates) {
      for (const condition of request.conditions) {
        const column = columnOf(facts, condition.column, watch.role)
        const value = tested[condition.column]
        if (column && value !== undefined) results.ask(column, condition, value)
      }
    }
  }
  await results.answer(sql)
  return cases.map(({ change, facts, candidates }) => {
    const tested = testedRow(change, facts)
    return candidates.filter(({ watch, request }) => {
      // Callers who may not select the key learn that a row changed, but nothing that depends on its values.
      if (!maySelectKey(facts, watch.role)) return true
      return request.conditions.every((condition) => {
        const column = columnOf(facts, condition.column, watch.role)
        const value = tested[condition.column]
        return column !== undefined && value !== undefined && results.passes(column, condition, value)
      })
    })
  })
}

/** The values filters see. For a deleted row under row level security its former visibility is unknown, so only the key is used. */
function testedRow(change: RowChange, facts: TableFacts): Tuple {
  const row = change.record ?? change.oldRecord ?? {}
  if (change.type !== 'DELETE' || !facts.hasRowSecurity) return row
  return Object.fromEntries(facts.primaryKey.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}

function recipientsOf(
  candidates: readonly Recipient[],
  isVisible: (watch: Watch) => boolean,
): Map<Watch, ChangeRequest[]> {
  const recipients = new Map<Watch, ChangeRequest[]>()
  for (const { watch, request } of candidates) {
    const requests = recipients.get(watch)
    if (requests) requests.push(request)
    else if (isVisible(watch)) recipients.set(watch, [request])
  }
  return recipients
}
