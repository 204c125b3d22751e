import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** Programs built from Go modules. */
const BUILT = join(import.meta.dirname, '../../node_modules/.cache/cluster')
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Newest version of Debian's PostgreSQL. */
export function postgresFolder(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(a) - Number(b)) : []
  return join(root, versions.at(-1) ?? 'none', 'bin')
}

export const PROGRAMS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  redis: '/usr/bin/redis-server',
  versitygw: join(BUILT, 'versitygw'),
  toxiproxy: join(BUILT, 'toxiproxy'),
  faketime: FAKETIME,
} as const

/** Debian packages and the file that shows that one is installed. */
const PACKAGES: Readonly<Record<string, () => string>> = {
  postgresql: () => join(postgresFolder(), 'pg_rewind'),
  patroni: () => PROGRAMS.patroni,
  'etcd-server': () => PROGRAMS.etcd,
  pgbouncer: () => PROGRAMS.pgbouncer,
  haproxy: () => PROGRAMS.haproxy,
  'redis-server': () => PROGRAMS.redis,
  libfaketime: () => FAKETIME,
}

const MODULES = {
  versitygw: { path: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0', program: 'versitygw' },
  toxiproxy: { path: 'github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0', program: 'server' },
} as const

/**
 * Installs the cluster's programs: Debian packages as root, and two programs from Go modules.
 * @returns names of missing programs; empty if the cluster can run
 */
export function ensureParts(): string[] {
  const lacking = Object.keys(PACKAGES).filter(isLacking)
  if (lacking.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing the Debian packages ${lacking.join(', ')}.`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...lacking],
    ]) {
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    }
  }
  const modules = Object.entries(MODULES).filter(([name, { path, program }]) => !build(name, path, program))
  return [...Object.keys(PACKAGES).filter(isLacking), ...modules.map(([name]) => name)]
}

function isLacking(name: string): boolean {
  return !existsSync(PACKAGES[name]?.() ?? '')
}

function build(name: string, path: string, program: string): boolean {
  const target = join(BUILT, name)
  if (existsSync(target)) return true
  mkdirSync(BUILT, { recursive: true })
  console.log(`Building ${path}.`)
  try {
    execFileSync('go', ['install', path], {
      env: { ...process.env, GOBIN: BUILT },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (program !== name) renameSync(join(BUILT, program), target)
    return true
  } catch {
    return false
  }
}

/** The name and version of each part, for reports. */
export function versions(): Readonly<Record<string, string>> {
  const first = (command: string, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    return /\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown'
  }
  return {
    PostgreSQL: first(join(postgresFolder(), 'postgres'), '--version'),
    Patroni: first(PROGRAMS.patroni, '--version'),
    etcd: first(PROGRAMS.etcd, '--version'),
    PgBouncer: first(PROGRAMS.pgbouncer, '--version'),
    HAProxy: first(PROGRAMS.haproxy, '-v'),
    Redis: first(PROGRAMS.redis, '--version'),
    versitygw: '1.8.0',
    Toxiproxy: '2.5.0',
  }
}
