import type postgres from '#postgres'
import type { Sql } from '../database/database.ts'
import { MISSING_EXTENSIONS } from './missing-extensions.ts'
import type { Statement } from './split-sql.ts'

/** A statement that was not run, because it needs an extension that the embedded PostgreSQL lacks. */
export interface LeftOutStatement {
  readonly file: string
  /** Line of the file on which it begins. */
  readonly line: number
  readonly extension: string
  readonly statement: string
}

/** PostgreSQL's messages about what is not there: the kind, and its name as it is stored. */
const ABSENT = [
  /^(type|access method|operator class|operator family|language|extension|schema|relation|index|trigger|policy|constraint|view|materialized view|sequence|rule) ("[^"]+"|\S+).* does not exist/,
  /^(function|procedure|aggregate) (\S+?)\(.*\) does not exist$/,
  /^could not find a (function|procedure|aggregate) named "([^"]+)"/,
  /^(operator) does not exist: (.+)$/,
  /^(column) ("[^"]+"|\S+)(?: of relation "[^"]+")? does not exist$/,
  /^unrecognized parameter (namespace) "([^"]+)"$/,
]
const UNAVAILABLE = /^extension "(.+)" is not available$/

const NAME = String.raw`((?:"[^"]+"|[\w$]+)(?:\s*\.\s*(?:"[^"]+"|[\w$]+))?)`
const CREATED = String.raw`create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|unique|recursive|constraint|foreign)\s+)*`
const THERE = String.raw`(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?`
/** What a statement makes, by kind; its name is the first group. */
const MADE: readonly (readonly [string, RegExp])[] = [
  ['relation', new RegExp(`${CREATED}(?:table|view|materialized\\s+view|index|sequence)\\s+${THERE}${NAME}`, 'gi')],
  ['relation', new RegExp(`alter\\s+(?:table|view|materialized\\s+view|index)\\s.*?rename\\s+to\\s+${NAME}`, 'gis')],
  ['function', new RegExp(`${CREATED}(?:function|procedure|aggregate)\\s+${NAME}`, 'gi')],
  ['type', new RegExp(`${CREATED}(?:type|domain)\\s+${NAME}`, 'gi')],
  ['schema', new RegExp(`${CREATED}schema\\s+${THERE}${NAME}`, 'gi')],
  ['trigger', new RegExp(`${CREATED}trigger\\s+${NAME}`, 'gi')],
  ['policy', new RegExp(`${CREATED}policy\\s+${NAME}`, 'gi')],
]
const ALTERED = new RegExp(`alter\\s+table\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?${NAME}[^;]*`, 'gi')
const ADDED = new RegExp(
  String.raw`\b(?:add\s+(constraint\s+)?(?:column\s+)?|rename\s+(?:column\s+)?\S+\s+to\s+)(?:if\s+not\s+exists\s+)?${NAME}`,
  'gi',
)

/** Follows what extensions that are missing take away with them: their own objects, and those of statements left out before. */
export class LeftOut {
  /** What was not made, with the extension that it needs. */
  readonly #absent: { kind: string; name: string; extension: string }[] = []
  /** Columns that were not added, with their table. */
  readonly #columns: { table: string; column: string; extension: string }[] = []
  readonly #missing = new Set<string>()
  readonly #found: Omit<LeftOutStatement, 'file'>[] = []

  constructor(before: readonly LeftOutStatement[]) {
    for (const { statement, extension } of before) this.#follow(statement, extension)
  }

  /** Whether something was left out so far: later statements may need it. */
  get isLacking(): boolean {
    return this.#missing.size > 0
  }

  get found(): readonly Omit<LeftOutStatement, 'file'>[] {
    return this.#found
  }

  /** Leaves a statement out if it failed for want of an extension; otherwise returns false. */
  takes({ text, line }: Statement, message: string): boolean {
    const extension = this.#extensionFor(text, message)
    if (extension === undefined) return false
    this.#found.push({ line, extension, statement: text })
    this.#follow(text, extension)
    return true
  }

  #extensionFor(text: string, message: string): string | undefined {
    const unavailable = UNAVAILABLE.exec(message)?.[1]
    if (unavailable !== undefined) return unavailable in MISSING_EXTENSIONS ? unavailable : undefined
    for (const pattern of ABSENT) {
      const [, kind = '', given = ''] = pattern.exec(message) ?? []
      if (kind === '') continue
      const name = given.replaceAll(/"|\[\]/g, '')
      if (kind === 'extension') return this.#missing.has(name) ? name : undefined
      const provided = [...this.#missing].find((one) => MISSING_EXTENSIONS[one]?.test(`${kind} ${lastOf(name)}`))
      return provided ?? (kind === 'column' ? this.#columnFor(name, text) : this.#absentFor(kind, name))
    }
    return undefined
  }

  #absentFor(kind: string, name: string): string | undefined {
    const kinds = KINDS[kind] ?? [kind]
    return this.#absent.find((one) => kinds.includes(one.kind) && isSame(one.name, name))?.extension
  }

  /** The message may name the table by its alias, or not at all: the statement has to. */
  #columnFor(name: string, text: string): string | undefined {
    const words = new Set(text.toLowerCase().match(/[\w$]+/g))
    return this.#columns.find(({ table, column }) => column === lastOf(name) && words.has(lastOf(table).toLowerCase()))
      ?.extension
  }

  #follow(text: string, extension: string): void {
    this.#missing.add(extension)
    const isBlock = /^do\b/i.test(text)
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].filter(({ index }) => isBlock || index === 0)
    for (const [kind, pattern] of MADE)
      for (const [, name = ''] of found(pattern)) this.#absent.push({ kind, name: nameIn(name), extension })
    for (const [change, table = ''] of found(ALTERED))
      for (const [, constraint, name = ''] of change.matchAll(ADDED)) {
        if (constraint === undefined) this.#columns.push({ table: nameIn(table), column: nameIn(name), extension })
        else this.#absent.push({ kind: 'constraint', name: nameIn(name), extension })
      }
  }
}

/** Where an object of a kind is looked for: the rows of a table are a type, views and indexes are relations. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  type: ['type', 'relation'],
  index: ['relation'],
  view: ['relation'],
  'materialized view': ['relation'],
  sequence: ['relation'],
  procedure: ['function'],
  aggregate: ['function'],
}

/** A name as PostgreSQL stores it: without quotes, small letters outside of them. */
const nameIn = (written: string) =>
  written.replace(
    /"([^"]+)"|([^"]+)/g,
    (_, quoted?: string, plain?: string) => quoted ?? plain?.toLowerCase().replace(/\s/g, '') ?? '',
  )

const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)

/** Whether two names, each with its schema or without, may mean the same. */
const isSame = (one: string, other: string) =>
  lastOf(one) === lastOf(other) && (one === other || !(one.includes('.') && other.includes('.')))

/**
 * Statements left out so far of files that ran on this database; null where nothing may be left out: on PostgreSQL of others, and in
 * production.
 */
export async function readLeftOut(session: postgres.ReservedSql): Promise<LeftOut | null> {
  if (process.env.NODE_ENV === 'production') return null
  const [row] = await session<{ embedded: boolean }[]>`
    select current_setting('extension_control_path', true) like '%souk_extensions%' as embedded`
  return row?.embedded ? new LeftOut(await listLeftOut(session)) : null
}

/** Remembers what was left out of a file this time. */
export async function recordLeftOut(
  session: postgres.ReservedSql,
  file: string,
  { found, isLacking }: LeftOut,
): Promise<void> {
  if (!isLacking) return
  await session.unsafe(`create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.left_out (file text, line int, extension text, statement text)`)
  await session`delete from supabase_migrations.left_out where file = ${file}`
  if (found.length === 0) return
  await session`
    insert into supabase_migrations.left_out
    select ${file}, line, extension, statement from jsonb_to_recordset(${session.json(found.map((one) => ({ ...one })))})
      as row (line int, extension text, statement text)`
}

/** What was left out of all files, in order. */
export async function listLeftOut(sql: Sql | postgres.ReservedSql): Promise<LeftOutStatement[]> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('supabase_migrations.left_out') is not null as there`
  if (!row?.there) return []
  return [
    ...(await sql<
      LeftOutStatement[]
    >`select file, line, extension, statement from supabase_migrations.left_out order by file, line`),
  ]
}

/** One line for each file of which something was left out, and what to do. */
export async function sayLeftOut(sql: Sql, say: (line: string) => void): Promise<void> {
  const all = await listLeftOut(sql)
  if (all.length === 0) return
  const extensions = (of: readonly LeftOutStatement[]) => [...new Set(of.map(({ extension }) => extension))].join(', ')
  for (const [file, some] of Map.groupBy(all, (one) => one.file))
    say(
      `Left out of ${file}: ${some.length === 1 ? '1 statement that needs' : `${some.length} statements that need`} ${extensions(some)}`,
    )
  say(
    `The embedded PostgreSQL lacks ${extensions(all)}: for what was left out set DATABASE_URL to an empty database of a PostgreSQL with it. \`souk-backend status\` lists the statements.`,
  )
}
