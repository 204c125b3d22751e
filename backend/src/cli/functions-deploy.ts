import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Deployment } from '../functions/deploy.ts'
import { functionFiles, functionNames, HANDLERS } from '../project/functions.ts'
import type { Project } from '../project/project.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { requireProject } from './folder.ts'
import { ask, INSTALLATION_HELP, INSTALLATION_OPTIONS, targetOf } from './installation.ts'

export const functionsDeploy: Command = {
  summary: 'uploads functions to another installation',
  help: `souk-backend functions deploy [NAME ...] --url URL [--no-verify-jwt] [--json]

Uploads supabase/functions/NAME with the files that functions share (folders that begin with _, deno.json), or all functions. The
installation has to be started with FUNCTIONS_DEPLOY=1. Its secrets stay as they are: .env files are not uploaded.

${INSTALLATION_HELP}
  --no-verify-jwt   calls need no token, whatever config.toml says`,
  async run(args) {
    const { values, positionals } = readArgs(args, {
      allowPositionals: true,
      options: { ...INSTALLATION_OPTIONS, 'no-verify-jwt': { type: 'boolean' } },
    })
    const target = targetOf(values)
    const { project } = await requireProject()
    const { place, config } = project
    const names = positionals.length > 0 ? positionals : functionNames(join(place.folder, 'functions'), config)
    if (names.length === 0) throw new StartupError('There are no functions in supabase/functions.')
    // All are read before the first is sent.
    const ready = await Promise.all(
      names.map((name) => readDeployment(project, name, values['no-verify-jwt'] === true)),
    )
    for (const [n, deployment] of ready.entries()) await ask(target, 'PUT', names[n] ?? '', deployment)
    print(values.json, { url: target.url, functions: names }, `Deployed to ${target.url}: ${names.join(', ')}`)
  },
}

async function readDeployment({ place, config }: Project, name: string, isOpen: boolean): Promise<Deployment> {
  const found = functionFiles(place, config, name)
  if (found === null) throw new StartupError(`supabase/functions/${name} has no index.ts.`)
  if (HANDLERS.includes(basename(found.entry)))
    throw new StartupError(`${name} is a handler for Node; only functions for Deno can be deployed.`)
  const directory = join(place.folder, 'functions')
  const pathOf = (file: string) => `functions/${relative(directory, file).replaceAll('\\', '/')}`
  for (const file of [found.entry, found.importMap])
    if (file !== null && pathOf(file).startsWith('functions/..'))
      throw new StartupError(`${file} is outside of supabase/functions, so ${name} cannot be deployed.`)
  const own = dirname(found.entry)
  const files = (await filesBelow(directory)).filter(
    (file) =>
      file.startsWith(join(own, '/')) ||
      dirname(file) === directory ||
      pathOf(file).startsWith('functions/_') ||
      file === found.importMap,
  )
  return {
    verifyJwt: !isOpen && config.values.get(`functions.${name}.verify_jwt`) !== false,
    entry: pathOf(found.entry),
    importMap: found.importMap === null ? null : pathOf(found.importMap),
    files: await Promise.all(
      files.map(async (file) => ({ path: pathOf(file), base64: (await readFile(file)).toString('base64') })),
    ),
  }
}

/** Without secrets, repositories, packages and what else begins with a dot. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const kept = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
  const found = await Promise.all(
    kept.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : []
    }),
  )
  return found.flat()
}
