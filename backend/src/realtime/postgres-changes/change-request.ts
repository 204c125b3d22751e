import { type Condition, FilterError, parseFilter } from './filter.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** One entry of a join. */
export interface ChangeRequest {
  /** As sent to the client in the join's reply. */
  readonly id: number
  readonly event: ChangeType | '*'
  /** null for every schema of the publication. */
  readonly schema: string | null
  /** null for every table of the schema. */
  readonly table: string | null
  readonly conditions: readonly Condition[]
  /** Columns wanted besides the primary key; null for all. */
  readonly columns: readonly string[] | null
  /** Requests of equal shape get the same data. */
  readonly shape: string
}

/** A request that cannot be fulfilled; the message is sent to the client. */
export class ChangeRequestError extends Error {
  override readonly name = 'ChangeRequestError'
}

/** @throws {ChangeRequestError} with the text of the `system` event */
export function readChangeRequest(entry: Readonly<Record<string, unknown>>): ChangeRequest {
  const event = text(entry.event)?.toUpperCase() ?? '*'
  if (event !== '*' && event !== 'INSERT' && event !== 'UPDATE' && event !== 'DELETE') throw unusable(entry)
  const [schema, table] = [name(entry.schema), name(entry.table)]
  const columns = columnList(entry)
  const id = Number(entry.id)
  const request = {
    id,
    shape: JSON.stringify([id, columns]),
    event,
    // A table without a schema belongs to public; neither means everything.
    schema: schema ?? (table !== null && entry.schema !== '*' ? 'public' : null),
    table,
    conditions: conditionsOf(entry.filter),
    columns,
  } as const
  if (columns && (request.schema === null || table === null)) throw unusable(entry)
  return request
}

/** Hosted Supabase's message for an invalid subscription. */
export function unusable(entry: Readonly<Record<string, unknown>>, why?: string): ChangeRequestError {
  const { event = '*', schema, table, filter } = entry
  const parts = [`event: ${event}`, `schema: ${schema ?? '*'}`, `table: ${table ?? '*'}`, `filter: ${filter ?? 'none'}`]
  const given = parts.join(', ').slice(0, 500)
  return new ChangeRequestError(
    why
      ? `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${given}]. Exception: ${why}`
      : `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${given}]`,
  )
}

function conditionsOf(filter: unknown): readonly Condition[] {
  if (filter === undefined || filter === null) return []
  if (typeof filter !== 'string') throw new ChangeRequestError('Error parsing `filter` params: a text is expected')
  try {
    return parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) throw new ChangeRequestError(error.message)
    throw error
  }
}

function columnList(entry: Readonly<Record<string, unknown>>): readonly string[] | null {
  const { select } = entry
  if (select === undefined || select === null) return null
  const list = typeof select === 'string' ? select.split(',') : select
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) throw unusable(entry)
  const columns = list.map((item: string) => item.trim()).filter((item) => item !== '')
  return columns.length === 0 || columns.includes('*') ? null : columns
}

function name(value: unknown): string | null {
  const given = text(value)
  return given === null || given === '*' || given === '' ? null : given
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
