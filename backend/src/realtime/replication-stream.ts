import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import type { ConnectionOptions } from '../database/database.ts'
import type { MessageRow } from './database-row.ts'

const PUBLICATION = 'supabase_realtime_messages_publication'
/** Well under wal_sender_timeout (60 s), after which the server would hang up. */
const STATUS_SECONDS = 10

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
    { acknowledge: { auto: false, timeoutSeconds: STATUS_SECONDS } },
  )
  let isStopping = false
  service.on('data', (_lsn: string, message: Pgoutput.Message) => handle(message, events))
  service.on('heartbeat', (lsn: string, _time: number, wantsAnswer: boolean) => {
    events.onPosition(parseLsn(lsn))
    if (wantsAnswer) void service.acknowledge(lsn)
  })
  const started = new Promise<void>((resolve) => service.on('start', () => resolve()))
  // The library reports a failure both as an event and as a rejection; the rejection below is the one we use.
  service.on('error', () => undefined)
  const slot = `realtime_${randomBytes(8).toString('hex')}`
  const ended = service.subscribe(new TemporarySlotPlugin(), slot).then(
    () => {
      if (!isStopping) throw new Error('The replication stream ended')
    },
    (error: unknown) => {
      if (!isStopping) throw error
    },
  )
  await Promise.race([started, ended])
  return {
    ended,
    async stop() {
      isStopping = true
      await service.destroy()
    },
  }
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
