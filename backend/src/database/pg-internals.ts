import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'

/** What pg's types keep to themselves, looked at before it is believed. */
interface Internals {
  /** The protocol below the client: its socket, and an event for each kind of message. */
  readonly connection?: EventEmitter & { readonly stream?: Duplex }
  readonly processID?: number | null
}

export function connectionOf(client: Client): EventEmitter & { readonly stream: Duplex } {
  const { connection } = client as Internals
  if (!hasStream(connection)) throw new Error('pg keeps its connection elsewhere')
  return connection
}

/** The server's process id of a client that is connected. */
export function processIdOf(client: Client): number {
  const { processID } = client as Internals
  if (typeof processID !== 'number') throw new Error('pg keeps the process id elsewhere')
  return processID
}

function hasStream(connection: Internals['connection']): connection is EventEmitter & { readonly stream: Duplex } {
  return connection?.stream !== undefined
}
