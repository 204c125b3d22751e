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
  '@openai/openai': 'openai',
  '@panva/jose': 'jose',
  '@zod/zod': 'zod',
}

/** Modules of deno.land/x that npm has under the same name and with the same versions. */
const OF_DENO_LAND = /^https:\/\/deno\.land\/x\/(grammy|hono|openai|zod)(?:@v?([\w.-]+))?\/mod\.ts$/

/**
 * Replacement for an import when jsr.io, esm.sh or deno.land is unreachable: the same package from npm, or a file of this backend for
 * imports common to all Supabase functions.
 */
export function replacementOf(specifier: string): string | null {
  if (/^(jsr:\/?|https:\/\/(esm\.sh|jsr\.io)\/)@supabase\/functions-js.*edge-runtime(\.d\.ts)?$/.test(specifier))
    return ours('nothing')
  // Adds XMLHttpRequest for clients that have no `fetch`.
  if (/^https:\/\/deno\.land\/x\/xhr(@[\w.]+)?\/mod\.ts$/.test(specifier)) return ours('nothing')
  if (
    /^(https:\/\/deno\.land\/std(@[\w.]+)?\/encoding\/base64\.ts|jsr:\/?@std\/encoding(@[^/]+)?\/base64)$/.test(
      specifier,
    )
  )
    return ours('standard-base64')
  const [ofDeno, module_, moduleVersion] = OF_DENO_LAND.exec(specifier) ?? []
  if (ofDeno !== undefined) return `npm:${module_}${moduleVersion === undefined ? '' : `@${moduleVersion}`}`
  if (/^https:\/\/deno\.land\/std(@[\w.]+)?\/http\/(server|mod)\.ts$/.test(specifier)) return ours('standard-http')
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
  return { imports: { ...own, ...Object.fromEntries(direct) }, ...(scopes ? { scopes } : {}) }

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
