import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { migrationsOf } from '../create-backend.ts'
import { startDatabase } from '../database/start-database.ts'
import { openKeyring } from '../jwt/installation.ts'
import { createLogger } from '../log/logger.ts'
import { definitionOf, type Project } from '../project/project.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, readArgs } from './command.ts'
import { requireProject } from './folder.ts'
import { serverOf } from './stop.ts'

export const dbReset: Command = {
  summary: 'recreates the database with the migrations and the seeds',
  help: `souk-backend db reset [--no-seed] [--local]

Deletes the database and the stored files of this folder, then runs the migrations and the seeds. The keys stay. The server must not run.

  --no-seed   without the seeds`,
  async run(args) {
    const { values } = readArgs(args, {
      options: { 'no-seed': { type: 'boolean' }, local: { type: 'boolean' }, linked: { type: 'boolean' } },
    })
    if (values.linked) throw new StartupError(ONLY_EMBEDDED)
    await resetDatabase(values['no-seed'] === true)
    console.log('The database is as its migrations make it.')
  },
}

/** @throws {StartupError} while the server runs, and for an external database */
export async function resetDatabase(leavesSeeds = false): Promise<void> {
  const { project, config } = await requireProject()
  if (config.databaseUrl !== null) throw new StartupError(ONLY_EMBEDDED)
  if ((await serverOf(config.dataDir)) !== null) {
    throw new StartupError('The server is running; end it with `souk-backend stop`, then reset and start it again.')
  }
  for (const name of ['postgres', 'storage']) await rm(join(config.dataDir, name), { recursive: true, force: true })
  await prepareOnly(config, leavesSeeds ? withoutSeeds(project) : project)
}

const ONLY_EMBEDDED =
  'db reset is for the embedded database; drop and create the one of DATABASE_URL with its own tools.'

function withoutSeeds(project: Project): Project {
  const values = new Map([...project.config.values, ['db.seed.enabled', false] as const])
  return { ...project, config: { ...project.config, values } }
}

/** Prepares the database like a start, without serving. */
async function prepareOnly(config: Config, project: Project): Promise<void> {
  const keyring = await openKeyring(config)
  const app = await definitionOf(project, console.log).app({ ...config, own: {} }, keyring)
  const running = await startDatabase(config, createLogger('warn'), migrationsOf(app), app)
  await running.stop()
}
