import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from './database.ts'
import type { RepeatableFile } from './function-files.ts'

/**
 * Rows that an application requires, such as categories and rules: one file per table, named <order>_<schema>.<table> with the extension
 *   .csv     with a header line of column names
 *   .ndjson  one JSON object per line, for tables that hold JSON
 * A changed file is loaded again. Its rows replace those with the same primary key, unless a .sql file of the same name defines the
 * merge; it reads the rows from pg_temp.given.
 */
export interface ReferenceData extends RepeatableFile {
  readonly table: string
  readonly format: 'csv' | 'ndjson'
  /** SQL that merges pg_temp.given into the table. */
  readonly merge: string | null
}

const FILE = /^\d+_(\w+\.\w+)\.(csv|ndjson)$/

/** Reads the reference data next to a migrations folder, in name order; empty if there is no such folder. */
export async function readReferenceData(migrations: string): Promise<ReferenceData[]> {
  const folder = join(migrations, '../reference-data')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = names.sort().map(async (name) => {
    const [, table, format] = FILE.exec(name) ?? []
    if (!table) return []
    const text = await readFile(join(folder, name), 'utf8')
    const mergeName = name.replace(/\.\w+$/, '.sql')
    const merge = names.includes(mergeName) ? await readFile(join(folder, mergeName), 'utf8') : null
    const checksum = createHash('sha256')
      .update(text)
      .update(merge ?? '')
      .digest('hex')
    return [
      {
        name: `reference-data/${name}`,
        table,
        format: format === 'csv' ? 'csv' : 'ndjson',
        text,
        merge,
        checksum,
      } as const,
    ]
  })
  return (await Promise.all(found)).flat()
}

/** Loads one file within the caller's transaction. */
export async function loadReferenceData(session: Sql, data: ReferenceData): Promise<void> {
  const columns = columnsOf(data)
  const list = columns.map((column) => `"${column}"`).join(', ')
  const [target] = await session.unsafe<{ is_empty: boolean }[]>(
    `select not exists (select from ${data.table}) as is_empty`,
  )
  if (data.format === 'csv' && data.merge === null && target?.is_empty) {
    await copy(session, `${data.table} (${list})`, CSV, data.text)
  } else {
    await session.unsafe(
      `drop table if exists pg_temp.given; create temporary table given on commit drop as select ${list} from ${data.table} with no data`,
    )
    if (data.format === 'csv') await copy(session, `pg_temp.given (${list})`, CSV, data.text)
    else await copyJson(session, data.table, list, data.text)
    await session.unsafe(data.merge ?? (await replacing(session, data.table, columns)))
  }
  await session.unsafe(`analyze ${data.table}`)
}

const CSV = 'csv, header match'
/** Reads each line as a single value: neither character occurs in JSON. */
const LINES = String.raw`csv, quote e'\x01', delimiter e'\x02'`

async function copy(session: Sql, target: string, format: string, text: string): Promise<void> {
  const query = session.unsafe(`copy ${target} from stdin (format ${format})`)
  const stream = await query.writable()
  await new Promise<void>((resolve, reject) => {
    // The driver reports a row rejected by the server to the query, not to its stream.
    Object.assign(query, { reject })
    stream.on('error', reject)
    stream.on('finish', resolve)
    stream.end(text)
  })
}

async function copyJson(session: Sql, table: string, list: string, text: string): Promise<void> {
  await session.unsafe('drop table if exists pg_temp.lines; create temporary table lines (line jsonb) on commit drop')
  await copy(session, 'pg_temp.lines (line)', LINES, text)
  await session.unsafe(`insert into pg_temp.given (${list})
    select ${list} from pg_temp.lines, jsonb_populate_record(null::${table}, line) as given`)
}

function columnsOf({ format, text }: ReferenceData): string[] {
  const first = text.slice(0, text.indexOf('\n'))
  return format === 'csv' ? first.split(',') : Object.keys(JSON.parse(first) as object)
}

/** Upserts by primary key; identical rows are left untouched. */
async function replacing(session: Sql, table: string, columns: readonly string[]): Promise<string> {
  const keys = await session<{ name: string }[]>`
    select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary`
  const key = keys.map(({ name }) => name)
  const quoted = (names: readonly string[], prefix = '') => names.map((name) => `${prefix}"${name}"`).join(', ')
  const values = columns.filter((column) => !key.includes(column))
  const action =
    values.length === 0
      ? 'nothing'
      : `update set ${values.map((name) => `"${name}" = excluded."${name}"`).join(', ')}
         where (${quoted(values, 'kept.')}) is distinct from (${quoted(values, 'excluded.')})`
  return `insert into ${table} as kept (${quoted(columns)}) select ${quoted(columns)} from pg_temp.given
    on conflict (${quoted(key)}) do ${action}`
}
