import type { StepResult } from '../../database/pipeline/connection.ts'
import type { Compiled } from '../compile.ts'
import type { ApiRequest } from '../request/api-request.ts'

/** The database's answer, still as bytes. */
export interface Answer {
  readonly body: Buffer | null
  /** Rows on this page, or rows written. */
  readonly rows: number
  /** Total rows, ignoring the page; null unless requested. */
  readonly total: number | null
  readonly headersSetting: string | null
  readonly statusSetting: string | null
  /** Number of rows that a merge upsert inserted. */
  readonly inserted: string | null
  /** The key of a single inserted row as a JSON array, if its Location was requested. */
  readonly key: string | null
}

/** Reads the result row of the main statement and the estimate. `sql/statement.ts` defines the row's columns. */
export function readAnswer(
  results: readonly StepResult[],
  compiled: Compiled,
  request: ApiRequest,
  maxRows: number,
): Answer {
  if (request.accepted.explain) return planAnswer(results)
  const row = results[0]?.rows[0] ?? []
  const text = (index: number): string | null => row[index]?.toString('utf8') ?? null
  const total = text(2)
  return {
    body: request.accepted.handler?.isBytes ? bytesOf(text(0)) : (row[0] ?? null),
    rows: Number(text(1) ?? 0),
    total: totalOf(total === null ? null : Number(total), compiled.estimate ? results[1] : undefined, request, maxRows),
    headersSetting: text(3),
    statusSetting: text(4),
    inserted: text(5),
    key: text(6),
  }
}

function bytesOf(hex: string | null): Buffer | null {
  return hex === null ? null : Buffer.from(hex, 'hex')
}

/** A plan is returned in lines, or as one JSON text. */
function planAnswer(results: readonly StepResult[]): Answer {
  const lines = results[0]?.rows.map(([line]) => line?.toString('utf8') ?? '') ?? []
  const nothing = { rows: 0, total: null, headersSetting: null, statusSetting: null, inserted: null, key: null }
  return { ...nothing, body: Buffer.from(lines.join('\n')) }
}

function totalOf(
  counted: number | null,
  estimate: StepResult | undefined,
  request: ApiRequest,
  maxRows: number,
): number | null {
  const { count } = request.preferences
  if (!estimate || count === 'exact' || count === null) return counted
  const planned = plannedRows(estimate)
  if (count === 'planned' || counted === null) return planned
  return counted > maxRows ? Math.max(counted, planned) : counted
}

/** The planner's estimate in the output of `explain (format json)`. */
function plannedRows({ rows }: StepResult): number {
  const explained = JSON.parse(rows[0]?.[0]?.toString('utf8') ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[]
  return explained[0]?.Plan?.['Plan Rows'] ?? 0
}
