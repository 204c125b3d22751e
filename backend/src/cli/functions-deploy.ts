import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Deployment } from '../functions/deploy.ts'
import { isLoopback } from '../http/loopback.ts'
import { functionFiles, functionNames, HANDLERS } from '../project/functions.ts'
import type { Project } from '../project/project.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { requireProject } from './folder.ts'

export const functionsDeploy: Command = {
  summary: 'uploads functions to another installation',
  help: `souk-backend functions deploy [NAME ...] --url URL [--no-verify-jwt] [--json]

Uploads supabase/functions/NAME with the files that functions share (folders that begin with _, deno.json), or all functions. The
installation has to be started with FUNCTIONS_DEPLOY=1. Its secrets stay as they are: .env files are not uploaded.

  --url             address of the installation, or SUPABASE_URL
  --key             its secret key; better in SUPABASE_SECRET_KEY or SUPABASE_SERVICE_ROLE_KEY
  --no-verify-jwt   calls need no token, whatever config.toml says`,
  async run(args) {
    const { values, positionals } = readArgs(args, {
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        'project-ref': { type: 'string' },
        'no-verify-jwt': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
    if (values['project-ref'] !== undefined)
      throw new StartupError('There are no hosted projects here; name the installation with --url.')
    const target = targetOf(values)
    const { project } = await requireProject()
    const { place, config } = project
    const names = positionals.length > 0 ? positionals : functionNames(join(place.folder, 'functions'), config)
    if (names.length === 0) throw new StartupError('There are no functions in supabase/functions.')
    // All are read before the first is sent.
    const ready = await Promise.all(
      names.map((name) => readDeployment(project, name, values['no-verify-jwt'] === true)),
    )
    for (const [n, deployment] of ready.entries()) await send(target, names[n] ?? '', deployment)
    print(values.json, { url: target.url, functions: names }, `Deployed to ${target.url}: ${names.join(', ')}`)
  },
}

interface Target {
  readonly url: string
  readonly key: string
}

function targetOf(given: { readonly url?: string | undefined; readonly key?: string | undefined }): Target {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_SERVICE_ROLE_KEY } = process.env
  const url = URL.parse(given.url ?? SUPABASE_URL ?? '')
  if (url === null) throw new StartupError('Name the installation: --url https://api.example.com')
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new StartupError('The secret key is only sent over https.')
  const key = given.key ?? SUPABASE_SECRET_KEY ?? SUPABASE_SERVICE_ROLE_KEY
  if (!key) throw new StartupError("Give the installation's secret key in SUPABASE_SECRET_KEY.")
  return { url: url.href.replace(/\/+$/, ''), key }
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

async function send({ url, key }: Target, name: string, deployment: Deployment): Promise<void> {
  const answer = await fetch(`${url}/functions/v1/_deploy/${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(deployment),
    redirect: 'error',
  }).catch((cause: Error) => {
    const reason = cause.cause instanceof Error ? cause.cause.message : cause.message
    throw new StartupError(`${url} cannot be reached: ${reason}.`, { cause })
  })
  if (answer.ok) return
  if (answer.status === 404 || answer.status === 405)
    throw new StartupError(`${url} accepts no functions; start it with FUNCTIONS_DEPLOY=1.`)
  const text = await answer.text()
  throw new StartupError(`${name} was refused (${answer.status}): ${messageIn(text)}`)
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : text
  } catch {
    return text
  }
}
