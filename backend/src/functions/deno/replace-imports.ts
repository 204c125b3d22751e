import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The format of import maps, also in deno.json. */
interface ImportMap {
  imports?: Record<string, string>
  scopes?: Record<string, Record<string, string>>
  importMap?: string
}

const ours = (name: string) => pathToFileURL(join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)).href

/** Packages of jsr.io that have another name on npm. */
const ON_NPM: Readonly<Record<string, string>> = {
  '@hono/hono': 'hono',
  '@oak/oak': '@oakserver/oak',
  '@openai/openai': 'openai',
  '@panva/jose': 'jose',
  '@zod/zod': 'zod',
}

/** Modules of deno.land/x that npm has under the same name and with the same versions. */
const OF_DENO_LAND =
  /^https:\/\/deno\.land\/x\/(grammy|hono|imagescript|jose|kysely|oak|openai|postgresjs|sentry|supabase|upstash_redis|zod)(?:@v?([\w.-]+))?\/(?:mod|index)\.m?[jt]s$/
/** Those that have another name there. */
const FROM_DENO_LAND: Readonly<Record<string, string>> = {
  oak: '@oakserver/oak',
  postgresjs: 'postgres',
  sentry: '@sentry/deno',
  supabase: '@supabase/supabase-js',
  upstash_redis: '@upstash/redis',
}
/** Those of which npm has a few versions only: any of the same major version. */
const FEW_VERSIONS = new Set(['oak'])

/** Deno's standard library, of jsr.io or deno.land: its package and the module in it. */
const STANDARD =
  /^(?:jsr:\/?@std\/([\w-]+)(?:@[^/]+)?(?:\/(.+))?|https:\/\/deno\.land\/std(?:@[\w.]+)?\/(\w+)\/(.+)\.ts)$/
/** What npm has of it: the packages that need nothing of Deno, but for modules that import others. */
const STANDARD_ON_NPM = 'npm:deno-std@1.4.0'
const ON_NPM_TOO =
  /^(assert|async|bytes|collections|csv|data_structures|encoding|expect|fmt|front_matter|html|http|json|jsonc|media_types|msgpack|path|regexp|semver|streams|text|toml|ulid|uuid|yaml)$/
const BROKEN_ON_NPM = new Set(['async/mod', 'http/mod'])
/** Modules of ours, by package and module. */
const OWN_STANDARD: Readonly<Record<string, string>> = {
  'crypto/crypto': 'standard-crypto',
  'crypto/mod': 'standard-crypto',
  'dotenv/load': 'nothing',
  'encoding/base64': 'standard-base64',
  'http/mod': 'standard-http',
  'http/server': 'standard-http',
  'uuid/mod': 'standard-uuid',
}

function standardModule(specifier: string): string | null {
  const [found, onJsr, jsrPath = 'mod', ofLand, landPath = ''] = STANDARD.exec(specifier) ?? []
  if (found === undefined) return null
  const [name, path] = [onJsr ?? ofLand ?? '', onJsr === undefined ? landPath : jsrPath].map((part) =>
    part.replaceAll('-', '_'),
  )
  if (name === 'node') return `node:${path}`
  const own = OWN_STANDARD[`${name}/${path}`]
  // On jsr.io the package `http` is no server.
  if (own !== undefined && !(onJsr === 'http')) return ours(own)
  return ON_NPM_TOO.test(name ?? '') && !BROKEN_ON_NPM.has(`${name}/${path}`)
    ? `${STANDARD_ON_NPM}/${name}/${path}.js`
    : null
}

/**
 * Replacement for an import when jsr.io, esm.sh or deno.land is unreachable: the same package from npm, or a file of this backend for
 * imports common to all Supabase functions.
 */
export function replacementOf(specifier: string): string | null {
  if (/^(jsr:\/?|https:\/\/(esm\.sh|jsr\.io)\/)@supabase\/functions-js.*edge-runtime(\.d\.ts)?$/.test(specifier))
    return ours('nothing')
  // Adds XMLHttpRequest for clients that have no `fetch`.
  if (/^https:\/\/deno\.land\/x\/xhr(@[\w.]+)?\/mod\.ts$/.test(specifier)) return ours('nothing')
  const standard = standardModule(specifier)
  if (standard !== null) return standard
  const [, module_, moduleVersion] = OF_DENO_LAND.exec(specifier) ?? []
  if (module_ !== undefined) {
    const version = FEW_VERSIONS.has(module_) ? moduleVersion?.replace(/\..*/, '') : moduleVersion
    return `npm:${FROM_DENO_LAND[module_] ?? module_}${version === undefined ? '' : `@${version}`}`
  }
  const [, package_ = '', version = '', path = ''] = /^jsr:\/?(@[^/@]+\/[^/@]+)(@[^/]+)?(\/.*)?$/.exec(specifier) ?? []
  const name = package_.startsWith('@supabase/') ? package_ : ON_NPM[package_]
  // A renamed package has other version numbers.
  if (name !== undefined) return `npm:${name}${name === package_ ? version : ''}${path}`
  const [, inCdn] =
    /^https:\/\/(?:esm\.sh\/(?:v\d+\/|\*)?|cdn\.jsdelivr\.net\/npm\/|cdn\.skypack\.dev\/|unpkg\.com\/)((?:@[\w.-]+\/)?[a-z0-9][\w.-]*(?:@[\w.^~-]+)?(?:\/[\w./-]+)?)/.exec(
      specifier,
    ) ?? []
  return inCdn === undefined ? null : `npm:${inCdn.replace(/\/\+esm$/, '')}`
}

/** The project's import map, with replacements for what a function's files import. */
export function replaceImports(entry: string, mapFile: string | null): ImportMap {
  const { imports, scopes } = readMap(mapFile)
  const replaced = (target: string) => replacementOf(target) ?? target
  const found = new Set<string>()
  const seen = new Set<string>()
  follow(entry)
  for (const target of Object.values(imports))
    if (target.startsWith('file:') && !target.endsWith('/')) follow(fileURLToPath(target))
  const own = Object.fromEntries(Object.entries(imports).map(([name, target]) => [name, replaced(target)]))
  // As in deno.json, where the name of a package leads to what is in it, too.
  const inPackages = Object.entries(own).flatMap(([name, target]) =>
    target.startsWith('npm:') && !name.endsWith('/') ? [[`${name}/`, `${target.replace(/^npm:\/?/, 'npm:/')}/`]] : [],
  )
  const direct = [...found].flatMap((specifier) => {
    const [prefix] = Object.keys(imports).filter(
      (name) => name === specifier || (name.endsWith('/') && specifier.startsWith(name)),
    )
    // For a mapped name with a path, the mapped target decides.
    const whole =
      prefix === undefined ? packageIn(imports, specifier) : (imports[prefix] ?? '') + specifier.slice(prefix.length)
    const target = replacementOf(whole)
    return target === null ? [] : [[specifier, target]]
  })
  const all = { ...Object.fromEntries(inPackages), ...own, ...Object.fromEntries(direct) }
  return { imports: all, ...(scopes ? { scopes } : {}) }

  function follow(path: string): void {
    if (seen.has(path) || !existsSync(path)) return
    seen.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport\b)\s*\(?\s*['"]([^'"\n]+)['"]/g)) {
      if (/^\.{1,2}\//.test(specifier)) follow(resolve(dirname(path), specifier))
      else found.add(specifier)
    }
  }
}

/** `@supabase/functions-js/edge-runtime.d.ts` of a map that has `@supabase/functions-js`. */
function packageIn(imports: Readonly<Record<string, string>>, specifier: string): string {
  const name = Object.keys(imports).find((one) => specifier.startsWith(`${one}/`))
  return name === undefined ? specifier : `${imports[name]}${specifier.slice(name.length)}`
}

function readMap(file: string | null): { imports: Record<string, string>; scopes: ImportMap['scopes'] } {
  if (file === null || !existsSync(file)) return { imports: {}, scopes: undefined }
  const { imports = {}, scopes, importMap } = parseWithComments(readFileSync(file, 'utf8'))
  if (importMap !== undefined) return readMap(resolve(dirname(file), importMap))
  const base = pathToFileURL(file)
  const absolute = (target: string) =>
    /^\.{0,2}\//.test(target) ? new URL(target, base).href : target.replace(/^npm:(?=[^/].*\/$)/, 'npm:/')
  return {
    imports: Object.fromEntries(Object.entries(imports).map(([name, target]) => [name, absolute(target)])),
    scopes,
  }
}

/** Reads JSON with comments; Deno has already refused invalid files. */
function parseWithComments(text: string): ImportMap {
  const plain = text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted?: string) => quoted ?? '')
    .replace(/,(\s*[}\]])/g, '$1')
  try {
    return JSON.parse(plain) as ImportMap
  } catch {
    return {}
  }
}
