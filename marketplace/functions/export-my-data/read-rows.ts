import type { SupabaseClient } from '@supabase/supabase-js'
import Papa from 'papaparse'
import { CHOSEN_BY, type Dataset } from './datasets.ts'

export type Row = Readonly<Record<string, unknown>>

const PAGE = 500

/** The caller's rows of a table, page by page. @throws if a page cannot be read: a partial export must not look complete */
export async function* readPages(
  supabase: SupabaseClient,
  { table, columns, owned, order }: Dataset,
  me: string,
): AsyncGenerator<readonly Row[]> {
  for (let from = 0; ; from += PAGE) {
    const which = owned(me)
    const all = supabase.from(table).select<string, Row>(columns)
    const own = 'or' in which ? all.or(which.or, which.in ? { referencedTable: which.in } : {}) : all.filter(...which)
    const sorted = order.reduce((query, column) => query.order(column), own)
    const { data, error } = await sorted.range(from, from + PAGE - 1)
    if (error) throw new Error(`${table}: ${error.message}`)
    const rows = data.map(withoutChoice)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
  }
}

function withoutChoice(row: Row): Row {
  const { [CHOSEN_BY]: _, ...rest } = row
  return rest
}

/** Streams a JSON array. */
export async function* asJson(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of pages) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** Streams a CSV table (RFC 4180); cells that spreadsheets would run as formulas are escaped, since other users wrote some of them. */
export async function* asCsv(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let columns: string[] | null = null
  for await (const rows of pages) {
    const isFirst = columns === null
    columns ??= Object.keys(rows[0] ?? {})
    const flat = rows.map((row) => (columns ?? []).map((column) => cellOf(row[column])))
    const lines = Papa.unparse({ fields: columns, data: flat }, { header: isFirst, escapeFormulae: true })
    // The byte order mark tells spreadsheets that this is UTF-8.
    yield `${isFirst ? '\uFEFF' : '\r\n'}${lines}`
  }
  if (columns !== null) yield '\r\n'
}

function cellOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
