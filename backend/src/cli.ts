#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { backUp, checkBackup, restore } from './backup.ts'
import { runFromCommandLine } from './command-line.ts'
import { loadConfig } from './config/config.ts'
import type { Definition, FolderDefinition } from './config/define-config.ts'
import type { Variables } from './config/own-config.ts'
import { parseDatabaseUrl } from './database/database.ts'
import { functionsIn } from './functions/find-functions.ts'
import { generateTypes } from './generate-types/generate-types.ts'

const USAGE = `souk-backend start                    serves the application of this folder (backend.config.ts, migrations, functions)
souk-backend start --check-config     names every problem of the configuration
souk-backend keys [--rotate]          prints the address and the API keys as JSON; another signing key
souk-backend backup --to FOLDER       the whole installation, while it runs
souk-backend restore --from FOLDER    into an empty DATA_DIR; with --check it only reads the backup
souk-backend gen types typescript [--db-url URL] [--schema public,other]
                                      the types of a database for the client library, on standard output; of DATABASE_URL unless named`

const CONFIG_FILES = ['backend.config.ts', 'backend.config.js']

const [command, ...args] = process.argv.slice(2)
switch (command) {
  case 'start':
    await runFromCommandLine(await definitionIn(process.cwd()))
    break
  case 'keys':
    process.argv.push('--keys')
    await runFromCommandLine(await definitionIn(process.cwd()))
    break
  case 'backup':
  case 'restore':
    await keep(command).catch(explain)
    break
  case 'gen':
    await printTypes().catch(explain)
    break
  default:
    console.log(USAGE)
    process.exitCode = command === undefined || command === '--help' ? 0 : 1
}

/** Reads `backend.config.ts`, with the folder's content as defaults. Without the file the folder alone is the application. */
async function definitionIn(folder: string): Promise<Definition<Variables>> {
  const file = CONFIG_FILES.map((name) => join(folder, name)).find((path) => existsSync(path))
  const given = file === undefined ? {} : ((await import(pathToFileURL(file).href)) as { default?: unknown }).default
  const own = (given ?? {}) as FolderDefinition<Variables> // typed by defineConfig
  const functions = join(folder, 'functions')
  return {
    ...own,
    app: (config, keyring) => ({
      migrations: join(folder, 'migrations'),
      functions: existsSync(functions) ? functionsIn(functions) : {},
      web: null,
      ...own.app?.(config, keyring),
    }),
  }
}

async function keep(what: 'backup' | 'restore'): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { to: { type: 'string' }, from: { type: 'string' }, check: { type: 'boolean' } },
  })
  const folder = what === 'backup' ? values.to : values.from
  if (folder === undefined)
    throw new Error(`Say where: souk-backend ${what} --${what === 'backup' ? 'to' : 'from'} FOLDER`)
  if (what === 'backup') await backUp(loadConfig(process.env), resolve(folder))
  else if (values.check) await checkBackup(resolve(folder))
  else await restore(loadConfig(process.env), resolve(folder))
}

function explain(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * Takes the options of Supabase's CLI; objects that neither visitors nor signed-in users may access are omitted unless --roles says
 * otherwise.
 */
async function printTypes(): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'db-url': { type: 'string', default: process.env.DATABASE_URL },
      lang: { type: 'string', default: 'typescript' },
      schema: { type: 'string', short: 's', multiple: true, default: ['public'] },
      roles: { type: 'string', default: 'anon,authenticated' },
    },
  })
  const [what, language = values.lang] = positionals
  if (what !== 'types' || language !== 'typescript')
    throw new Error('Only types can be generated: souk-backend gen types typescript')
  const url = values['db-url']
  if (url === undefined) throw new Error('Missing database: --db-url postgres://… or DATABASE_URL')
  const schemas = values.schema.flatMap((names) => names.split(','))
  process.stdout.write(await generateTypes(parseDatabaseUrl(url), { schemas, roles: values.roles.split(',') }))
}
