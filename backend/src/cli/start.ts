import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runFromCommandLine } from '../command-line.ts'
import { StartupError } from '../startup-error.ts'
import { rememberAddress } from './address.ts'
import { type Command, readArgs } from './command.ts'
import { resetDatabase } from './db-reset.ts'
import { readFolder, requireApplication } from './folder.ts'
import { announceAsJson, announceProject, logAsJson } from './status.ts'

export const start: Command = {
  summary: 'serves the application of this folder, until Ctrl-C',
  help: `souk-backend start [--watch [--reset]] [--check-config] [--json]

Serves supabase/ of this folder or one above it: config.toml, migrations, seeds, buckets and functions; or the application of
backend.config.ts, migrations and functions. Prints the address and the keys once it is ready.

  --watch          reloads changed functions, and runs new migrations
  --reset          recreates the database when an applied migration has changed, instead of only reporting it
  --check-config   reports all problems of the configuration, without starting
  --json           each line of the output is JSON; the one with "msg": "ready" has the addresses and keys`,
  async run(args) {
    const { values } = readArgs(args, {
      options: {
        'check-config': { type: 'boolean' },
        watch: { type: 'boolean' },
        reset: { type: 'boolean' },
        json: { type: 'boolean' },
        supervised: { type: 'boolean' },
      },
    })
    if (values.reset && !values.watch) throw new StartupError('--reset goes with --watch.')
    if (values.reset && !values.supervised) return supervise()
    if (values.json) logAsJson()
    requireApplication()
    const reset = values.reset ? wantReset : null
    const { project, definition } = await readFolder(console.log, { watches: values.watch === true, reset })
    for (const notice of project?.notices ?? []) console.error(`${notice}.`)
    const announce = values.json ? announceAsJson : announceProject
    await runFromCommandLine(definition, async (config, keys) => {
      await rememberAddress(config)
      if (project) await announce(config, keys)
    })
  },
}

/** Exit code of a server that requests a database reset. */
const RESET = 75

function wantReset(): void {
  process.once('exit', () => {
    process.exitCode = RESET
  })
  process.kill(process.pid, 'SIGTERM')
}

/** Runs the server in a child process, which ends before its database is reset. */
async function supervise(): Promise<void> {
  for (;;) {
    const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1), '--supervised'], {
      stdio: 'inherit',
    })
    const pass = (signal: NodeJS.Signals) => void child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
    const [code] = (await once(child, 'exit')) as [number | null]
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass)
    if (code !== RESET) {
      process.exitCode = code ?? 1
      return
    }
    await resetDatabase()
  }
}
