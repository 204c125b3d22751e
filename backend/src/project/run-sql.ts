import type postgres from '#postgres'
import type { Sql } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'
import { type LeftOut, readLeftOut, recordLeftOut } from './left-out.ts'
import { type Statement, splitStatements } from './split-sql.ts'
import { writeExtension } from './written-extensions.ts'

/** A dedicated session from `sql.reserve()`. */
export type Session = postgres.ReservedSql

/** The search path of Supabase's `postgres` role. */
const SEARCH_PATH = `set search_path = "$user", public, extensions`

/** Matches transaction control, as each file already runs in a transaction. */
const OWN_TRANSACTION = /^(begin|start\s+transaction|commit|end)(\s+(work|transaction))?$/i

/**
 * What a file needs that cannot run in one transaction: `vacuum` and `create index concurrently`, a procedure that commits, a value of an
 * enum right after it was added.
 */
const NEEDS_COMMITS: ReadonlySet<unknown> = new Set(['25001', '2D000', '55P04'])

/**
 * Takes back the libraries that a file has sessions load (`safeupdate`, `supautils`) and this PostgreSQL lacks: nobody concerned could log in.
 * Without the right to see which there are, as on servers of others, nothing.
 */
const LEAVE_LIBRARIES = `do $$
declare
  one record;
begin
  for one in
    select setrole, datname, rolname from pg_db_role_setting left join pg_roles on pg_roles.oid = setrole left join pg_database on pg_database.oid = setdatabase
    where exists (
      select from unnest(setconfig) as setting, regexp_split_to_table(substr(setting, 27), '[\\s,"]+') as library
      where starts_with(setting, 'session_preload_libraries=') and library <> '' and not exists (
        select from pg_config, pg_ls_dir(pg_config.setting) as file
        where pg_config.name = 'PKGLIBDIR' and starts_with(file, regexp_replace(library, '^.*/', '') || '.')))
  loop
    execute case
      when one.rolname is null and one.datname is null then 'alter role all reset session_preload_libraries'
      when one.rolname is null then format('alter database %I reset session_preload_libraries', one.datname)
      when one.datname is null then format('alter role %I reset session_preload_libraries', one.rolname)
      else format('alter role %I in database %I reset session_preload_libraries', one.rolname, one.datname)
    end;
  end loop;
exception when insufficient_privilege then null;
end
$$`

/** Runs `work` in one session with the search path of migrations, and resets its settings. */
export async function inSession<T>(sql: Sql, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await sql.reserve()
  try {
    return await work(session)
  } finally {
    await session.unsafe('reset all').catch(() => undefined) // a lost connection has no settings left
    session.release()
  }
}

/**
 * Runs the statements of a file and then `record` in one transaction; if a statement cannot run in one, each statement commits, as in psql.
 * @param name  the file name for messages
 * @throws {StartupError} with file, line and statement, after rolling back
 */
export async function runFile(
  session: Session,
  { name, text }: { readonly name: string; readonly text: string },
  record: (statements: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const all = split(name, text)
  const statements = all.filter(isNotControl)
  const run = async (some: readonly Statement[], isWhole: boolean) => {
    const leftOut = await readLeftOut(session)
    await runAll(session, name, some, { isWhole, leftOut })
    // A dump may have emptied the search path, or switched triggers off.
    await session.unsafe('reset session authorization; reset role; reset all')
    await session.unsafe(LEAVE_LIBRARIES)
    if (leftOut) await recordLeftOut(session, name, leftOut)
    await record(statements.map((one) => one.text))
  }
  try {
    await session.unsafe(`reset all; ${SEARCH_PATH}; begin`)
    await run(statements, true)
    await session.unsafe('commit')
  } catch (error) {
    await session.unsafe('rollback')
    if (!NEEDS_COMMITS.has((error as { cause?: { code?: unknown } }).cause?.code)) throw error
    await session.unsafe(`reset all; ${SEARCH_PATH}`)
    await run(all, false)
  }
}

/** The statements of a file in the form in which they are recorded. @throws {StartupError} */
export const statementsOf = (name: string, text: string) =>
  split(name, text)
    .filter(isNotControl)
    .map((one) => one.text)

const isNotControl = ({ text }: Statement) => !OWN_TRANSACTION.test(text)

function split(name: string, text: string): Statement[] {
  try {
    return splitStatements(text)
  } catch (cause) {
    throw new StartupError(
      `${name}, ${cause instanceof Error ? cause.message : String(cause)}. Nothing of it was run.`,
      {
        cause,
      },
    )
  }
}

interface Mode {
  /** In one transaction, which the failure of a statement takes back. */
  readonly isWhole: boolean
  readonly leftOut: LeftOut | null
}

async function runAll(session: Session, name: string, statements: readonly Statement[], mode: Mode): Promise<void> {
  const { isWhole, leftOut } = mode
  for (const statement of statements) {
    const mayFail = isWhole && leftOut !== null && (leftOut.isLacking || /\bextension\b/i.test(statement.text))
    try {
      if (mayFail) await session.unsafe('savepoint before_statement')
      await runOne(session, statement, isWhole)
      if (mayFail) await session.unsafe('release before_statement')
    } catch (cause) {
      if (leftOut?.takes(statement, (cause as Refusal).message)) {
        if (mayFail) await session.unsafe('rollback to before_statement')
        continue
      }
      if (!isWhole) await session.unsafe('rollback')
      throw new StartupError(explain(name, statement, cause as Refusal, isWhole), { cause })
    }
  }
}

async function runOne(session: Session, { text, rows }: Statement, isWhole: boolean): Promise<void> {
  if (MAY_BE_THERE.test(text)) await createUnlessThere(session, text, isWhole)
  else if (rows === undefined) await session.unsafe(text)
  else await copyRows((one) => session.unsafe(one), text, rows)
}

/** Extensions, and triggers on the services' tables in schemas pulled from hosted projects. */
const MAY_BE_THERE =
  /^(create|alter)\s+(extension\b|(constraint\s+)?trigger\s[^;]*?\son\s+"?(auth|storage|realtime)"?\s*\.)/i
const DUPLICATE_OBJECT = '42710'
/** A version that PostgreSQL does not have, and the clause that asks for it. */
const OTHER_VERSION = /^extension ".+" has no (installation script nor )?update path /
const VERSION = /\s+(version|to)\s+('[^']*'|"[^"]*"|[\w.]+)(?=\s|$)/i
const MISSING = /^extension "(.+)" is not available$/

/** If PostgreSQL lacks one of our extensions, creates its objects directly. */
async function createUnlessThere(session: Session, text: string, isWhole: boolean): Promise<void> {
  if (isWhole) await session.unsafe('savepoint before_creation')
  try {
    await session.unsafe(text)
  } catch (error) {
    if (isWhole) await session.unsafe('rollback to savepoint before_creation')
    const { code, message } = error as postgres.PostgresError
    if (code === DUPLICATE_OBJECT) return
    // A schema that was compared with a hosted project names the version there.
    if (OTHER_VERSION.test(message ?? '') && VERSION.test(text))
      return createUnlessThere(session, text.replace(VERSION, ''), isWhole)
    const [, name = ''] = MISSING.exec(message ?? '') ?? []
    if (!(await writeExtension(session, name))) throw error
  }
}

/** `copy t (a, b) from stdin` in the format of dumps. */
const COPY = /^copy\s+([\s\S]+?)\s*(\([\s\S]*?\))?\s+from\s+stdin$/i
const ROWS_AT_ONCE = 500

/** Uses INSERT, because the driver does not report errors of COPY. */
export async function copyRows(run: (text: string) => Promise<unknown>, text: string, rows: string): Promise<void> {
  const [, table, columns = ''] = COPY.exec(text) ?? []
  if (table === undefined) throw new Error('Only COPY in its text format, without options, is read from files')
  const lines = rows.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  for (let at = 0; at < lines.length; at += ROWS_AT_ONCE) {
    const values = lines.slice(at, at + ROWS_AT_ONCE).map((line) => `(${line.split('\t').map(literal).join(', ')})`)
    await run(`insert into ${table} ${columns} overriding system value values ${values.join(', ')}`)
  }
}

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A field of COPY as a literal. */
function literal(field: string): string {
  if (field === '\\N') return 'null'
  const value = field.replace(/\\([0-7]{1,3}|x[0-9a-f]{1,2}|[\s\S])/gi, (_, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    if (/^x./i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return ESCAPED[code] ?? code
  })
  return `'${value.replaceAll("'", "''")}'`
}

/** Where and why a statement failed, a line each. */
export function reasonsOf(name: string, { text, line }: Statement, error: Refusal): string[] {
  const position = Number(error.position ?? 0)
  const at = line + (position > 0 ? text.slice(0, position - 1).split('\n').length - 1 : 0)
  const missing = MISSING.exec(error.message)
  const reason = missing
    ? `the extension ${missing[1]} is not part of this PostgreSQL; set DATABASE_URL to an empty database of a PostgreSQL that has it`
    : error.message
  const more = missing ? [] : [error.detail, error.hint].filter((one) => one !== undefined)
  return [`${name}:${at}: ${reason}`, ...more]
}

type Refusal = Pick<postgres.PostgresError, 'message'> &
  Partial<Pick<postgres.PostgresError, 'position' | 'detail' | 'hint'>>

function explain(name: string, statement: Statement, error: Refusal, isWhole: boolean): string {
  const { text } = statement
  const shown = text.length > 400 ? `${text.slice(0, 400)} …` : text
  const indented = shown
    .split('\n')
    .map((one) => `    ${one}`)
    .join('\n')
  const kept = isWhole
    ? 'Nothing of this file was kept.'
    : 'What this file did before was kept: it cannot run in one transaction.'
  return [...reasonsOf(name, statement, error), indented, kept].join('\n')
}
