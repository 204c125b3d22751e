import { StorageError } from '../errors.ts'

export type SortColumn = 'name' | 'updated_at' | 'created_at'

/** Position where a listing stopped. Opaque to clients: base64 of one line per member. */
export interface ListCursor {
  readonly name: string
  readonly order: 'asc' | 'desc'
  readonly column: SortColumn
  /** Milliseconds since 1970 as text (a bigint in SQL); null for folders and when sorting by name. */
  readonly timeMs: string | null
}

export function encodeCursor({ name, order, column, timeMs }: ListCursor): string {
  const lines = [`l:${name}`, `o:${order}`, `c:${column}`, ...(timeMs === null ? [] : [`a:${timeMs}`])]
  return Buffer.from(lines.join('\n')).toString('base64')
}

/** @throws {StorageError} invalid_parameter */
export function decodeCursor(text: string): ListCursor {
  const lines = Buffer.from(text, 'base64').toString('utf8').split('\n')
  const values = new Map(lines.map((line) => [line.slice(0, 2), line.slice(2)]))
  const [name, order, column, timeMs] = [values.get('l:'), values.get('o:'), values.get('c:'), values.get('a:') ?? null]
  const isTime = timeMs === null || /^-?\d{1,18}$/.test(timeMs)
  if (!name || name.includes('\0') || !isOrder(order) || !isColumn(column) || !isTime)
    throw new StorageError('invalid_parameter', 'Invalid cursor')
  return { name, order, column, timeMs }
}

function isOrder(value: string | undefined): value is ListCursor['order'] {
  return value === 'asc' || value === 'desc'
}

function isColumn(value: string | undefined): value is SortColumn {
  return value === 'name' || value === 'updated_at' || value === 'created_at'
}
