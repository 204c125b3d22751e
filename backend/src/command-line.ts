import cluster from 'node:cluster'
import type { App } from './app.ts'
import { announceMails, announceReady } from './banner.ts'
import { runPrimary } from './cluster/primary.ts'
import { runWorker } from './cluster/worker.ts'
import { type Config, ConfigError, loadConfig } from './config/config.ts'
import type { Definition } from './config/define-config.ts'
import type { Variables } from './config/own-config.ts'
import { createBackend, migrationsOf } from './create-backend.ts'
import { makeDataDir } from './database/data-dir.ts'
import { makeSpare } from './database/spare.ts'
import { startDatabase } from './database/start-database.ts'
import { openKeyring } from './jwt/installation.ts'
import type { ApiKeys } from './jwt/keyring.ts'
import { ALGORITHMS, type Algorithm, forgetKey, nextKeySet, rotateKeys } from './jwt/rotate.ts'
import { createLogger } from './log/logger.ts'
import { StartupError } from './startup-error.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * Runs an application from the command line: `--check-config` prints all problems, `--keys` prints the API keys as JSON or changes the
 * signing keys, `--make-spare` makes a database in advance, otherwise the server runs until SIGINT or SIGTERM. Errors end the process with one sentence and exit code 1.
 * @param ready  called once the server listens
 */
export async function runFromCommandLine<V extends Variables>(
  definition: Definition<V>,
  ready?: (config: Config, keys: ApiKeys) => Promise<void>,
): Promise<void> {
  try {
    const config = loadConfig(process.env, definition)
    if (process.argv.includes('--check-config')) {
      console.log('The configuration is fine.')
      return
    }
    await makeDataDir(config.dataDir)
    if (process.argv.includes('--keys')) return await changeOrPrintKeys(config)
    const keyring = await openKeyring(config)
    const app = await definition.app(config, keyring)
    if (process.argv.includes('--make-spare')) return await makeSpareFor(config, app)
    await run(config, app, async () => ready?.(config, keyring.apiKeys))
  } catch (error) {
    explainError(error)
    process.exitCode = 1
  }
}

/** Prints the address and the API keys as JSON, or the result of a key rotation. */
export async function changeOrPrintKeys(config: Config): Promise<void> {
  await makeDataDir(config.dataDir)
  const { apiKeys } = await openKeyring(config)
  if (await changeKeys(config)) return
  const jwksUrl = `${config.publicUrl}/auth/v1/.well-known/jwks.json`
  console.log(JSON.stringify({ url: config.publicUrl, ...apiKeys, jwksUrl }, null, 2))
}

/** Handles `--keys --rotate [--alg RS256] [--now]` and `--keys --forget KID`; false when neither is given. */
async function changeKeys(config: Config): Promise<boolean> {
  const after = (option: string) => process.argv[process.argv.indexOf(option) + 1]
  const forget = process.argv.includes('--forget')
  if (!forget && !process.argv.includes('--rotate')) return false
  const alg = process.argv.includes('--alg') ? after('--alg') : 'ES256'
  if (!isAlgorithm(alg)) throw new StartupError(`--alg must be one of ${ALGORITHMS.join(', ')}.`)
  const { jwtKeys } = config
  const said = forget
    ? await forgetKey(config, after('--forget') ?? '')
    : jwtKeys
      ? { JWT_KEYS: JSON.stringify(await nextKeySet(jwtKeys, alg)) }
      : await rotateKeys(config, { alg, now: process.argv.includes('--now') })
  console.log(JSON.stringify(said, null, 2))
  return true
}

function isAlgorithm(value: string | undefined): value is Algorithm {
  return ALGORITHMS.some((known) => known === value)
}

/** For the next new data folder; without a cache folder there is nothing to do. */
async function makeSpareFor(config: Config, app: App): Promise<void> {
  const { cacheDir } = app
  if (cacheDir === undefined) return
  const migrations = migrationsOf(app)
  await makeSpare({ cacheDir, migrations }, async (dataDir) => {
    const own = { ...config, dataDir, databaseUrl: null, databasePort: null }
    const running = await startDatabase(own, createLogger('silent'), migrations, app)
    await running.stop()
  })
}

async function run(config: Config, app: App, ready: () => Promise<void>): Promise<void> {
  if (cluster.isWorker) return runWorker(config, app)
  if (config.workers > 1) return runPrimary(config, app, explainError)
  const startedAt = performance.now()
  const backend = await createBackend(config, app)
  stopOnSignals(() => backend.close(), explainError)
  try {
    announceReady(config, await backend.listen(), startedAt)
    for (const line of await backend.seed()) console.log(line)
    await ready()
    announceMails(config)
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** Prints what went wrong: a sentence for the operator, or the whole of an unforeseen error. */
export function explainError(error: unknown): void {
  if (error instanceof ConfigError) {
    console.error(error.problems.map((problem) => `${problem}.`).join('\n'))
  } else if (error instanceof StartupError) {
    console.error(error.message)
  } else {
    console.error(error)
  }
}
