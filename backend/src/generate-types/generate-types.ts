import { Client } from 'pg'
import postgres from '#postgres'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { readCatalogue } from './catalogue.ts'
import { renderTypes } from './render.ts'

export interface TypesWanted {
  /** The exposed schemas. */
  readonly schemas: readonly string[]
  /** Roles whose privileges count: anything that none of them may access is omitted. */
  readonly roles: readonly string[]
}

/** Generates the types of a database, for the client library's Database parameter, as the text of a file. */
export async function generateTypes(owner: ConnectionOptions, { schemas, roles }: TypesWanted): Promise<string> {
  const sql = postgres({ ...owner, max: 1 })
  const client = new Client(owner)
  try {
    await client.connect()
    return renderTypes(await readCatalogue(sql, client, schemas, roles))
  } finally {
    await Promise.all([sql.end(), client.end()])
  }
}
