import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, Client as PostgresClient } from 'pg'
import { loadConfig } from '../../src/config/config.ts'
import { openKeyring } from '../../src/jwt/installation.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { migratedFolder } from '../data-folder.ts'

/** Only detects a server that never starts; slow machines need most of it. */
const START_LIMIT_MS = 180_000

/** A server with its own process and folder that can be killed and restarted. */
export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  readonly secretKey: string
  readonly pid: number
  start(): Promise<void>
  kill(): Promise<void>
  /** Breaks, once, the connection that sends the `bytes`-th byte from now to the server. */
  breakAfter(bytes: number, onBreak?: () => void): void
  /** Supports the members that the client does not. */
  makeBucket(rules: Record<string, unknown> & { readonly id: string }): Promise<void>
  /** A connection to its database as the owner. */
  connectDatabase(): Promise<Client>
  databaseOptions(): Promise<DatabaseOptions>
  /** Stops the server and its database, and removes the folder. */
  remove(): Promise<void>
}

/** Starts a server behind a proxy that can break connections; its public URL is the proxy's. */
export async function startServerProcess(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const { dataDir, remove } = await migratedFolder('killed')
  const port = await freePort()
  const wire = await openWire(port)
  const url = `http://127.0.0.1:${wire.port}`
  const environment = { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url, DEMO: '0', LOG_LEVEL: 'fatal' }
  let running = await launch({ ...environment, ...settings })
  const { apiKeys } = await openKeyring(loadConfig({ DATA_DIR: dataDir }))
  return {
    url,
    dataDir,
    secretKey: apiKeys.secretKey,
    get pid() {
      return running.child.pid ?? 0
    },
    async start() {
      running = await launch({ ...environment, ...settings })
    },
    kill: () => running.end('SIGKILL'),
    breakAfter: wire.breakAfter,
    async makeBucket(rules) {
      const headers = { authorization: `Bearer ${apiKeys.secretKey}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ name: rules.id, ...rules })
      const answer = await fetch(`${url}/storage/v1/bucket`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(await answer.text())
    },
    databaseOptions: () => databaseOptions(dataDir),
    async connectDatabase() {
      const client = new PostgresClient(await databaseOptions(dataDir))
      client.on('error', () => undefined) // its end may come together with the server's
      await client.connect()
      return client
    },
    async remove() {
      wire.close()
      await running.end('SIGTERM')
      await remove()
    },
  }
}

async function launch(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'one-server.ts')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += String(chunk)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await wait(20)) {
    if (child.exitCode !== null) break
    if (printed.includes(' is ready in ')) return { child, end: (signal: NodeJS.Signals) => end(child, signal, ended) }
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not start:\n${printed}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await ended
}

/** Forwards bytes in both directions until broken. */
async function openWire(port: number) {
  let left = Number.POSITIVE_INFINITY
  let announce = () => undefined as unknown
  const open = new Set<Socket>()
  const wire = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    const destroy = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', destroy).on('close', () => {
        open.delete(socket)
        destroy()
      })
    }
    server.pipe(client)
    client.on('data', (chunk) => {
      left -= chunk.length
      if (left > 0) {
        if (!server.write(chunk)) client.pause()
        return
      }
      left = Number.POSITIVE_INFINITY
      announce()
      destroy()
    })
    server.on('drain', () => client.resume())
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const address = wire.address()
  if (address === null || typeof address === 'string') throw new Error('the wire has no port')
  return {
    port: address.port,
    breakAfter(bytes: number, onBreak: () => void = () => undefined) {
      left = bytes
      announce = onBreak
    },
    close() {
      for (const socket of open) socket.destroy()
      wire.close()
    },
  }
}

interface DatabaseOptions {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: string
}

/** Reads from the embedded PostgreSQL's pid file: lines 4 and 5 are the port and the socket's folder. */
async function databaseOptions(dataDir: string): Promise<DatabaseOptions> {
  const { password } = JSON.parse(await readFile(join(dataDir, 'secrets/postgres.json'), 'utf8')) as {
    password: string
  }
  const [, , , port = '', folder = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const host = folder === '' ? '127.0.0.1' : folder
  return { host, port: Number(port), user: 'postgres', database: 'postgres', password }
}
