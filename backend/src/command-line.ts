import { type Config, ConfigError, loadConfig } from './config.ts'
import { makeDataDir } from './database/data-dir.ts'
import { type App, type Backend, createBackend } from './index.ts'
import { openKeyring } from './jwt/installation.ts'
import type { Keyring } from './jwt/keyring.ts'
import { StartupError } from './startup-error.ts'

const DRAIN_MS = 15_000

/**
 * Runs an application from the command line: `--check-config` prints every problem at once, `--keys` prints the API
 * keys as JSON, otherwise the server runs until SIGINT or SIGTERM. What goes wrong ends the process with one sentence
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

async function run(config: Config, app: App): Promise<void> {
  const startedAt = performance.now()
  const backend = await createBackend(config, app)
  stopOnSignals(backend)
  try {
    const local = await backend.listen()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `\n${config.brandName} is ready in ${seconds} s: ${config.publicUrl}${local === config.publicUrl ? '' : ` (listening on ${local})`}`,
    )
    for (const line of await backend.seed()) console.log(line)
    if (config.smtpUrl === null && !config.production) console.log(`Mails are kept at ${config.publicUrl}/dev/mail`)
    if (config.smtpUrl === null && config.production)
      console.log('SMTP_URL is not set: mails are kept in the data folder and sent to nobody.')
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** The first signal drains, a second one or a drain that hangs ends at once; the database recovers either way. */
function stopOnSignals(backend: Backend): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('Stopping: finishing what is under way.')
      setTimeout(() => process.exit(1), DRAIN_MS).unref()
      backend.close().then(
        () => process.exit(0),
        (error) => {
          explain(error)
          process.exit(1)
        },
      )
    })
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
