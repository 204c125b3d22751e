import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** The oldest supported version, which introduced `--preload`. */
const OLDEST = [2, 4] as const

/** Binaries of the npm package `deno`, by platform and architecture. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@deno/linux-x64-glibc',
  'linux-arm64': '@deno/linux-arm64-glibc',
  'darwin-x64': '@deno/darwin-x64',
  'darwin-arm64': '@deno/darwin-arm64',
}

export type FoundDeno = { readonly executable: string } | { readonly missing: string }

/**
 * Finds Deno: the one that `given` names, the npm package `deno` of the project or beside this one, or the first one of PATH.
 * @param folder  contains the project's node_modules
 * @returns its path, or a message about what is missing, without a full stop
 */
export function findDeno(folder: string, { DENO_BIN, PATH }: Readonly<Record<string, string | undefined>>): FoundDeno {
  if (DENO_BIN) return checked(DENO_BIN, 'DENO_BIN')
  const packaged = [join(folder, 'package.json'), import.meta.filename].map(fromPackage).find((path) => path !== null)
  if (packaged) return { executable: packaged }
  const onPath = (PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'deno'))
    .find(isExecutable)
  if (onPath) return checked(onPath, 'PATH')
  return { missing: 'Deno is not installed: run npm install --save-dev deno, or name its path in DENO_BIN' }
}

function fromPackage(from: string): string | null {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (name === undefined) return null
  try {
    const path = join(dirname(createRequire(from).resolve(`${name}/package.json`)), 'deno')
    return isExecutable(path) ? path : null
  } catch {
    return null // not installed there
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function checked(path: string, source: string): FoundDeno {
  if (!isExecutable(path)) return { missing: `${source} names ${path}, which cannot be run` }
  try {
    const text = execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
    const [major = 0, minor = 0] = (/deno (\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number)
    const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
    return isOld
      ? { missing: `${path} is Deno ${major}.${minor}; functions need ${OLDEST.join('.')} or later` }
      : { executable: path }
  } catch {
    return { missing: `${path} is no Deno that runs here` }
  }
}
