import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DenoOptions } from '../function.ts'
import { DENO_ORDERS_VARIABLE, type DenoOrders } from '../messages.ts'
import type { FunctionPlan } from '../settings.ts'
import { replaceImports } from './replace-imports.ts'

/** TypeScript in a clone, JavaScript in the package. */
const BOOTSTRAP = join(import.meta.dirname, `bootstrap${extname(import.meta.filename)}`)

/** Variables that Deno itself reads at startup; hidden from the function. */
const AT_START = ['HOME', 'PATH', 'XDG_CACHE_HOME', 'DENO_DIR', 'DENO_AUTH_TOKENS']
/** Variables that Deno reads when it fetches an import: registries, proxies and certificates. */
const FOR_IMPORTS = [
  'DENO_CERT',
  'DENO_TLS_CA_STORE',
  'JSR_URL',
  'NPM_CONFIG_REGISTRY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
]

/**
 * Starts Deno with a function's file as its main module. It may use the network, read everything but the installation's data, and write
 * temporary files; it cannot start programs or load native code.
 */
export function launchDeno(plan: FunctionPlan, deno: DenoOptions, orders: Omit<DenoOrders, 'hidden'>): ChildProcess {
  const given = [...AT_START, ...FOR_IMPORTS].filter((name) => process.env[name] !== undefined)
  const own: Record<string, string | undefined> = {
    NO_COLOR: '1',
    // For networks with a private certificate authority.
    DENO_TLS_CA_STORE: 'mozilla,system',
    ...Object.fromEntries(given.map((name) => [name, process.env[name]])),
    ...(deno.readsPackageJson ? {} : { DENO_NO_PACKAGE_JSON: '1' }),
  }
  const hidden = [...AT_START, 'DENO_NO_PACKAGE_JSON', DENO_ORDERS_VARIABLE].filter((name) => !(name in plan.env))
  const told: DenoOrders = { ...orders, hidden }
  const options = [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-lock',
    '--no-check',
    ...importOptions(plan, deno),
    '--allow-net',
    '--allow-env',
    '--allow-sys',
    '--allow-import',
    '--allow-read',
    `--deny-read=${deno.hiddenFolder}`,
    `--allow-write=${tmpdir()}`,
    `--v8-flags=--max-old-space-size=${plan.memoryMb}`,
    '--preload',
    BOOTSTRAP,
    fileURLToPath(plan.module),
  ]
  return spawn(deno.executable ?? 'deno', options, {
    cwd: deno.folder,
    env: { ...own, ...plan.env, [DENO_ORDERS_VARIABLE]: JSON.stringify(told) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** Functions whose imports could not be fetched as they are written. */
const offline = new WeakSet<FunctionPlan>()

/** Deno's message for an import from an unreachable host, or for a map's `"name/": "npm:name/"`, which upstream's runtime takes. */
const UNREACHABLE =
  /error sending request|dns error|JSR package manifest for '.*' failed to load|Import '.*' failed|could not be URL-parsed relative/

/**
 * Reads Deno's output during startup.
 * @returns whether a retry with replaced imports may succeed
 */
export function noteUnreachable(plan: FunctionPlan, said: string): boolean {
  if (offline.has(plan) || !UNREACHABLE.test(said)) return false
  offline.add(plan)
  return true
}

/** The import that cannot be fetched, with what to do about it; null for other messages of Deno. */
export function explainUnreachable(said: string): string | null {
  const [, specifier] = /(?:JSR package manifest for|Import) '([^']+)'/.exec(said) ?? []
  return specifier === undefined
    ? null
    : `${specifier} cannot be fetched, and no package of npm is known to take its place: import one as npm:NAME, or put the code beside the function.`
}

function importOptions(plan: FunctionPlan, { importMap, hiddenFolder, readsPackageJson }: DenoOptions): string[] {
  const isConfig = importMap !== null && /\bdeno\.jsonc?$/.test(importMap)
  const map = offline.has(plan) ? writeReplacedMap(plan, importMap, hiddenFolder) : isConfig ? null : importMap
  return [
    isConfig ? `--config=${importMap}` : '--no-config',
    ...(map === null ? [] : [`--import-map=${map}`]),
    ...(readsPackageJson ? [] : ['--node-modules-dir=none']),
  ]
}

function writeReplacedMap({ name, module }: FunctionPlan, importMap: string | null, dataDir: string): string {
  const folder = join(dataDir, 'cache/functions')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.imports.json`)
  writeFileSync(file, JSON.stringify(replaceImports(fileURLToPath(module), importMap)))
  return file
}
