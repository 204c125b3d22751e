import type postgres from '#postgres'
import type { Sql } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'
import { type Statement, splitStatements } from './split-sql.ts'
import { writeExtension } from './written-extensions.ts'

/** A dedicated session from `sql.reserve()`. */
export type Session = postgres.ReservedSql

/** The search path of Supabase's `postgres` role. */
const SEARCH_PATH = `set search_path = "$user", public, extensions`

/** Matches transaction control, as each file already runs in a transaction. */
const OWN_TRANSACTION = /^(begin|start\s+transaction|commit|end)(\s+(work|transaction))?$/i

const OUTSIDE =
  /^(create\s+(unique\s+)?index\s+concurrently|drop\s+index\s+concurrently|vacuum|alter\s+system|create\s+database|drop\s+database)\b/i

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
 * Runs the statements of a file and then `record` in one transaction.
 * @param name  the file name for messages
 * @throws {StartupError} with file, line and statement, after rolling back
 */
export async function runFile(
  session: Session,
  { name, text }: { readonly name: string; readonly text: string },
  record: (statements: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const statements = ownStatements(name, text)
  const [only] = statements
  const alone = statements.length === 1 && only !== undefined && OUTSIDE.test(only.text)
  await session.unsafe(`reset all; ${SEARCH_PATH}`)
  if (!alone) await session.unsafe('begin')
  try {
    for (const statement of statements) await runStatement(session, name, statement)
    // A dump may have emptied the search path, or switched triggers off.
    await session.unsafe('reset session authorization; reset role; reset all')
    await record(statements.map((one) => one.text))
    if (!alone) await session.unsafe('commit')
  } catch (error) {
    if (!alone) await session.unsafe('rollback')
    throw error
  }
}

/** The statements of a file in the form in which they are recorded. @throws {StartupError} */
export const statementsOf = (name: string, text: string) => ownStatements(name, text).map((one) => one.text)

const ownStatements = (name: string, text: string) => split(name, text).filter((one) => !OWN_TRANSACTION.test(one.text))

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

async function runStatement(session: Session, name: string, statement: Statement): Promise<void> {
  try {
    if (EXTENSION.test(statement.text)) await createExtension(session, statement.text)
    else if (statement.rows === undefined) await session.unsafe(statement.text)
    else await copyRows((text) => session.unsafe(text), statement.text, statement.rows)
  } catch (cause) {
    throw new StartupError(explain(name, statement, cause as Refusal), { cause })
  }
}

const EXTENSION = /^create\s+extension\b/i
const MISSING = /^extension "(.+)" is not available$/

/** Runs in a transaction. If PostgreSQL lacks one of our extensions, creates its objects directly. */
async function createExtension(session: Session, text: string): Promise<void> {
  await session.unsafe('savepoint before_extension')
  try {
    await session.unsafe(text)
  } catch (error) {
    await session.unsafe('rollback to savepoint before_extension')
    const [, name = ''] = MISSING.exec((error as postgres.PostgresError).message ?? '') ?? []
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

function explain(name: string, statement: Statement, error: Refusal): string {
  const { text } = statement
  const shown = text.length > 400 ? `${text.slice(0, 400)} …` : text
  const indented = shown
    .split('\n')
    .map((one) => `    ${one}`)
    .join('\n')
  const outside = OUTSIDE.test(text) ? ' (write it as the only statement of a migration)' : ''
  const [reason, ...more] = reasonsOf(name, statement, error)
  return [`${reason}${outside}`, ...more, indented, 'Nothing of this file was kept.'].join('\n')
}
