import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { StartupError } from '../../startup-error.ts'
import { type Account, launchAs } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'

export interface ClusterPlace {
  readonly binaries: PostgresBinaries
  readonly account: Account | null
  /** The cluster's own folder below the data folder. */
  readonly clusterDir: string
}

/** Flushes a new cluster to disk in one call where the system has one: otherwise a thousand files, one by one. */
const FLUSH = process.platform === 'linux' ? ['--sync-method=syncfs'] : []

// startPostgres() parses log messages for "ready", and sort order must be the same on every machine.
const ENVIRONMENT = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' }

/** Where extensions are kept that are installed from SQL, as PostgreSQL looks for them: in a folder `extension` of it. */
export const extensionsOf = (clusterDir: string) => join(clusterDir, 'souk_extensions')

/** Creates the cluster unless it exists. An interrupted initialisation leaves only a draft, which the next start removes. */
export async function initialiseCluster(
  place: ClusterPlace,
  password: string,
  locale: string | null = null,
): Promise<void> {
  if (await exists(join(place.clusterDir, 'PG_VERSION'))) return
  const draft = `${place.clusterDir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const passwordFile = join(dirname(place.clusterDir), `.initdb-${randomBytes(6).toString('hex')}`)
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
  try {
    if (place.account) {
      await chown(draft, place.account.uid, place.account.gid)
      await chown(passwordFile, place.account.uid, place.account.gid)
    }
    await runInitdb(place, draft, passwordFile, locale)
    await rename(draft, place.clusterDir)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function runInitdb(
  place: ClusterPlace,
  draft: string,
  passwordFile: string,
  locale: string | null,
): Promise<void> {
  const launch = await launchAs(place.account, [place.binaries.initdb, draft], place.binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...(locale === null
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale-provider=icu', `--icu-locale=${locale}`]),
    '--locale=C',
    ...FLUSH,
  ])
  const child = spawn(launch.command, launch.args, {
    ...launch.options,
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new StartupError(
      `PostgreSQL could not make its files in ${draft}: ${complaint.trim() || `exit code ${code}`}`,
    )
}

/** Starts the server process and waits until it accepts connections. */
export async function startPostgres(
  place: ClusterPlace,
  settings: Readonly<Record<string, string>>,
  log: Logger,
): Promise<ChildProcess> {
  await chmod(place.clusterDir, 0o700)
  await makeExtensionFolder(place)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = await launchAs(place.account, [place.binaries.postgres, place.clusterDir], place.binaries.postgres, [
    '-D',
    place.clusterDir,
    ...flags,
  ])
  // Own session: Ctrl-C must reach only this process, or the database would stop before requests are drained.
  const child = spawn(launch.command, launch.args, {
    ...launch.options,
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new StartupError(`PostgreSQL stopped while starting (exit code ${code}): ${lastErrorLine(said)}`)),
    )
    child.stderr.on('data', (chunk) => {
      const text = String(chunk)
      if (said.length < 65_536) said += text
      log.debug({ postgres: text.trimEnd() }, 'postgres')
      if (text.includes('database system is ready to accept connections')) resolve()
    })
  })
  child.removeAllListeners('exit')
  return child
}

async function makeExtensionFolder({ clusterDir, account }: ClusterPlace): Promise<void> {
  const folder = extensionsOf(clusterDir)
  for (const one of [folder, join(folder, 'extension')]) {
    await mkdir(one, { recursive: true, mode: 0o700 })
    if (account) await chown(one, account.uid, account.gid)
  }
}

function lastErrorLine(output: string): string {
  const lines = output.trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? 'it gave no reason'
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
