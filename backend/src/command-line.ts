import cluster from 'node:cluster'
import { announceMails, announceReady } from './banner.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { makeDataDir } from './database/data-dir.ts'
import { type App, createBackend } from './index.ts'
import { openKeyring } from './jwt/installation.ts'
import type { Keyring } from './jwt/keyring.ts'
import { ALGORITHMS, type Algorithm, forgetKey, nextKeySet, rotateKeys } from './jwt/rotate.ts'
import { StartupError } from './startup-error.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { runPrimary } from './workers/primary.ts'
import { runWorker } from './workers/worker.ts'

/**
 * Runs an application from the command line: `--check-config` prints every problem at once, `--keys` prints the API
 * keys as JSON or changes the keys that sign, otherwise the server runs until SIGINT or SIGTERM. What goes wrong ends the process with one sentence
 * and exit code 1.
 */
export async function runFromCommandLine(makeApp: (config: Config, keyring: Keyring) => App): Promise<void> {
  try {
    const config = loadConfig(process.env)
    if (process.argv.includes('--check-config')) {
      console.log('The configuration is fine.')
      return
    }
    await makeDataDir(config.dataDir)
    const keyring = await openKeyring(config)
    if (process.argv.includes('--keys') && (await changeKeys(config))) return
    if (process.argv.includes('--keys')) {
      const jwksUrl = `${config.publicUrl}/auth/v1/.well-known/jwks.json`
      console.log(JSON.stringify({ url: config.publicUrl, ...keyring.apiKeys, jwksUrl }, null, 2))
      return
    }
    await run(config, makeApp(config, keyring))
  } catch (error) {
    explain(error)
    process.exitCode = 1
  }
}

/** `--keys --rotate [--alg RS256] [--now]` and `--keys --forget KID`; false when neither was asked for. */
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

async function run(config: Config, app: App): Promise<void> {
  if (cluster.isWorker) return runWorker(config, app)
  if (config.workers > 1) return runPrimary(config, app, explain)
  const startedAt = performance.now()
  const backend = await createBackend(config, app)
  stopOnSignals(() => backend.close(), explain)
  try {
    announceReady(config, await backend.listen(), startedAt)
    for (const line of await backend.seed()) console.log(line)
    announceMails(config)
  } catch (error) {
    await backend.close()
    throw error
  }
}

function explain(error: unknown): void {
  if (error instanceof ConfigError) {
    console.error(error.problems.map((problem) => `${problem}.`).join('\n'))
  } else if (error instanceof StartupError) {
    console.error(error.message)
  } else {
    console.error(error)
  }
}
