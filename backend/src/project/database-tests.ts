import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { Parser, type Result } from 'tap-parser'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { type PsqlRun, runScript, ScriptError } from './psql-script.ts'

/** What a file of pgTAP tests came to. */
export interface TestFile {
  readonly file: string
  readonly ok: boolean
  readonly planned: number
  readonly tests: number
  readonly skipped: number
  readonly todo: number
  readonly failures: readonly FailedTest[]
  /** What is wrong with the file: the statement that ended it, a plan that is missing or not met. */
  readonly problems: readonly string[]
  /** A file that asks to stop all others says why. */
  readonly bailout: string | null
}

export interface FailedTest {
  readonly number: number
  readonly name: string
  /** What pgTAP says of it: what it had and what it wanted. */
  readonly comments: readonly string[]
}

/** Files of a folder and those below, in the order of their names, or the file itself. */
export async function testFilesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const names = await readdir(path, { recursive: true })
  return names
    .filter((name) => /\.(sql|pg)$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

/** Runs a file in a session of its own. Its transactions are its own, too: without `rollback` what it writes stays. */
export async function runTestFile(
  connection: ConnectionOptions,
  path: string,
  options: Pick<PsqlRun, 'nameOf' | 'folders'>,
): Promise<TestFile> {
  const { host, port, user, password, database, ssl = false } = connection
  const client = new Client({ host, port, user, password, database, ssl: ssl && { rejectUnauthorized: false } })
  client.on('error', () => undefined) // a lost connection fails the statement, too
  await client.connect()
  const lines: string[] = []
  const problems: string[] = []
  try {
    const folders = [dirname(path), ...options.folders]
    await runScript({ ...options, client, folders, variables: new Map(), say: (line) => lines.push(line) }, path)
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    problems.push(error.message)
  } finally {
    await client.end()
  }
  return { file: options.nameOf(path), ...readTap(lines.join('\n'), problems) }
}

function readTap(text: string, problems: readonly string[]): Omit<TestFile, 'file'> {
  const failures: (FailedTest & { comments: string[] })[] = []
  let last: Result | null = null
  const parser = new Parser({ omitVersion: true })
  parser.on('assert', (result: Result) => {
    last = result
    if (!result.ok && !result.todo && !result.skip)
      failures.push({ number: result.id, name: result.name, comments: [] })
  })
  parser.on('comment', (comment: string) => {
    if (failures.at(-1)?.number === last?.id) failures.at(-1)?.comments.push(comment.trimEnd())
  })
  parser.end(`${text}\n`)
  const { results } = parser
  if (!results) throw new Error('the parser of TAP ended without a result')
  const { start, end, skipAll } = results.plan
  const planned = skipAll || start === null || end === null ? 0 : end - start + 1
  // What ended the file early explains a plan that is not met.
  const all = problems.length > 0 || results.bailout !== false ? problems : planProblems(text, planned, results.count)
  return {
    ok: results.ok && failures.length === 0 && all.length === 0 && results.bailout === false,
    planned,
    tests: results.count,
    skipped: results.skip,
    todo: results.todo,
    failures,
    problems: all,
    bailout: results.bailout === false ? null : String(results.bailout),
  }
}

function planProblems(text: string, planned: number, ran: number): string[] {
  if (!/^1\.\.\d/m.test(text)) return ['It has no plan: select plan(n), or no_plan() and finish().']
  return planned === ran ? [] : [`It planned ${planned} tests but ran ${ran}.`]
}
