import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'

/** Undocumented properties of pg's client, checked at run time before use. */
interface Internals {
  /** The protocol layer below the client: its socket, and an event for each message type. */
  readonly connection?: EventEmitter & { readonly stream?: Duplex }
  readonly processID?: number | null
}

export function connectionOf(client: Client): EventEmitter & { readonly stream: Duplex } {
  const { connection } = client as Internals
  if (!hasStream(connection)) throw new Error("pg's connection property has changed")
  return connection
}

/** The backend process ID of a connected client. */
export function processIdOf(client: Client): number {
  const { processID } = client as Internals
  if (typeof processID !== 'number') throw new Error('pg keeps the process id elsewhere')
  return processID
}

function hasStream(connection: Internals['connection']): connection is EventEmitter & { readonly stream: Duplex } {
  return connection?.stream !== undefined
}
