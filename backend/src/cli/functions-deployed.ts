import Type from 'typebox'
import { Compile } from 'typebox/schema'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { ask, INSTALLATION_HELP, INSTALLATION_OPTIONS, targetOf } from './installation.ts'

const deployedFunctions = Compile(
  Type.Array(Type.Object({ name: Type.String(), verifyJwt: Type.Boolean(), deployedAt: Type.String() })),
)

export const functionsList: Command = {
  summary: 'lists the functions that were deployed to an installation',
  help: `souk-backend functions list --url URL [--json]

${INSTALLATION_HELP}`,
  async run(args) {
    const { values } = readArgs(args, { options: INSTALLATION_OPTIONS })
    const target = targetOf(values)
    const found = await ask(target, 'GET')
    if (!deployedFunctions.Check(found))
      throw new StartupError(`${target.url} did not answer with a list of functions.`)
    const width = Math.max(0, ...found.map(({ name }) => name.length))
    const lines = found.map(({ name, verifyJwt, deployedAt }) =>
      `${name.padEnd(width)}  ${deployedAt}${verifyJwt ? '' : '  without a token'}`.trim(),
    )
    print(values.json, found, lines.join('\n') || 'No functions were deployed.')
  },
}

export const functionsDelete: Command = {
  summary: 'removes a deployed function from an installation',
  help: `souk-backend functions delete NAME --url URL [--json]

Functions in the installation's own supabase/functions stay; one of the same name is served again.

${INSTALLATION_HELP}`,
  async run(args) {
    const { values, positionals } = readArgs(args, { allowPositionals: true, options: INSTALLATION_OPTIONS })
    const [name] = positionals
    if (name === undefined) throw new StartupError('Name the function: souk-backend functions delete NAME')
    const target = targetOf(values)
    await ask(target, 'DELETE', name)
    print(values.json, { url: target.url, function: name }, `Deleted from ${target.url}: ${name}`)
  },
}
