import type { FastifyBaseLogger } from 'fastify'
import { type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import type { ConnectionOptions, Sql } from '../../database/database.ts'
import { type LogicalStream, openLogicalStream } from '../../database/replication/logical-stream.ts'
import { parseLsn } from '../../database/replication/lsn.ts'
import type { MessageRow } from './database-row.ts'

const PUBLICATION = 'supabase_realtime_messages_publication'

export interface StreamEvents {
  /** A row, in commit order, and its transaction: committed, but possibly not yet visible to others. */
  onRow(row: MessageRow, transaction: number): void
  /** Everything up to this log position was delivered. */
  onPosition(lsn: bigint): void
}

/** One connection that decodes the log of realtime.messages, until it ends. */
export type ReplicationStream = Pick<LogicalStream, 'ended' | 'stop'>

interface Parts {
  readonly admin: Sql
  readonly replication: ConnectionOptions
  readonly log: FastifyBaseLogger
}

/** Opens the stream; resolves once every later commit will be delivered. */
export function openReplicationStream(parts: Parts, events: StreamEvents): Promise<ReplicationStream> {
  const reader = new Reader(events)
  return openLogicalStream<Pgoutput.Message>({
    connection: parts.replication,
    admin: parts.admin,
    log: parts.log,
    name: 'realtime-broadcasts',
    plugin: new PgoutputPlugin({ protoVersion: 1, publicationNames: [PUBLICATION] }),
    onMessage: (message) => reader.read(message),
    onPosition: (lsn) => events.onPosition(lsn),
  })
}

class Reader {
  readonly #events: StreamEvents
  /** The lower 32 bits, as in the log. */
  #transaction = 0

  constructor(events: StreamEvents) {
    this.#events = events
  }

  read(message: Pgoutput.Message): void {
    switch (message.tag) {
      case 'begin':
        this.#transaction = message.xid
        return
      case 'relation':
        // JSON stays the original text.
        for (const column of message.columns) if (column.name === 'payload') column.parser = (text: string) => text
        return
      case 'insert': {
        const row = toRow(message.new)
        if (row) this.#events.onRow(row, this.#transaction)
        return
      }
      case 'commit':
        if (message.commitEndLsn) this.#events.onPosition(parseLsn(message.commitEndLsn))
        return
      default:
    }
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
