import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { LogicalReplicationService } from 'pg-logical-replication'
import type { ConnectionOptions } from '../connection-options.ts'
import type { Sql } from '../database.ts'
import { parseLsn } from './lsn.ts'
import { guardSlot, SLOT_LIMITS, type SlotLimits } from './slot-guard.ts'

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
  /** Asked how much of the log the slot keeps, so that it is never without bound. */
  readonly admin: Sql
  readonly log: { warn(details: object, message: string): void }
  readonly slotLimits?: SlotLimits
  /** What the plugin read, in commit order, with its position in the log. */
  onMessage(message: Message, lsn: bigint): void
  /** The server has sent everything up to this position. */
  onPosition(lsn: bigint): void
}

/** One connection that decodes the log, for as long as it lasts. */
export interface LogicalStream {
  readonly slot: string
  /** Resolves when `stop` was called, rejects when the connection is lost. */
  readonly ended: Promise<void>
  /** Asks the server how far it is; the answer comes through `onPosition`. */
  askPosition(): void
  stop(): Promise<void>
}

/**
 * Opens a stream; resolves once every later commit will be delivered. The log never piles up behind it: the slot is
 * temporary, so that the server drops it with the connection of a process that died; a process that only stands still is
 * disconnected after `wal_sender_timeout`; and one that falls behind gives its slot up (`slot-guard.ts`).
 */
export async function openLogicalStream<Message>(parts: LogicalStreamParts<Message>): Promise<LogicalStream> {
  const service = createService(parts.connection, parts.name)
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
  const stopGuard = guardSlot({
    admin: parts.admin,
    slot,
    limits: parts.slotLimits ?? SLOT_LIMITS,
    warn: (heldBytes) => parts.log.warn({ slot, heldBytes }, 'a replication slot holds back much of the log'),
    giveUp: ended.reject,
  })
  const stop = async () => {
    isStopping = true
    clearInterval(status)
    stopGuard()
    await Promise.race([service.destroy(), delay(FAREWELL_MS, undefined, { ref: false })])
    ended.resolve()
  }
  try {
    await Promise.race([started, ended.promise])
  } catch (error) {
    await stop()
    throw error
  }
  return { slot, ended: ended.promise, askPosition, stop }
}

function createService(connection: ConnectionOptions, name: string): LogicalReplicationService {
  const { host, port, user, password, database, ssl = false } = connection
  return new LogicalReplicationService(
    {
      ...{ host, port, user, password, database, ssl },
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: name,
    },
    { acknowledge: { auto: false, timeoutSeconds: 0 } },
  )
}

/** A server that is told never to give a silent reader up would keep its log for one that stands still. */
const SENDER_TIMEOUT = `select set_config('wal_sender_timeout', '60s', false) where current_setting('wal_sender_timeout') = '0'`

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
    await client.query(SENDER_TIMEOUT)
    await client.query(`CREATE_REPLICATION_SLOT "${slotName}" TEMPORARY LOGICAL ${this.name} NOEXPORT_SNAPSHOT`)
    return this.options.start(client, slotName, lastLsn)
  }

  parse(buffer: Buffer): unknown {
    return this.options.parse(buffer)
  }
}
