import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Where Chromium is. On Debian as root it is installed when missing.
 * @throws {Error} that says exactly what to install, when it is missing and may not be installed from here
 */
export function ensureChromium(): string {
  const found = find()
  if (found) return found
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Chromium is missing; installing the Debian package.')
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
    const installed = find()
    if (installed) return installed
  }
  throw new Error(
    'The end-to-end tests need Chromium. On Debian: sudo apt-get install chromium. Elsewhere set CHROMIUM to its program file.',
  )
}

function find(): string | undefined {
  return CANDIDATES.find((path) => path !== undefined && existsSync(path))
}

/** The flags that every browser of ours is started with: headless, without a sandbox that root cannot have, silent. */
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
