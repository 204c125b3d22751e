import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import type { ConnectionOptions } from '../database/database.ts'
import type { MessageRow } from './database-row.ts'

const PUBLICATION = 'supabase_realtime_messages_publication'
/** Well under wal_sender_timeout (60 s), after which the server would hang up. Each status asks for an answer. */
const STATUS_MS = 10_000
/** Without any answer for this long the connection counts as lost, even if nobody said so. */
const SILENCE_MS = 30_000
/** A connection that is gone cannot be closed in an orderly way: no use waiting for it. */
const FAREWELL_MS = 2_000

export interface StreamEvents {
  /** A committed row, in commit order. */
  onRow(row: MessageRow): void
  /** Everything up to this position of the log was delivered. */
  onPosition(lsn: bigint): void
}

/** One connection that decodes the log of realtime.messages, for as long as it lasts. */
export interface ReplicationStream {
  /** Resolves when `stop` was called, rejects when the connection is lost. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Opens the stream; resolves once every later commit will be delivered. The slot is temporary: the server drops it
 * with the connection, so that a process that died never makes the log pile up.
 */
export async function openReplicationStream(
  options: ConnectionOptions,
  events: StreamEvents,
): Promise<ReplicationStream> {
  const service = new LogicalReplicationService(
    {
      host: options.host,
      port: options.port,
      user: options.user,
      password: options.password,
      database: options.database,
      ssl: options.ssl ?? false,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'realtime-broadcasts',
    },
    { acknowledge: { auto: false, timeoutSeconds: 0 } },
  )
  let isStopping = false
  let heardAt = performance.now()
  service.on('data', (_lsn: string, message: Pgoutput.Message) => {
    heardAt = performance.now()
    handle(message, events)
  })
  service.on('heartbeat', (lsn: string, _time: number, wantsAnswer: boolean) => {
    heardAt = performance.now()
    events.onPosition(parseLsn(lsn))
    if (wantsAnswer) void service.acknowledge(lsn)
  })
  const started = new Promise<void>((resolve) => service.on('start', () => resolve()))
  // The library reports a failure both as an event and as a rejection; the rejection below is the one we use.
  service.on('error', () => undefined)

  const ended = Promise.withResolvers<void>()
  const status = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) ended.reject(new Error('The database fell silent'))
    else void service.acknowledge(service.lastLsn(), true)
  }, STATUS_MS).unref()
  const slot = `realtime_${randomBytes(8).toString('hex')}`
  service.subscribe(new TemporarySlotPlugin(), slot).then(
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
  return { ended: ended.promise, stop }
}

/** Creates the slot on the very connection that streams from it: a temporary slot belongs to its connection. */
class TemporarySlotPlugin extends PgoutputPlugin {
  constructor() {
    super({ protoVersion: 1, publicationNames: [PUBLICATION] })
  }

  override async start(client: Client, slotName: string, lastLsn: string): Promise<unknown> {
    await client.query(`CREATE_REPLICATION_SLOT "${slotName}" TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
    return super.start(client, slotName, lastLsn)
  }
}

function handle(message: Pgoutput.Message, events: StreamEvents): void {
  switch (message.tag) {
    case 'relation':
      // JSON goes out as the text that it came as.
      for (const column of message.columns) if (column.name === 'payload') column.parser = (text: string) => text
      return
    case 'insert': {
      const row = toRow(message.new)
      if (row) events.onRow(row)
      return
    }
    case 'commit':
      if (message.commitEndLsn) events.onPosition(parseLsn(message.commitEndLsn))
      return
    default:
  }
}

function toRow(tuple: Record<string, unknown>): MessageRow | null {
  const { id, topic, extension, event, payload, binary_payload: bytes, private: isPrivate } = tuple
  if (extension !== 'broadcast' || typeof event !== 'string') return null
  if (typeof id !== 'string' || typeof topic !== 'string') return null
  return {
    id,
    topic,
    event,
    payload: typeof payload === 'string' ? payload : null,
    binaryPayload: Buffer.isBuffer(bytes) ? bytes : null,
    isPrivate: isPrivate === true,
  }
}

/** PostgreSQL writes log positions as two hexadecimal halves: 16/B374D848. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
