import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Returns the path of Chromium. On Debian as root it is installed when missing.
 * @throws {Error} with install instructions when it is missing and cannot be installed from here
 */
export function ensureChromium(): string {
  const found = find() ?? (install('chromium') ? find() : undefined)
  if (found) return found
  throw new Error(
    'The end-to-end tests need Chromium. On Debian: sudo apt-get install chromium. Elsewhere set CHROMIUM to its program file.',
  )
}

/** Installs the headless build of Chromium where possible; `headlessShell` works without it. */
export function installHeadlessShell(): void {
  if (headlessShell() === ensureChromium()) install('chromium-headless-shell')
}

/**
 * Returns the headless build of Chromium if Debian's package is installed: the same engine for two thirds of the CPU time, without push
 * messages and PDF viewer. Otherwise Chromium itself.
 */
export function headlessShell(): string {
  const chromium = ensureChromium()
  const shell = join(dirname(chromium), 'chromium-headless-shell')
  return existsSync(shell) ? shell : chromium
}

/** Installs Debian's package. @returns whether it is installed */
function install(name: string): boolean {
  const isDebianRoot = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isDebianRoot) return false
  console.log(`${name} is missing; installing the Debian package.`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
    return true
  } catch {
    console.log(`${name} could not be installed.`)
    return false
  }
}

function find(): string | undefined {
  return CANDIDATES.find((path) => path !== undefined && existsSync(path))
}

/** Flags of every browser we start: headless, silent, without the sandbox, which root cannot use. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const
