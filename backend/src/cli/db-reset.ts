import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { migrationsOf } from '../create-backend.ts'
import { startDatabase } from '../database/start-database.ts'
import { openKeyring } from '../jwt/installation.ts'
import { createLogger } from '../log/logger.ts'
import { definitionOf, type Project } from '../project/project.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { requireProject } from './folder.ts'
import { serverOf } from './stop.ts'

export const dbReset: Command = {
  summary: 'recreates the database with the migrations and the seeds',
  help: `souk-backend db reset [--no-seed] [--local] [--json]

Deletes the database and the stored files of this folder, then runs the migrations and the seeds. The keys stay. The server must not run.

  --no-seed   without the seeds`,
  async run(args) {
    const { values } = readArgs(args, {
      options: {
        'no-seed': { type: 'boolean' },
        local: { type: 'boolean' },
        linked: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
    if (values.linked) throw new StartupError(ONLY_EMBEDDED)
    const seeds = values['no-seed'] !== true
    await resetDatabase({ seeds, say: values.json ? console.error : console.log })
    print(values.json, { reset: true, seeds }, 'The database is as its migrations make it.')
  },
}

interface ResetOptions {
  readonly seeds?: boolean
  readonly say?: (line: string) => void
}

/** @throws {StartupError} while the server runs, and for an external database */
export async function resetDatabase({ seeds = true, say = console.log }: ResetOptions = {}): Promise<void> {
  const { project, config } = await requireProject()
  if (config.databaseUrl !== null) throw new StartupError(ONLY_EMBEDDED)
  if ((await serverOf(config.dataDir)) !== null) {
    throw new StartupError('The server is running; end it with `souk-backend stop`, then reset and start it again.')
  }
  for (const name of ['postgres', 'storage']) await rm(join(config.dataDir, name), { recursive: true, force: true })
  await prepareOnly(config, seeds ? project : withoutSeeds(project), say)
}

const ONLY_EMBEDDED =
  'db reset is for the embedded database; drop and create the one of DATABASE_URL with its own tools.'

function withoutSeeds(project: Project): Project {
  const values = new Map([...project.config.values, ['db.seed.enabled', false] as const])
  return { ...project, config: { ...project.config, values } }
}

/** Prepares the database like a start, without serving. */
async function prepareOnly(config: Config, project: Project, say: (line: string) => void): Promise<void> {
  const keyring = await openKeyring(config)
  const app = await definitionOf(project, say).app({ ...config, own: {} }, keyring)
  const running = await startDatabase(config, createLogger('warn'), migrationsOf(app), app)
  await running.stop()
}
