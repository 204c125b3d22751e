import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { findRedis } from '../../../scripts/ensure-redis.ts'
import { freePort } from '../../src/testing/free-port.ts'

export interface RedisServer {
  readonly url: string
  stop(): Promise<void>
}

/** A Redis server without persistence; null where none is installed. */
export async function startRedisServer(): Promise<RedisServer | null> {
  const program = findRedis()
  if (!program) return null
  const port = await freePort()
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`Redis ended while starting (${child.exitCode})`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await ended
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}
