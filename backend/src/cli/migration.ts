import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { shownPath } from '../project/find-project.ts'
import { appliedMigrations, localMigrations, makeHistory, markMigration } from '../project/history.ts'
import { sayLeftOut } from '../project/left-out.ts'
import { inSession } from '../project/run-sql.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { pushMigrations } from './db-push.ts'
import { requireProject } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

export const migrationNew: Command = {
  summary: 'creates an empty migration with a timestamp',
  help: 'souk-backend migration new NAME [--json]\n\nWhat comes on standard input is its text.',
  async run(args) {
    const { values, positionals } = readArgs(args, { allowPositionals: true, options: { json: { type: 'boolean' } } })
    const name = positionals.join('_').replace(/[^A-Za-z0-9_-]+/g, '_')
    if (name === '') throw new StartupError('Give it a name: souk-backend migration new NAME')
    const { project } = await requireProject()
    const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    const folder = join(project.place.folder, 'migrations')
    const path = join(folder, `${version}_${name}.sql`)
    await mkdir(folder, { recursive: true })
    await writeFile(path, process.stdin.isTTY ? '' : await readAll(process.stdin), { flag: 'wx' })
    const file = shownPath(project.place, path)
    print(values.json, { file }, file)
  },
}

export const migrationList: Command = {
  summary: 'lists applied and pending migrations',
  help: `souk-backend migration list [--json]\n\n${TARGET_HELP}`,
  async run(args) {
    const { values } = readArgs(args, { options: { ...TARGET_OPTIONS, json: { type: 'boolean' } } })
    const { project, config } = await requireProject()
    const { migrations } = await localMigrations(project.place)
    const applied = await onDatabase(config, values, (sql) =>
      inSession(sql, async (session) => {
        await makeHistory(session)
        return appliedMigrations(session)
      }),
    )
    const here = new Map(migrations.map(({ version, name }) => [version, name]))
    const versions = [...new Set([...here.keys(), ...applied.keys()])].sort()
    const rows = versions.map((version) => ({
      version,
      name: here.get(version) ?? null,
      applied: applied.has(version),
    }))
    const lines = rows.map(
      (row) => `${row.applied ? 'ran    ' : 'pending'}  ${row.version}  ${row.name ?? '(no file)'}`,
    )
    print(values.json, rows, lines.join('\n') || 'There are no migrations.')
  },
}

export const migrationUp: Command = {
  summary: 'runs pending migrations',
  help: `souk-backend migration up [--include-all] [--json]\n\n${TARGET_HELP}`,
  async run(args) {
    const { values } = readArgs(args, {
      options: { ...TARGET_OPTIONS, 'include-all': { type: 'boolean' }, json: { type: 'boolean' } },
    })
    const { project, config } = await requireProject()
    const wanted = { includeAll: values['include-all'] === true, dryRun: false }
    const names = await onDatabase(config, values, async (sql) => {
      const pushed = await pushMigrations(sql, project, wanted)
      await sayLeftOut(sql, console.error)
      return pushed
    })
    print(values.json, { migrations: names }, names.join('\n') || 'The database is up to date.')
  },
}

export const migrationRepair: Command = {
  summary: 'marks versions as applied or reverted, without running them',
  help: `souk-backend migration repair VERSION… --status applied|reverted [--json]\n\n${TARGET_HELP}`,
  async run(args) {
    const { values, positionals } = readArgs(args, {
      allowPositionals: true,
      options: { ...TARGET_OPTIONS, status: { type: 'string' }, json: { type: 'boolean' } },
    })
    const { status } = values
    if (status !== 'applied' && status !== 'reverted') throw new StartupError('--status must be applied or reverted.')
    const { project, config } = await requireProject()
    const { migrations } = await localMigrations(project.place)
    const names = new Map(migrations.map(({ version, name }) => [version, name]))
    const unknown = positionals.find((version) => status === 'applied' && !names.has(version))
    if (unknown !== undefined) throw new StartupError(`There is no migration ${unknown} in supabase/migrations.`)
    await onDatabase(config, values, (sql) =>
      inSession(sql, async (session) => {
        await makeHistory(session)
        for (const version of positionals)
          await markMigration(session, { version, name: names.get(version) ?? '' }, status)
      }),
    )
    print(values.json, { versions: positionals, status }, `${positionals.join(', ')}: ${status}`)
  },
}
