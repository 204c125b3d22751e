import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { type FoundDeno, findDeno } from '../functions/deno/find-deno.ts'
import type { DenoOptions, FunctionDefinition, Functions } from '../functions/function.ts'
import type { DeployedFunction } from './deployed-functions.ts'
import type { ProjectPlace } from './find-project.ts'
import type { ProjectConfig } from './read-config.ts'

/** Entry files in this backend's format, which run in Node. */
export const HANDLERS = ['handler.ts', 'handler.js']
/** Entry files in Supabase's format, which run in Deno. */
const ENTRIES = ['index.ts', 'index.js', 'index.tsx', 'index.jsx', 'index.mjs', 'index.mts']
const DENO_CONFIGS = ['deno.json', 'deno.jsonc']

/** Large enough for pictures and archives, like hosted functions. */
const BODY_LIMIT = 100 * 1024 * 1024
/** The limit of Supabase's CLI, more than hosted: a laptop is slower than a server. */
const CPU_MS = 10_000

/** Facts of the installation that functions need. */
export interface FunctionSurroundings {
  readonly dataDir: string
  /** SUPABASE_URL and similar variables. */
  readonly env: Readonly<Record<string, string>>
  /** Secrets, instead of those of `functions/.env`. */
  readonly envFile?: string | null
  /** False serves all functions without a token. */
  readonly verifiesJwt?: boolean
}

/** A project's functions, and notices about those that cannot run, without full stops. */
export interface ProjectFunctions {
  readonly functions: Functions
  readonly notices: readonly string[]
}

/** Reads `supabase/functions` and the settings of its functions in config.toml. Deployed functions replace those of the folder. */
export function projectFunctions(
  place: ProjectPlace,
  config: ProjectConfig,
  { dataDir, env, envFile = null, verifiesJwt = true }: FunctionSurroundings,
  uploads: readonly DeployedFunction[] = [],
): ProjectFunctions {
  const { values } = config
  const directory = join(place.folder, 'functions')
  if (values.get('edge_runtime.enabled') === false) return { functions: {}, notices: [] }
  const secrets = { ...functionSecrets(envFile ?? join(directory, '.env'), config), ...env }
  const notices: string[] = []
  const deno = findDeno(place.root, process.env)
  const inDeno: string[] = []
  const functions: Record<string, FunctionDefinition> = {}
  const deployed = new Map(uploads.map((one) => [one.name, one]))
  for (const name of new Set([...functionNames(directory, config), ...deployed.keys()])) {
    const at = (key: string) => values.get(`functions.${name}.${key}`)
    if (at('enabled') === false) continue
    const upload = deployed.get(name)
    const files = upload ?? functionFiles(place, config, name)
    if (files === null) {
      notices.push(`supabase/functions/${name} has no index.ts, so it is not served`)
      continue
    }
    const common = {
      module: pathToFileURL(files.entry),
      verifyJwt: verifiesJwt && (upload ? upload.verifyJwt : at('verify_jwt') !== false),
      env: { ...secrets, ...ownSecrets(config, name) },
    }
    if (HANDLERS.some((file) => files.entry === join(directory, name, file))) functions[name] = common
    else {
      inDeno.push(name)
      functions[name] = {
        ...common,
        deno: denoOptions(place, files, { deno, dataDir }),
        oneShot: values.get('edge_runtime.policy') === 'oneshot',
        bodyLimitBytes: BODY_LIMIT,
        cpuMs: CPU_MS,
      }
    }
  }
  if ('missing' in deno && inDeno.length > 0)
    notices.push(`${deno.missing}; until then functions answer 503: ${inDeno.join(', ')}`)
  return { functions, notices }
}

/** Names of folders with code, and of functions that only config.toml lists. */
export function functionNames(directory: string, { values }: ProjectConfig): string[] {
  const folders = existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : []
  const found = folders
    .filter((entry) => entry.isDirectory() && !/^[_.]|^node_modules$/.test(entry.name))
    .map(({ name }) => name)
  const named = [...values.keys()].flatMap((key) => /^functions\.([^.]+)\.entrypoint$/.exec(key)?.[1] ?? [])
  return [...new Set([...found, ...named])].sort()
}

/** A function's entry file and import map. */
export interface FunctionFiles {
  readonly entry: string
  /** deno.json, or the function's import map; null for none. */
  readonly importMap: string | null
}

/** Null where a function has no code. */
export function functionFiles({ folder }: ProjectPlace, { values }: ProjectConfig, name: string): FunctionFiles | null {
  const directory = join(folder, 'functions')
  const own = join(directory, name)
  const [entrypoint, map] = ['entrypoint', 'import_map'].map((key) => values.get(`functions.${name}.${key}`))
  const entry = entrypoint
    ? resolve(folder, String(entrypoint))
    : first([...ENTRIES, ...HANDLERS].map((file) => join(own, file)))
  if (entry === null || !existsSync(entry)) return null
  const maps = [...DENO_CONFIGS, 'import_map.json'].flatMap((file) => [join(own, file)])
  const shared = [...DENO_CONFIGS, 'import_map.json'].map((file) => join(directory, file))
  return { entry, importMap: map ? resolve(folder, String(map)) : first([...maps, ...shared]) }
}

const first = (paths: readonly string[]) => paths.find((path) => existsSync(path)) ?? null

function denoOptions(
  place: ProjectPlace,
  { entry, importMap }: FunctionFiles,
  { deno, dataDir }: { deno: FoundDeno; dataDir: string },
): DenoOptions {
  return {
    executable: 'executable' in deno ? deno.executable : null,
    importMap,
    folder: place.root,
    hiddenFolder: dataDir,
    readsPackageJson: existsSync(join(entry, '../package.json')),
  }
}

/** `functions/.env`, overridden by `[edge_runtime.secrets]`. Names reserved by Supabase are ignored. */
function functionSecrets(file: string, { values }: ProjectConfig): Record<string, string> {
  const given = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const prefix = 'edge_runtime.secrets.'
  const named = [...values]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), String(value)])
  const all = Object.entries({ ...given, ...Object.fromEntries(named) }) as [string, string][]
  return Object.fromEntries(all.filter(([name]) => !name.startsWith('SUPABASE_')))
}

function ownSecrets({ values }: ProjectConfig, name: string): Record<string, string> {
  const prefix = `functions.${name}.env.`
  return Object.fromEntries(
    [...values]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), String(value)]),
  )
}
