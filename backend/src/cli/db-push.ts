import type { Sql } from '../database/database.ts'
import { shownPath } from '../project/find-project.ts'
import {
  appliedMigrations,
  applyMigration,
  type LocalMigration,
  localMigrations,
  makeHistory,
} from '../project/history.ts'
import { sayLeftOut } from '../project/left-out.ts'
import { runSeeds } from '../project/prepare.ts'
import type { Project } from '../project/project.ts'
import { inSession } from '../project/run-sql.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { requireProject } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

export const dbPush: Command = {
  summary: 'runs pending migrations on a database',
  help: `souk-backend db push [--include-all] [--include-seed] [--dry-run] [--json]

${TARGET_HELP}
  --include-all    includes migrations older than the newest applied one
  --include-seed   runs the seeds afterwards
  --dry-run        only lists them`,
  async run(args) {
    const { values } = readArgs(args, {
      options: {
        ...TARGET_OPTIONS,
        'include-all': { type: 'boolean' },
        'include-seed': { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
    const { project, config } = await requireProject()
    await onDatabase(config, values, async (sql) => {
      const wanted = { includeAll: values['include-all'] === true, dryRun: values['dry-run'] === true }
      const names = await pushMigrations(sql, project, wanted)
      if (values['include-seed'] && !wanted.dryRun) await runSeeds(sql, project.place, project.config, console.error)
      await sayLeftOut(sql, console.error)
      const none = names.length === 0 ? 'Nothing to run: the database is up to date.' : names.join('\n')
      print(values.json, { migrations: names, dryRun: wanted.dryRun }, none)
    })
  },
}

/** Runs pending migrations, oldest first. @returns their names @throws {StartupError} for older ones without --include-all */
export async function pushMigrations(
  sql: Sql,
  { place }: Project,
  { includeAll, dryRun }: { includeAll: boolean; dryRun: boolean },
): Promise<string[]> {
  const { migrations } = await localMigrations(place)
  return inSession(sql, async (session) => {
    await makeHistory(session)
    const applied = await appliedMigrations(session)
    const pending = migrations.filter(({ version }) => !applied.has(version))
    const newest = [...applied.keys()].at(-1) ?? ''
    const older = pending.filter(({ version }) => version < newest)
    if (older.length > 0 && !includeAll) {
      throw new StartupError(
        `Older than the newest migration that ran: ${older.map(fileOf).join(', ')}. Give them a later version, or run them with --include-all.`,
      )
    }
    if (!dryRun) {
      for (const one of pending) await applyMigration(session, one, shownPath(place, one.path))
      if (pending.length > 0) await session`select pg_notify('pgrst', 'reload schema')`
    }
    return pending.map(fileOf)
  })
}

const fileOf = ({ version, name }: LocalMigration) => `${version}_${name}.sql`
