import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { LogicalReplicationService } from 'pg-logical-replication'
import type { ConnectionOptions } from '../connection-options.ts'
import type { Sql } from '../database.ts'
import { listenForEarlyErrors } from '../pg-internals.ts'
import { parseLsn } from './lsn.ts'
import { guardSlot, SLOT_LIMITS, type SlotLimits } from './slot-guard.ts'

/** Well below wal_sender_timeout (60 s), after which the server would disconnect. Each status requests a reply. */
const STATUS_MS = 10_000
/** After this long without any reply the connection counts as lost, even without an error. */
const SILENCE_MS = 30_000
/** A lost connection cannot be closed cleanly, so closing it is not awaited any longer. */
const FAREWELL_MS = 2_000

/** A plugin that decodes the WAL on the server and parses its messages here; compatible with the library's plugins. */
interface OutputPlugin {
  readonly options: unknown
  readonly name: string
  start(client: Client, slotName: string, lastLsn: string): Promise<unknown>
  parse(buffer: Buffer): unknown
}

export interface LogicalStreamParts<Message> {
  /** A role with replication rights. */
  readonly connection: ConnectionOptions
  /** Application name in pg_stat_replication and prefix of the slot name: lowercase letters, digits and hyphens. */
  readonly name: string
  readonly plugin: OutputPlugin
  /** Used to check how much WAL the slot retains, so that it stays bounded. */
  readonly admin: Sql
  readonly log: { warn(details: object, message: string): void }
  readonly slotLimits?: SlotLimits
  /** Called with each parsed message and its WAL position, in commit order. */
  onMessage(message: Message, lsn: bigint): void
  /** The server has sent everything up to this position. */
  onPosition(lsn: bigint): void
}

/** One connection that streams decoded WAL. */
export interface LogicalStream {
  readonly slot: string
  /** Resolves after `stop`, rejects when the connection is lost. */
  readonly ended: Promise<void>
  /** Requests the server's current position; the reply arrives through `onPosition`. */
  askPosition(): void
  stop(): Promise<void>
}

/**
 * Opens a stream; resolves once every later commit will be delivered. WAL never piles up behind it: the slot is temporary, so the server
 * drops it with the connection of a dead process; a stalled process is disconnected after `wal_sender_timeout`; and a slot that falls too
 * far behind is dropped (`slot-guard.ts`).
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
  // The library reports a failure both as an event and as a rejection; only the rejection is used.
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
    warn: (heldBytes) => parts.log.warn({ slot, heldBytes }, 'a replication slot retains much WAL'),
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
  const service = new LogicalReplicationService(
    {
      ...{ host, port, user, password, database, ssl },
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: name,
    },
    { acknowledge: { auto: false, timeoutSeconds: 0 } },
  )
  listenForEarlyErrors(service)
  return service
}

/** With a timeout of 0 the server would retain WAL for a stalled reader for ever. */
const SENDER_TIMEOUT = `select set_config('wal_sender_timeout', '60s', false) where current_setting('wal_sender_timeout') = '0'`

/** Creates the slot on the same connection that streams from it: a temporary slot belongs to its connection. */
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
