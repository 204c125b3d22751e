import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { Definition } from '../config/define-config.ts'
import type { Variables } from '../config/own-config.ts'
import { DevelopmentMailbox } from '../mail/development-mailbox.ts'
import { catchMails } from '../mail/mail-catcher.ts'
import { runCronJobs } from './cron-worker.ts'
import type { ProjectPlace } from './find-project.ts'
import { followFunctions } from './follow-functions.ts'
import { functionEnvironment } from './function-environment.ts'
import { type FunctionSurroundings, projectFunctions } from './functions.ts'
import { hintAtGrant } from './grant-hint.ts'
import { answerStatements } from './http-worker.ts'
import { LIKENESS } from './likeness.ts'
import { sendRequests } from './net-worker.ts'
import { bucketFiles, prepareProject } from './prepare.ts'
import { type ProjectConfig, readProjectConfig } from './read-config.ts'
import { originOf, providerNotices, settingsOf } from './settings.ts'
import { watchMigrations } from './watch-migrations.ts'

/** A folder with `supabase/`. */
export interface Project {
  readonly place: ProjectPlace
  readonly config: ProjectConfig
  readonly name: string
  /** The settings of config.toml, as defaults of our variables. */
  readonly settings: Readonly<Record<string, string>>
  /** Notices about unknown and unsupported settings, without full stops. */
  readonly notices: readonly string[]
}

export interface WatchOptions {
  /** Whether changed functions are served, and new migrations run, without a restart. */
  readonly watches?: boolean
  /** Recreates the database when an applied migration has changed; null only reports it. */
  readonly reset?: (() => void) | null
  /** Overrides for functions. */
  readonly served?: Pick<FunctionSurroundings, 'envFile' | 'verifiesJwt'>
}

/** Reads a project's configuration. @throws {StartupError} naming every problem */
export function readProject(place: ProjectPlace): Project {
  const config = readProjectConfig(place)
  const open = config.values.has('api.auto_expose_new_tables')
    ? []
    : [
        'api.auto_expose_new_tables is not set: new tables in public are open to anon and authenticated but for row level security, as in projects made before 2026-10-30; false closes them',
      ]
  return {
    place,
    config,
    name: String(config.values.get('project_id') || basename(place.root)),
    settings: settingsOf(place, config, process.env),
    notices: [...config.notices, ...providerNotices(config), ...open],
  }
}

/**
 * Turns a project into an application of this backend.
 * @param say      reports the preparation of the database
 */
export function definitionOf(
  project: Project,
  say: (line: string) => void,
  { watches = false, reset = null, served = {} }: WatchOptions = {},
): Definition<Variables> {
  const { place, config, name, settings } = project
  return {
    name: name.slice(0, 40),
    defaults: settings,
    originOf: (variable) => originOf(place, variable),
    app: async (own, keyring) => {
      await hideFromGit(own.dataDir)
      const surroundings = { ...served, dataDir: own.dataDir, env: await functionEnvironment(own, keyring) }
      const { functions, notices } = projectFunctions(place, config, surroundings)
      for (const notice of notices) say(`${notice}.`)
      let stopAnswering: () => Promise<void> = async () => undefined
      return {
        migrations: LIKENESS,
        functions,
        followFunctions: followFunctions({ place, config, surroundings, watches, say }),
        web: null,
        prepareDatabase: async (sql, log) => {
          // Migrations may send requests, too.
          if (own.databaseUrl === null)
            stopAnswering = await answerStatements({
              clusterDir: join(own.dataDir, 'postgres'),
              url: own.publicUrl,
              log,
            })
          await prepareProject(sql, place, config, say)
        },
        explainRefusal: hintAtGrant,
        background: async (context) => {
          const ends = await Promise.all([sendRequests(context), runCronJobs(context), showMails(own, context.log)])
          const stopWatching = watches ? watchMigrations(context.sql, place, config, say, reset) : () => undefined
          return async () => {
            stopWatching()
            await Promise.all([...ends.map((end) => end()), stopAnswering()])
          }
        },
        seedDemo: (context) => uploadObjects(project, context),
      }
    },
  }
}

/** The mail catcher of local projects, on its own port. */
async function showMails(own: Config, log: Logger): Promise<() => Promise<void>> {
  const { mailPort, smtpUrl, production, dataDir, mailFrom } = own
  if (mailPort === null || smtpUrl !== null || production) return async () => undefined
  return catchMails({ port: mailPort, mailbox: new DevelopmentMailbox(dataDir), from: mailFrom, log })
}

/** The data folder contains keys and must not be committed. */
async function hideFromGit(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, '.gitignore'), '*\n')
}

type SeedContext = Parameters<NonNullable<App['seedDemo']>>[0]

/** Uploads missing files from `objects_path` of the buckets. */
async function uploadObjects({ place, config }: Project, { sql, url, secretKey }: SeedContext): Promise<string[]> {
  const files = await bucketFiles(place, config)
  if (files.length === 0) return []
  const there = await sql<{ bucket_id: string; name: string }[]>`select bucket_id, name from storage.objects`
  const known = new Set(there.map(({ bucket_id, name }) => `${bucket_id}/${name}`))
  const missing = files.filter(({ bucket, name }) => !known.has(`${bucket}/${name}`))
  for (const { bucket, name, path } of missing) {
    const target = `${url}/storage/v1/object/${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`
    const type = TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream'
    const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': type }
    const answer = await fetch(target, { method: 'POST', headers, body: await readFile(path) })
    if (!answer.ok) return [`${bucket}/${name} could not be uploaded: ${await answer.text()}`]
  }
  return missing.length === 0 ? [] : [`Uploaded ${missing.length} files to the buckets`]
}

/** Content types that buckets are usually limited to. */
const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
}
