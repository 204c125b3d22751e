#!/usr/bin/env node
import type { Command } from './cli/command.ts'
import { explainError } from './command-line.ts'

/** By the words that call them; each file is loaded when it is called. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./cli/start.ts')).start,
  stop: async () => (await import('./cli/stop.ts')).stop,
  status: async () => (await import('./cli/status.ts')).status,
  'db reset': async () => (await import('./cli/db-reset.ts')).dbReset,
  'db push': async () => (await import('./cli/db-push.ts')).dbPush,
  'db diff': async () => (await import('./cli/db-diff.ts')).dbDiff,
  'db dump': async () => (await import('./cli/db-dump.ts')).dbDump,
  'migration new': async () => (await import('./cli/migration.ts')).migrationNew,
  'migration list': async () => (await import('./cli/migration.ts')).migrationList,
  'migration up': async () => (await import('./cli/migration.ts')).migrationUp,
  'migration repair': async () => (await import('./cli/migration.ts')).migrationRepair,
  seed: async () => (await import('./cli/seed.ts')).seed,
  'functions new': async () => (await import('./cli/functions.ts')).functionsNew,
  'functions serve': async () => (await import('./cli/functions.ts')).functionsServe,
  'functions deploy': async () => (await import('./cli/functions-deploy.ts')).functionsDeploy,
  'gen types': async () => (await import('./cli/gen-types.ts')).genTypes,
  keys: async () => (await import('./cli/keys.ts')).keys,
  backup: async () => (await import('./cli/backup.ts')).backup,
  restore: async () => (await import('./cli/backup.ts')).restore,
  check: async () => (await import('./cli/check.ts')).check,
}

const words = process.argv.slice(2)
try {
  await main()
} catch (error) {
  explainError(error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((one) => Object.hasOwn(COMMANDS, one))
  const load = name === undefined ? undefined : COMMANDS[name]
  if (name === undefined || load === undefined) return usage()
  const command = await load()
  const args = words.slice(name.split(' ').length)
  if (args.includes('--help') || args.includes('-h')) console.log(command.help)
  else await command.run(args)
}

async function usage(): Promise<void> {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  const lines: string[] = []
  for (const [name, load] of Object.entries(COMMANDS)) lines.push(`  ${name.padEnd(width)}  ${(await load()).summary}`)
  const isAsked = words.length === 0 || /^(--help|-h|help)$/.test(words[0] ?? '')
  if (!isAsked) console.error(`There is no command "${words.join(' ')}".\n`)
  const say = isAsked ? console.log : console.error
  say(`Usage: souk-backend COMMAND [OPTIONS]\n\n${lines.join('\n')}\n\nsouk-backend COMMAND --help tells its options.`)
  if (!isAsked) process.exitCode = 1
}
