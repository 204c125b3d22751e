import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runFromCommandLine } from '../command-line.ts'
import { shownPath } from '../project/find-project.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { readFolder, requireProject } from './folder.ts'
import { announceAsJson, announceProject, logAsJson } from './status.ts'

const TEMPLATE = `Deno.serve(async (req) => {
  const { name } = await req.json()

  return Response.json({ message: \`Hello \${name}!\` })
})
`

export const functionsNew: Command = {
  summary: 'creates a function',
  help: 'souk-backend functions new NAME [--json]\n\nWrites supabase/functions/NAME/index.ts and its deno.json.',
  async run(args) {
    const { values, positionals } = readArgs(args, { allowPositionals: true, options: { json: { type: 'boolean' } } })
    const [name = ''] = positionals
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) {
      throw new StartupError('Give it a name of letters, digits, - and _: souk-backend functions new NAME')
    }
    const { project } = await requireProject()
    const folder = join(project.place.folder, 'functions', name)
    const entry = join(folder, 'index.ts')
    if (existsSync(entry)) throw new StartupError(`${shownPath(project.place, entry)} is there already.`)
    await mkdir(folder, { recursive: true })
    await writeFile(entry, TEMPLATE)
    await writeFile(join(folder, 'deno.json'), '{\n  "imports": {}\n}\n')
    const file = shownPath(project.place, entry)
    print(values.json, { file }, file)
  },
}

export const functionsServe: Command = {
  summary: 'starts the project, and reloads changed functions',
  help: `souk-backend functions serve [--env-file FILE] [--no-verify-jwt] [--json]

The same as start --watch.

  --env-file        secrets from this file instead of supabase/functions/.env
  --no-verify-jwt   calls need no token
  --json            as of start`,
  async run(args) {
    const { values } = readArgs(args, {
      options: { 'env-file': { type: 'string' }, 'no-verify-jwt': { type: 'boolean' }, json: { type: 'boolean' } },
    })
    if (values.json) logAsJson()
    const envFile = values['env-file'] === undefined ? null : resolve(values['env-file'])
    if (envFile !== null && !existsSync(envFile)) throw new StartupError(`There is no file ${envFile}.`)
    await requireProject()
    const served = { envFile, verifiesJwt: !values['no-verify-jwt'] }
    const { project, definition } = await readFolder(console.log, { watches: true, served })
    for (const notice of project?.notices ?? []) console.error(`${notice}.`)
    await runFromCommandLine(definition, values.json ? announceAsJson : announceProject)
  },
}
