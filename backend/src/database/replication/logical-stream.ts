import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { LogicalReplicationService } from 'pg-logical-replication'
import type { ConnectionOptions } from '../connection-options.ts'
import { parseLsn } from './lsn.ts'

/** Well under wal_sender_timeout (60 s), after which the server would hang up. Each status asks for an answer. */
const STATUS_MS = 10_000
/** Without any answer for this long the connection counts as lost, even if nobody said so. */
const SILENCE_MS = 30_000
/** A connection that is gone cannot be closed in an orderly way: no use waiting for it. */
const FAREWELL_MS = 2_000

/** What decodes the log on the server, and what reads its messages here; the library's plugins are such. */
export interface OutputPlugin {
  readonly options: unknown
  readonly name: string
  start(client: Client, slotName: string, lastLsn: string): Promise<unknown>
  parse(buffer: Buffer): unknown
}

export interface LogicalStreamParts<Message> {
  /** A role that may replicate. */
  readonly connection: ConnectionOptions
  /** Shown in pg_stat_replication, and the beginning of the slot's name: small letters, digits and hyphens. */
  readonly name: string
  readonly plugin: OutputPlugin
  /** What the plugin read, in commit order, with its position in the log. */
  onMessage(message: Message, lsn: bigint): void
  /** The server has sent everything up to this position. */
  onPosition(lsn: bigint): void
}

/** One connection that decodes the log, for as long as it lasts. */
export interface LogicalStream {
  /** Resolves when `stop` was called, rejects when the connection is lost. */
  readonly ended: Promise<void>
  /** Asks the server how far it is; the answer comes through `onPosition`. */
  askPosition(): void
  stop(): Promise<void>
}

/**
 * Opens a stream; resolves once every later commit will be delivered. The slot is temporary: the server drops it with
 * the connection, so that a process that died never makes the log pile up.
 */
export async function openLogicalStream<Message>(parts: LogicalStreamParts<Message>): Promise<LogicalStream> {
  const { connection } = parts
  const service = new LogicalReplicationService(
    {
      host: connection.host,
      port: connection.port,
      user: connection.user,
      password: connection.password,
      database: connection.database,
      ssl: connection.ssl ?? false,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: parts.name,
    },
    { acknowledge: { auto: false, timeoutSeconds: 0 } },
  )
  let isStopping = false
  let heardAt = performance.now()
  service.on('data', (lsn: string, message: Message) => {
    heardAt = performance.now()
    parts.onMessage(message, parseLsn(lsn))
  })
  service.on('heartbeat', (lsn: string, _time: number, wantsAnswer: boolean) => {
    heardAt = performance.now()
    parts.onPosition(parseLsn(lsn))
    if (wantsAnswer) void service.acknowledge(lsn)
  })
  const started = new Promise<void>((resolve) => service.on('start', () => resolve()))
  // The library reports a failure both as an event and as a rejection; the rejection below is the one we use.
  service.on('error', () => undefined)

  const ended = Promise.withResolvers<void>()
  const askPosition = () => void service.acknowledge(service.lastLsn(), true)
  const status = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) ended.reject(new Error('The database fell silent'))
    else askPosition()
  }, STATUS_MS).unref()
  const slot = `${parts.name.replaceAll('-', '_')}_${randomBytes(8).toString('hex')}`
  service.subscribe(new TemporarySlot(parts.plugin), slot).then(
    () => (isStopping ? ended.resolve() : ended.reject(new Error('The replication stream ended'))),
    (error: unknown) => (isStopping ? ended.resolve() : ended.reject(error)),
  )
  const stop = async () => {
    isStopping = true
    clearInterval(status)
    await Promise.race([service.destroy(), delay(FAREWELL_MS, undefined, { ref: false })])
    ended.resolve()
  }
  try {
    await Promise.race([started, ended.promise])
  } catch (error) {
    await stop()
    throw error
  }
  return { ended: ended.promise, askPosition, stop }
}

/** Creates the slot on the very connection that streams from it: a temporary slot belongs to its connection. */
class TemporarySlot implements OutputPlugin {
  readonly options: OutputPlugin

  constructor(plugin: OutputPlugin) {
    this.options = plugin
  }

  get name(): string {
    return this.options.name
  }

  async start(client: Client, slotName: string, lastLsn: string): Promise<unknown> {
    await client.query(`CREATE_REPLICATION_SLOT "${slotName}" TEMPORARY LOGICAL ${this.name} NOEXPORT_SNAPSHOT`)
    return this.options.start(client, slotName, lastLsn)
  }

  parse(buffer: Buffer): unknown {
    return this.options.parse(buffer)
  }
}
