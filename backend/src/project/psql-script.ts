import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client, type QueryArrayResult } from 'pg'
import { copyRows, reasonsOf } from './run-sql.ts'
import { type Statement, splitStatements } from './split-sql.ts'

/** Runs files as `psql --no-align --tuples-only --set ON_ERROR_STOP=1` does. */
export interface PsqlRun {
  readonly client: Client
  /** Told each row, and what `\echo` says. */
  readonly say: (line: string) => void
  /** A file's name in messages. */
  readonly nameOf: (path: string) => string
  /** Where files of `\i` are looked for, after the folder of the file that names them. */
  readonly folders: readonly string[]
  readonly variables: Map<string, string>
}

/** Why a file ended early: file, line and reason. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
}

/** @throws {ScriptError} at the first statement that fails, unless the file sets ON_ERROR_STOP off */
export async function runScript(run: PsqlRun, path: string): Promise<void> {
  const name = run.nameOf(path)
  const branches = new Branches()
  for (const statement of statementsOf(name, await readFile(path, 'utf8'))) {
    if (branches.skips(statement, run.variables)) continue
    if (/^\\q(uit)?\b/.test(statement.command ?? '')) return
    try {
      await runOne(run, path, statement)
    } catch (error) {
      if (error instanceof ScriptError) throw error
      const { message, ...more } = error as Error
      const reason = reasonsOf(name, statement, { message, ...more }).join('\n')
      if (!/^(0|off|false|no)$/i.test(run.variables.get('ON_ERROR_STOP') ?? '')) throw new ScriptError(reason)
      run.say(reason.replaceAll(/^/gm, '# '))
    }
  }
}

/** `\if`, `\elif`, `\else` and `\endif`, which may be nested. */
class Branches {
  /** For each `\if` around this place: whether its statements run, and whether some branch of it has run. */
  readonly #open: { runs: boolean; taken: boolean }[] = []

  /** Whether a statement is in a branch not taken, or a command of branches itself. */
  skips({ command = '' }: Statement, variables: ReadonlyMap<string, string>): boolean {
    const [, word, rest = ''] = /^\\(if|elif|else|endif)\b\s*(.*)$/.exec(command) ?? []
    const around = (word === undefined || word === 'if' ? this.#open : this.#open.slice(0, -1)).every(
      ({ runs }) => runs,
    )
    if (word === undefined) return !around
    const top = this.#open.at(-1)
    const holds = word === 'else' || /^(1|t|true|on|y|yes)$/i.test(argumentsOf(rest, variables).join(' '))
    if (word === 'if') this.#open.push({ runs: around && holds, taken: !around || holds })
    else if (top === undefined) throw new ScriptError(`${command} has no \\if`)
    else if (word === 'endif') this.#open.pop()
    else Object.assign(top, { runs: !top.taken && holds, taken: top.taken || holds })
    return true
  }
}

function statementsOf(name: string, text: string): Statement[] {
  try {
    return splitStatements(text, true)
  } catch (cause) {
    throw new ScriptError(`${name}, ${(cause as Error).message}`, { cause })
  }
}

async function runOne(run: PsqlRun, path: string, { text, rows, command }: Statement): Promise<void> {
  const sql = interpolate(text, run.variables)
  if (command !== undefined) return runCommand(run, path, sql, command)
  if (rows !== undefined) return copyRows((one) => query(run.client, one), sql, rows)
  for (const row of await query(run.client, sql)) run.say(row.map((value) => value ?? '').join('|'))
}

/** The text of the fields, as psql prints it. */
async function query(client: Client, text: string): Promise<(string | null)[][]> {
  return (await resultsOf(client, text)).flatMap(({ rows }) => rows)
}

async function resultsOf(client: Client, text: string): Promise<QueryArrayResult<(string | null)[]>[]> {
  const asText = { getTypeParser: () => (value: string | Buffer) => String(value) }
  const results = await client.query<(string | null)[]>({ text, rowMode: 'array', types: asText })
  return [results].flat() // one for each statement where a rule makes several of one
}

const DISPLAY = /^(pset|x|a|t|f|H|timing|encoding|restrict|unrestrict)$/
const ENDS_QUERY = /^(g|gx|gset|gexec)$/

async function runCommand(run: PsqlRun, path: string, sql: string, command: string): Promise<void> {
  const [, word = '', rest = ''] = /^\\(\S+)\s*(.*)$/s.exec(command) ?? []
  if (sql !== '' && !ENDS_QUERY.test(word)) throw new Error(`${command} stands inside a statement`)
  const [first = '', ...others] = argumentsOf(rest, run.variables)
  if (DISPLAY.test(word)) return
  switch (word) {
    case 'set':
      run.variables.set(first, others.join(''))
      return
    case 'unset':
      run.variables.delete(first)
      return
    case 'echo':
    case 'qecho':
      return run.say([first, ...others].join(' '))
    case 'i':
    case 'include':
    case 'ir':
    case 'include_relative':
      return runIncluded(run, path, first)
    case 'g':
    case 'gx':
      return runOne(run, path, { text: sql, line: 1 })
    case 'gset':
      return setFromRow(run, sql, first)
    case 'gexec':
      for (const [text] of await query(run.client, sql)) if (text) await runOne(run, path, { text, line: 1 })
      return
    default:
      throw new Error(`\\${word} is a command of psql that is not supported here`)
  }
}

async function runIncluded(run: PsqlRun, path: string, name: string): Promise<void> {
  for (const folder of [dirname(path), ...run.folders]) {
    try {
      return await runScript(run, join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error(`there is no file ${name}`)
}

async function setFromRow(run: PsqlRun, sql: string, prefix: string): Promise<void> {
  const [result] = await resultsOf(run.client, sql)
  const [row] = result?.rows ?? []
  if (row === undefined || result?.rows.length !== 1) throw new Error('\\gset needs a query with one row')
  for (const [at, { name }] of result.fields.entries()) {
    const value = row[at] ?? null
    if (value === null) run.variables.delete(prefix + name)
    else run.variables.set(prefix + name, value)
  }
}

/** Strings, names, comments and casts, in which nothing is replaced, and `:name`, `:'name'`, `:"name"`. */
const VARIABLES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w$])[eE]'(?:[^'\\]|''|\\[\s\S])*'|'[^']*'|"[^"]*"|(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|::|:'(?<literal>\w+)'|:"(?<identifier>\w+)"|:(?<plain>\w+)/g

function interpolate(text: string, variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0) return text
  return text.replace(VARIABLES, (...parts) => {
    const [whole] = parts as [string]
    const { literal, identifier, plain } = parts.at(-1) as Partial<Record<string, string>>
    const value = variables.get(literal ?? identifier ?? plain ?? '')
    if (value === undefined) return whole
    if (literal !== undefined) return Client.prototype.escapeLiteral(value)
    return identifier === undefined ? value : Client.prototype.escapeIdentifier(value)
  })
}

/** Arguments of a command: words, quoted texts and variables; a comment ends them. */
function argumentsOf(text: string, variables: ReadonlyMap<string, string>): string[] {
  const words = text.match(/'(?:[^'\\]|''|\\.)*'|"[^"]*"|:\w+|[^\s'"]+/g) ?? []
  const end = words.findIndex((word) => word.startsWith('--'))
  return (end < 0 ? words : words.slice(0, end)).map((word) => {
    if (word.startsWith("'")) return word.slice(1, -1).replace(/''|\\(.)/g, (_, escaped?: string) => escaped ?? "'")
    if (word.startsWith('"')) return word.slice(1, -1)
    return word.startsWith(':') ? (variables.get(word.slice(1)) ?? word) : word
  })
}
