import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.REDIS_SERVER,
  '/usr/bin/redis-server',
  '/usr/bin/valkey-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
]

/** Without a network the tests of it are rather left out than waited for. */
const PATIENCE_MS = 120_000

export const HOW_TO_GET_REDIS =
  'on Debian: sudo apt-get install redis-server; elsewhere set REDIS_SERVER to the program file of Redis or Valkey'

/** Where a Redis server is, or null. */
export function findRedis(): string | null {
  return CANDIDATES.find((path) => path !== undefined && existsSync(path)) ?? null
}

/** Where a Redis server is. On Debian as root it is installed when missing; null when that is not possible from here. */
export function ensureRedis(): string | null {
  const found = findRedis()
  if (found) return found
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Redis is missing; installing the Debian package.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: 'inherit', env, timeout: PATIENCE_MS } as const
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], options)
  } catch (error) {
    console.log(`Redis could not be installed (${error instanceof Error ? error.message : error}).`)
  }
  return findRedis()
}
