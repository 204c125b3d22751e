#!/usr/bin/env node
import { COMMANDS, withJson } from './cli/commands.ts'
import { explainError } from './command-line.ts'

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
  const args = withJson(words.slice(name.split(' ').length))
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
