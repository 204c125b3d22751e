import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import type { ConnectionOptions, Sql } from '../../database/database.ts'
import { type LogicalStream, openLogicalStream } from '../../database/replication/logical-stream.ts'
import type { ChangedTable, RowChange, Tuple } from './row-change.ts'

export const PUBLICATION = 'supabase_realtime'
const STREAM_NAME = 'realtime-changes'

/** The text formats that `toJson` parses, independent of the server's defaults. */
const TEXT_FORMS = `set datestyle = 'ISO, MDY'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1; set intervalstyle = 'postgres'`

interface Parts {
  readonly admin: Sql
  readonly replication: ConnectionOptions
  readonly log: FastifyBaseLogger
  isWanted(table: ChangedTable): boolean
  /** A committed change, in commit order. */
  onChange(change: RowChange): void
}

/** Opens a stream of the publication's changes; resolves once every later commit will be delivered. */
export function openChangesStream(parts: Parts): Promise<LogicalStream> {
  const reader = new Reader(parts)
  return openLogicalStream<Pgoutput.Message>({
    connection: parts.replication,
    admin: parts.admin,
    log: parts.log,
    name: STREAM_NAME,
    plugin: new TextPlugin({ protoVersion: 1, publicationNames: [PUBLICATION] }),
    onMessage: (message) => reader.read(message),
    onPosition: () => undefined,
  })
}

/** pgoutput with values in defined text formats. */
class TextPlugin extends PgoutputPlugin {
  override async start(client: Client, slotName: string, lastLsn: string): Promise<unknown> {
    await client.query(TEXT_FORMS)
    return super.start(client, slotName, lastLsn)
  }
}

class Reader {
  readonly #parts: Pick<Parts, 'isWanted' | 'onChange'>
  readonly #tables = new Map<number, ChangedTable>()
  #committedAt = ''
  #transaction = 0

  constructor(parts: Pick<Parts, 'isWanted' | 'onChange'>) {
    this.#parts = parts
  }

  read(message: Pgoutput.Message): void {
    switch (message.tag) {
      case 'begin':
        this.#transaction = message.xid
        this.#committedAt = new Date(Number(message.commitTime.valueOf() / 1000n)).toISOString()
        return
      case 'relation':
        // Values stay in their text form.
        for (const column of message.columns) column.parser = (text: string) => text
        this.#tables.set(message.relationOid, tableOf(message))
        return
      case 'insert':
        this.#tell('INSERT', message.relation, message.new, null)
        return
      case 'update':
        this.#tell('UPDATE', message.relation, message.new, message.old ?? message.key)
        return
      case 'delete':
        this.#tell('DELETE', message.relation, null, message.old ?? message.key)
        return
      default:
    }
  }

  #tell(
    type: RowChange['type'],
    relation: Pgoutput.MessageRelation,
    newRow: Record<string, unknown> | null,
    oldRow: Record<string, unknown> | null,
  ): void {
    const table = this.#tables.get(relation.relationOid)
    if (!table || !this.#parts.isWanted(table)) return
    const oldRecord = oldRow && toTuple(oldRow, null)
    const record = newRow && toTuple(newRow, oldRecord)
    const bytes = sizeOf(record) + sizeOf(oldRecord)
    const [transaction, committedAt] = [this.#transaction, this.#committedAt]
    this.#parts.onChange({ type, table, record, oldRecord, transaction, committedAt, bytes })
  }
}

function tableOf(relation: Pgoutput.MessageRelation): ChangedTable {
  return {
    oid: relation.relationOid,
    schema: relation.schema,
    name: relation.name,
    columns: relation.columns.map(({ name, typeOid }) => ({ name, typeOid: typeOid >>> 0 })),
  }
}

/** Omits unknown values; unchanged values come from the old row where it has them. */
function toTuple(row: Record<string, unknown>, oldRow: Tuple | null): Tuple {
  const tuple: Record<string, string | null> = Object.create(null)
  for (const name of Object.keys(row)) {
    const value = row[name] ?? (row[name] === undefined ? oldRow?.[name] : null)
    if (value === null || typeof value === 'string') tuple[name] = value
  }
  return tuple
}

function sizeOf(tuple: Tuple | null): number {
  let bytes = 0
  if (tuple) for (const name of Object.keys(tuple)) bytes += tuple[name]?.length ?? 0
  return bytes
}
