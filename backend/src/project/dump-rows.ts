import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Sql, TransactionSql } from '../database/database.ts'

/** Schemas that every database of this backend has; they contain no definitions of a project. */
export const GIVEN_SCHEMAS = [
  'auth',
  'cron',
  'extensions',
  'graphile_worker',
  'graphql',
  'graphql_public',
  'migrations',
  'net',
  'pgmq',
  'pgsodium',
  'realtime',
  'rest',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'vault',
]

/** Tables in these schemas that contain application data, with our additional columns. */
const TAKEN_ALONG: Readonly<Record<string, readonly string[]>> = {
  'auth.users': ['recovered_at'],
  'auth.identities': [],
  'storage.buckets': ['image_policy'],
  'storage.objects': [],
}

/** Columns of accounts that Supabase's auth service cannot read as null. */
const INSTEAD_OF_NULL: Readonly<Record<string, string>> = {
  email_change: "''",
  phone_change: "''",
  instance_id: "'00000000-0000-0000-0000-000000000000'",
}

interface DumpedTable {
  readonly name: string
  readonly quoted: string
  readonly columns: readonly string[]
}

/**
 * Writes the application's rows, accounts and file metadata as SQL to run after the migrations, on Supabase or on this backend.
 * @param schemas  empty for all
 */
export async function dumpRows(
  sql: Sql,
  { schemas, asCopy }: { readonly schemas: readonly string[]; readonly asCopy: boolean },
  target: Writable,
): Promise<void> {
  // One snapshot for all tables.
  await sql.begin('isolation level repeatable read read only', async (session) => {
    await session`set local search_path = ''`
    // Rows may refer to rows of later tables.
    await write(
      target,
      "SET session_replication_role = replica;\nSELECT pg_catalog.set_config('search_path', '', false);\n",
    )
    for (const table of await tablesOf(session, schemas)) await dumpTable(session, table, asCopy, target)
    for (const line of await sequencesOf(session, schemas)) await write(target, `${line}\n`)
    await write(target, '\nRESET ALL;\n')
  })
}

async function tablesOf(session: TransactionSql, schemas: readonly string[]): Promise<readonly DumpedTable[]> {
  const rows = await session<{ schema: string; name: string; quoted: string; columns: string }[]>`
    select n.nspname as schema, n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted,
      (select json_agg(attname order by attnum)::text from pg_catalog.pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_|^information_schema$'
      and not exists (select from pg_catalog.pg_depend where objid = c.oid and deptype = 'e')
    order by n.nspname, c.relname`
  return rows
    .filter(({ schema, name }) => (GIVEN_SCHEMAS.includes(schema) ? Object.hasOwn(TAKEN_ALONG, name) : true))
    .filter(({ schema }) => schemas.length === 0 || schemas.includes(schema))
    .map(({ name, quoted, columns }) => ({
      name,
      quoted,
      columns: (JSON.parse(columns ?? '[]') as string[]).filter((column) => !TAKEN_ALONG[name]?.includes(column)),
    }))
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

async function dumpTable(
  session: TransactionSql,
  { name, quoted, columns }: DumpedTable,
  asCopy: boolean,
  target: Writable,
): Promise<void> {
  const [some] = await session.unsafe(`select from ${quoted} limit 1`)
  if (!some || columns.length === 0) return
  const values = columns.map((column) =>
    name === 'auth.users' && INSTEAD_OF_NULL[column] !== undefined
      ? `coalesce(${quote(column)}, ${INSTEAD_OF_NULL[column]})`
      : quote(column),
  )
  const list = columns.map(quote).join(', ')
  if (asCopy) {
    await write(target, `\nCOPY ${quoted} (${list}) FROM stdin;\n`)
    const rows: Readable = await session
      .unsafe(`copy (select ${values.join(', ')} from ${quoted}) to stdout`)
      .readable()
    for await (const chunk of rows) await write(target, chunk as Buffer)
    await write(target, '\\.\n')
    return
  }
  const literals = values.map((value) => `quote_nullable((${value})::text)`).join(", ', ', ")
  const insert = `\nINSERT INTO ${quoted} (${list}) OVERRIDING SYSTEM VALUE VALUES\n`
  // Migrations may have created the same buckets.
  const ending = name === 'storage.buckets' ? '\nON CONFLICT DO NOTHING' : ''
  const batches = session
    .unsafe<{ row: string }[]>(`select concat('(', ${literals}, ')') as row from ${quoted}`)
    .cursor(500)
  for await (const batch of batches) {
    await write(target, `${insert}${batch.map(({ row }) => row).join(',\n')}${ending};\n`)
  }
}

async function sequencesOf(session: TransactionSql, schemas: readonly string[]): Promise<string[]> {
  const rows = await session<{ schema: string; line: string }[]>`
    select schemaname as schema, format('SELECT pg_catalog.setval(%L, %s, true);', format('%I.%I', schemaname, sequencename), last_value)
      as line
    from pg_catalog.pg_sequences where last_value is not null order by schemaname, sequencename`
  return rows
    .filter(({ schema }) => !GIVEN_SCHEMAS.includes(schema) && (schemas.length === 0 || schemas.includes(schema)))
    .map(({ line }) => line)
}

async function write(target: Writable, text: string | Buffer): Promise<void> {
  if (!target.write(text)) await once(target, 'drain')
}
