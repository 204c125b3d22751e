import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../database/database.ts'
import type { Keyring } from '../jwt/keyring.ts'
import type { Policies } from './channel-access.ts'
import type { Hub, Member } from './hub.ts'
import type { RealtimeLimits } from './limits.ts'
import type { Outbox } from './outbox.ts'
import type { ChangeSubscriptions } from './postgres-changes/change-listener.ts'
import type { PresenceRegistry } from './presence-registry.ts'

/** What every part of the service works with. */
export interface RealtimeContext {
  readonly admin: Sql
  readonly policies: Policies
  readonly keyring: Keyring
  readonly log: FastifyBaseLogger
  readonly limits: RealtimeLimits
  readonly hub: Hub
  readonly presence: PresenceRegistry<Member>
  readonly outbox: Outbox
  readonly changes: ChangeSubscriptions
  /** Resolves once broadcasts from the database flow. */
  databaseBroadcastsReady(): Promise<void>
}
