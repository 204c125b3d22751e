import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'libpg-query'
import { NO_TRANSACTION } from 'souk-backend/testing'

/**
 * Refuses migrations that would lock a table for a time proportional to its size, or break the previous version of the server that still
 * runs. Squawk checks tables; `OWN_RULES` checks the rest. `-- squawk-ignore NAME` above a statement, with a reason, allows it: for example
 * dropping a column that no running version reads any more.
 */
const ROOT = join(import.meta.dirname, '..')

/** Squawk's rules about locks and compatibility, without those about style. */
const SQUAWK_RULES = new Set([
  'adding-field-with-default',
  'adding-foreign-key-constraint',
  'adding-not-nullable-field',
  'adding-required-field',
  'adding-serial-primary-key-field',
  'ban-alter-domain-with-add-constraint',
  'ban-create-domain-with-constraint',
  'ban-drop-column',
  'ban-drop-database',
  'ban-drop-table',
  'ban-truncate-cascade',
  'changing-column-type',
  'constraint-missing-not-valid',
  'disallowed-unique-constraint',
  'renaming-column',
  'renaming-table',
  'require-concurrent-index-creation',
  'require-concurrent-index-deletion',
  'syntax-error',
  'transaction-nesting',
])

export interface MigrationProblem {
  readonly rule: string
  /** Line number, counted from 1. */
  readonly line: number
  readonly message: string
}

/** @returns no problems if the migration may run on large tables while the previous version is serving */
export async function judgeMigration(text: string): Promise<MigrationProblem[]> {
  return [...bySquawk(text), ...(await byOwnRules(text))].sort((a, b) => a.line - b.line)
}

/** Problems of all migrations after each folder's baseline, as sentences. */
export async function migrationProblems(): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['backend/migrations', 'marketplace/database/migrations']) {
    const names = (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.sql') && !/baseline/.test(name))
    for (const name of names) {
      const problems = await judgeMigration(await readFile(join(ROOT, folder, name), 'utf8'))
      found.push(...problems.map(({ rule, line, message }) => `${folder}/${name}:${line}: ${rule}: ${message}`))
    }
  }
  return found
}

function bySquawk(text: string): MigrationProblem[] {
  const where = text.startsWith(NO_TRANSACTION) ? ['--no-assume-in-transaction'] : ['--assume-in-transaction']
  const args = ['--reporter', 'json', '--pg-version', '15', '--stdin-filepath', 'migration.sql', ...where]
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/squawk'), args, { input: text, encoding: 'utf8' })
  if (stdout.trim() === '') {
    if (stderr.trim() !== '') throw new Error(`Squawk could not run: ${stderr}`)
    return []
  }
  // Squawk documents this format.
  const reports = JSON.parse(stdout) as { rule_name: string; line: number; message: string }[]
  return reports
    .filter(({ rule_name }) => SQUAWK_RULES.has(rule_name))
    .map(({ rule_name, line, message }) => ({ rule: rule_name, line: line + 1, message }))
}

/** By the name of a statement in PostgreSQL's parser; the value is its description, with PostgreSQL's names. */
type Statement = Readonly<Record<string, unknown>>

interface OwnRule {
  readonly name: string
  readonly statement: string
  readonly message: string
  applies(statement: Statement): boolean
}

/** Objects that requests of the running version refer to by name. */
const CALLED = ['OBJECT_FUNCTION', 'OBJECT_PROCEDURE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_TYPE', 'OBJECT_SCHEMA']

const OWN_RULES: readonly OwnRule[] = [
  {
    name: 'drop-called-object',
    statement: 'DropStmt',
    message: 'The version that still runs may use it. Drop it in the release after the one that stops using it.',
    applies: ({ removeType }) => CALLED.includes(String(removeType)),
  },
  {
    name: 'rename-called-object',
    statement: 'RenameStmt',
    message: 'The version that still runs uses the old name. Add the new one beside it.',
    applies: ({ renameType }) => CALLED.includes(String(renameType)),
  },
  {
    name: 'revoke',
    statement: 'GrantStmt',
    message: 'The version that still runs may need this privilege.',
    applies: ({ is_grant: isGrant }) => isGrant !== true,
  },
  {
    name: 'lock-table',
    statement: 'LockStmt',
    message: 'Requests wait until the migration ends.',
    applies: () => true,
  },
  {
    name: 'truncate',
    statement: 'TruncateStmt',
    message: 'Requests wait, and what the running version reads is gone.',
    applies: () => true,
  },
  {
    name: 'rewrite-table',
    statement: 'ClusterStmt',
    message: 'The table is locked while it is rewritten.',
    applies: () => true,
  },
  {
    name: 'change-every-row',
    statement: 'UpdateStmt',
    message: 'Every row is locked until the migration ends. Change them in batches, in a job.',
    applies: ({ whereClause }) => whereClause === undefined,
  },
  {
    name: 'change-every-row',
    statement: 'DeleteStmt',
    message: 'Every row is locked until the migration ends. Delete them in batches, in a job.',
    applies: ({ whereClause }) => whereClause === undefined,
  },
]

const NEEDS_NO_TRANSACTION: OwnRule = {
  name: 'no-transaction',
  statement: 'IndexStmt',
  message: `It cannot run in a transaction: begin the file with "${NO_TRANSACTION}" and put nothing else into it.`,
  applies: ({ concurrent }) => concurrent === true,
}

async function byOwnRules(text: string): Promise<MigrationProblem[]> {
  const bytes = Buffer.from(text)
  const { stmts = [] } = await parse(text)
  const rules = text.startsWith(NO_TRANSACTION) ? OWN_RULES : [...OWN_RULES, NEEDS_NO_TRANSACTION]
  let previousEnd = 0
  return stmts.flatMap(({ stmt = {}, stmt_location: start = 0, stmt_len: length = 0 }) => {
    const [kind = '', body] = Object.entries(stmt)[0] ?? []
    const found = rules.filter(({ statement, applies }) => statement === kind && applies((body ?? {}) as Statement))
    // Comments before a statement belong to it; whether its position includes them depends on the parser.
    const before = bytes.subarray(previousEnd).toString()
    const comments = /^(;|\s|--.*)*/.exec(before)?.[0] ?? ''
    const line = `${bytes.subarray(0, previousEnd)}${comments}`.split('\n').length
    previousEnd = start + length
    return found
      .filter(({ name }) => !comments.includes(`squawk-ignore ${name}`))
      .map(({ name, message }) => ({ rule: name, line, message }))
  })
}
