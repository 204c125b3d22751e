import { type Condition, FilterError, parseFilter } from './filter.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** What one entry of a join asks for. */
export interface ChangeRequest {
  /** As the join's reply told it to the client. */
  readonly id: number
  readonly event: ChangeType | '*'
  /** null: every schema of the publication. */
  readonly schema: string | null
  /** null: every table of it. */
  readonly table: string | null
  readonly conditions: readonly Condition[]
  /** The columns wanted besides the primary key; null: all. */
  readonly columns: readonly string[] | null
  /** Requests with the same are told the same. */
  readonly shape: string
}

/** What a client asks for cannot be given; the message is for it. */
export class ChangeRequestError extends Error {
  override readonly name = 'ChangeRequestError'
}

/** @throws {ChangeRequestError} with the sentence of the `system` event */
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
    // A table alone is one of public; nothing at all is everything.
    schema: schema ?? (table !== null && entry.schema !== '*' ? 'public' : null),
    table,
    conditions: conditionsOf(entry.filter),
    columns,
  } as const
  if (columns && (request.schema === null || table === null)) throw unusable(entry)
  return request
}

/** The words of the hosted service for what it cannot subscribe to. */
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
