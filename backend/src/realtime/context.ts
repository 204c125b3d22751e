import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../database/database.ts'
import type { Keyring } from '../jwt/keyring.ts'
import type { Policies } from './channels/channel-access.ts'
import type { Hub } from './channels/hub.ts'
import type { Load } from './cluster/parcel.ts'
import type { RealtimeLimits } from './limits.ts'
import type { ChangeSubscriptions } from './postgres-changes/change-listener.ts'
import type { Presence } from './presence/presence.ts'
import type { Outbox } from './sockets/outbox.ts'

/** Dependencies of every part of the service. */
export interface RealtimeContext {
  readonly admin: Sql
  readonly policies: Policies
  readonly keyring: Keyring
  readonly log: FastifyBaseLogger
  readonly limits: RealtimeLimits
  readonly hub: Hub
  readonly presence: Presence
  /** Loads of the other processes. */
  peerLoads(): Iterable<Load>
  readonly outbox: Outbox
  readonly changes: ChangeSubscriptions
  /** Resolves once broadcasts from the database flow. */
  databaseBroadcastsReady(): Promise<void>
}
