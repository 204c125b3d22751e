import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.REDIS_SERVER,
  '/usr/bin/redis-server',
  '/usr/bin/valkey-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
]

/** Without a network, skipping the Redis tests is better than waiting. */
const PATIENCE_MS = 120_000

export const HOW_TO_GET_REDIS =
  'on Debian: sudo apt-get install redis-server; elsewhere set REDIS_SERVER to the program file of Redis or Valkey'

/** Returns the path of a Redis server, or null. */
export function findRedis(): string | null {
  return CANDIDATES.find((path) => path !== undefined && existsSync(path)) ?? null
}

/** Returns the path of a Redis server. On Debian as root it is installed when missing; null when that is not possible. */
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
