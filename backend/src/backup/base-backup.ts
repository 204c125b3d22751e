import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { connectionOf } from '../database/pg-internals.ts'

/** Message type bytes (PostgreSQL, "Streaming Replication Protocol", BASE_BACKUP). */
const DATA = 'd'.charCodeAt(0)

/**
 * Streams a base backup of a running server as one tar, including the log that makes it consistent and everything committed before the
 * call. PostgreSQL verifies its page checksums. A temporary slot retains the log meanwhile.
 */
export async function baseBackup(options: ConnectionOptions): Promise<Readable> {
  const client = new pg.Client({
    host: options.host,
    port: options.port,
    user: options.user,
    password: options.password,
    database: options.database,
    application_name: 'souk-backup',
    // The protocol's own parameter, missing from the types, which makes this a replication connection.
    ...{ replication: 'true' },
  })
  await client.connect()
  const tar = new PassThrough({ highWaterMark: 1024 * 1024 })
  const connection = connectionOf(client)
  connection.on('copyData', ({ chunk }: { readonly chunk: Buffer }) => {
    if (chunk[0] !== DATA) return
    // The parser reuses its buffer.
    if (!tar.write(Buffer.from(chunk.subarray(1)))) connection.stream.pause()
  })
  tar.on('drain', () => connection.stream.resume())
  void send(client).then(
    () => tar.end(),
    (error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return tar
}

async function send(client: pg.Client): Promise<void> {
  try {
    await client.query('CREATE_REPLICATION_SLOT souk_backup TEMPORARY PHYSICAL (RESERVE_WAL true)')
    await client.query("BASE_BACKUP (LABEL 'souk', CHECKPOINT 'fast', WAL true)")
  } finally {
    await client.end()
  }
}
