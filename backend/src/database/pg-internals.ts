import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'
import type { LogicalReplicationService } from 'pg-logical-replication'

/** Undocumented properties of pg's client, checked at run time before use. */
interface Internals {
  /** The protocol layer below the client: its socket, and an event for each message type. */
  readonly connection?: EventEmitter & { readonly stream?: Duplex }
  readonly processID?: number | null
  readonly secretKey?: number | null
}

export function connectionOf(client: Client): EventEmitter & { readonly stream: Duplex } {
  const { connection } = client as Internals
  if (!hasStream(connection)) throw new Error("pg's connection property has changed")
  return connection
}

/** What identifies a connected client in a cancel request; behind a pooler, the process is the pooler's invention. */
export function keyOf(client: Client): { readonly processId: number; readonly secret: number } {
  const { processID, secretKey } = client as Internals
  if (typeof processID !== 'number' || typeof secretKey !== 'number') throw new Error('pg keeps the key elsewhere')
  return { processId: processID, secret: secretKey }
}

/**
 * The library listens for its client's errors only after it has connected. A server that shuts down may send its goodbye in the same packet
 * as "ready", which would then end the process as an unhandled error. Queries on the lost connection are rejected all the same.
 */
export function listenForEarlyErrors(service: LogicalReplicationService): void {
  if (!('_client' in service)) throw new Error('pg-logical-replication keeps its client elsewhere')
  let current: Client | null = null
  Object.defineProperty(service, '_client', {
    get: () => current,
    set(client: Client | null) {
      client?.on('error', () => undefined)
      current = client
    },
  })
}

function hasStream(connection: Internals['connection']): connection is EventEmitter & { readonly stream: Duplex } {
  return connection?.stream !== undefined
}
