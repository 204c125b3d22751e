import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Sql } from '../database/database.ts'
import { runTestFile, type TestFile, testFilesIn } from '../project/database-tests.ts'
import { shownPath } from '../project/find-project.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { requireProject } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

export const testDb: Command = {
  summary: 'runs the pgTAP tests of supabase/tests',
  help: `souk-backend test db [PATH…] [--json]

Runs each .sql and .pg file of supabase/tests, or of the paths, in a session of its own, and tells what failed. pgTAP is in the
schema extensions while they run. Ends with 1 if a test fails.

${TARGET_HELP}`,
  async run(args) {
    const { values, positionals } = readArgs(args, {
      allowPositionals: true,
      options: { ...TARGET_OPTIONS, json: { type: 'boolean' } },
    })
    const { project, config } = await requireProject()
    const { place } = project
    const files = await filesOf(
      positionals.length > 0 ? positionals.map((one) => resolve(one)) : [join(place.folder, 'tests')],
    )
    const names = files.map((file) => shownPath(place, file))
    const width = Math.max(...names.map(({ length }) => length))
    const say = values.json ? () => undefined : (text: string) => console.log(text)
    const results: TestFile[] = []
    await onDatabase(config, values, (sql, connection) =>
      withPgtap(sql, async () => {
        for (const file of files) {
          const result = await runTestFile(connection, file, {
            nameOf: (path) => shownPath(place, path),
            folders: [join(place.folder, 'tests'), place.folder, place.root],
          })
          results.push(result)
          say(lineOf(result, width))
          if (result.bailout !== null) break
        }
      }),
    )
    const ok = results.every((result) => result.ok)
    print(values.json, { ok, files: results }, summaryOf(results))
    if (!ok) process.exitCode = 1
  },
}

async function filesOf(paths: readonly string[]): Promise<string[]> {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new StartupError(`There is no ${missing}. souk-backend test new NAME makes a test.`)
  const files = (await Promise.all(paths.map(testFilesIn))).flat()
  if (files.length === 0) throw new StartupError(`There is no .sql or .pg file in ${paths.join(', ')}.`)
  return files
}

/** Creates pgTAP, and drops it afterwards unless the project has it. */
async function withPgtap(sql: Sql, work: () => Promise<void>): Promise<void> {
  const [there] = await sql`select from pg_extension where extname = 'pgtap'`
  if (!there) {
    await sql`create schema if not exists extensions`
    await sql`create extension pgtap with schema extensions`.catch((cause: Error) => {
      throw new StartupError(`The tests need pgTAP, which this PostgreSQL does not create: ${cause.message}.`, {
        cause,
      })
    })
  }
  try {
    await work()
  } finally {
    if (!there) await sql`drop extension if exists pgtap cascade`
  }
}

/** As pg_prove prints a file. */
function lineOf({ file, ok, planned, tests, failures, problems, bailout }: TestFile, width: number): string {
  const head = `${file} ${'.'.repeat(width - file.length + 2)}`
  if (ok) return `${head} ${tests === 0 ? 'skipped' : 'ok'}`
  const all = Math.max(planned, tests)
  const failed = failures.length + Math.max(0, planned - tests)
  const end = all === 0 ? 'No subtests run' : `Failed ${failed}/${all} subtests`
  const said = [
    ...failures.flatMap(({ comments }) => comments),
    ...problems,
    ...(bailout === null ? [] : [`Bail out! ${bailout}`]),
  ]
  return [head, ...said, `${head} ${end}`].join('\n')
}

function summaryOf(results: readonly TestFile[]): string {
  const failed = results.filter(({ ok }) => !ok)
  const tests = results.reduce((sum, one) => sum + one.tests, 0)
  const report = failed.flatMap(({ file, tests: ran, failures }) => [
    `${file} (Tests: ${ran} Failed: ${failures.length})`,
    ...failures.map(({ number, name }) => `  Failed test ${number}: ${name}`),
  ])
  return [
    ...(failed.length === 0
      ? ['All tests successful.']
      : ['', 'Test Summary Report', '-------------------', ...report]),
    `Files=${results.length}, Tests=${tests}`,
    `Result: ${failed.length === 0 ? 'PASS' : 'FAIL'}`,
  ].join('\n')
}

const TEMPLATE = `begin;
select plan(1); -- the number of tests below

select has_column('auth', 'users', 'id', 'auth.users has an id');

select * from finish();
rollback;
`

export const testNew: Command = {
  summary: 'creates a pgTAP test',
  help: 'souk-backend test new NAME [--json]\n\nWrites supabase/tests/NAME_test.sql.',
  async run(args) {
    const { values, positionals } = readArgs(args, {
      allowPositionals: true,
      options: { json: { type: 'boolean' }, template: { type: 'string', short: 't', default: 'pgtap' } },
    })
    const [name = ''] = positionals
    if (!/^[\w-]+$/.test(name))
      throw new StartupError('Give it a name of letters, digits, - and _: souk-backend test new NAME')
    if (values.template !== 'pgtap') throw new StartupError('--template must be pgtap.')
    const { project } = await requireProject()
    const path = join(project.place.folder, 'tests', `${name}_test.sql`)
    if (existsSync(path)) throw new StartupError(`${shownPath(project.place, path)} is there already.`)
    await mkdir(join(project.place.folder, 'tests'), { recursive: true })
    await writeFile(path, TEMPLATE)
    const file = shownPath(project.place, path)
    print(values.json, { file }, file)
  },
}
