import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROGRAMS } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import { Program, until } from './process.ts'

export interface RedisGroup {
  /** Initially the first one is the primary. */
  readonly nodes: readonly { readonly program: Program; readonly port: number }[]
  readonly sentinels: readonly Program[]
  readonly url: string
}

const NAME = 'souk'
/** Nothing in Redis needs to survive, so nothing is written to disk. */
const IN_MEMORY = ['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1', '--maxmemory', '64mb']

/** A primary with two replicas, watched by three Sentinels. */
export async function startRedis(place: Place): Promise<RedisGroup> {
  const ports = await freePorts(6)
  const [primary = 0] = ports
  const nodes = []
  for (const [n, port] of ports.slice(0, 3).entries()) {
    const name = `redis${n + 1}`
    const follow = n === 0 ? [] : ['--replicaof', '127.0.0.1', String(primary)]
    const args = ['--port', String(port), '--dir', await place.make(name), ...IN_MEMORY, ...follow]
    nodes.push({
      port,
      program: new Program({ name, command: PROGRAMS.redis, args, logFile: place.logFile(name) }).start(),
    })
  }
  await until('Redis answers', () => redis(primary, 'PING').then((answer) => answer.includes('PONG')))
  const sentinels: Program[] = []
  for (const [n, port] of ports.slice(3).entries()) {
    const name = `sentinel${n + 1}`
    await place.make(name)
    const file = await place.write(
      `${name}/sentinel.conf`,
      `port ${port}\nbind 127.0.0.1\nsentinel monitor ${NAME} 127.0.0.1 ${primary} 2\nsentinel down-after-milliseconds ${NAME} 2000\nsentinel failover-timeout ${NAME} 6000\n`,
    )
    const args = [file, '--sentinel', '--dir', place.folder]
    sentinels.push(new Program({ name, command: PROGRAMS.redis, args, logFile: place.logFile(name) }).start())
  }
  const hosts = ports.slice(3).map((port) => `127.0.0.1:${port}`)
  await until('Sentinel knows the replicas', async () =>
    /num-slaves\n2\n/.test(await redis(ports[3] ?? 0, 'SENTINEL', 'MASTER', NAME)),
  )
  return { nodes, sentinels, url: `redis-sentinel://${hosts.join(',')}/0#${NAME}` }
}

/** Runs one command with redis-cli. */
export async function redis(port: number, ...command: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...command], { timeout: 3000 })
  return stdout
}
