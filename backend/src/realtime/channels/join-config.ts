import { createHash, randomUUID } from 'node:crypto'
import { DEFAULT_LIMITS } from '../limits.ts'
import { isRecord } from '../sockets/message.ts'

/** Values from the client's documentation. */
const DEFAULT_CHANGES_WAIT_MS = 15_000
const LONGEST_CHANGES_WAIT_MS = 20_000

/** Configuration that a client requests for a channel. */
export interface JoinConfig {
  readonly isPrivate: boolean
  readonly wantsAck: boolean
  readonly wantsOwnBroadcasts: boolean
  readonly wantsReplicationReady: boolean
  /** Unvalidated: the join checks it. */
  readonly replay: unknown
  readonly wantsPresence: boolean
  readonly presenceKey: string
  /** The entries unchanged, each with the id that its changes carry. */
  readonly postgresChanges: readonly Record<string, unknown>[]
  /** How long, in milliseconds, the join's reply may wait for changes to flow; null to reply immediately. */
  readonly changesWaitMs: number | null
}

/**
 * Reads `config` of phx_join leniently: missing or invalid options count as not requested, except presence: clients older than its switch
 * do not send it.
 */
export function readJoinConfig(payload: Readonly<Record<string, unknown>>): JoinConfig {
  const config = asRecord(payload.config)
  const broadcast = asRecord(config.broadcast)
  const presence = asRecord(config.presence)
  const changesOptions = asRecord(config.postgres_changes_options)
  const changes = Array.isArray(config.postgres_changes) ? config.postgres_changes : []
  return {
    isPrivate: isTrue(config.private),
    wantsAck: isTrue(broadcast.ack),
    wantsOwnBroadcasts: isTrue(broadcast.self),
    wantsReplicationReady: isTrue(broadcast.replication_ready),
    replay: broadcast.replay ?? null,
    wantsPresence: presence.enabled === undefined || isTrue(presence.enabled),
    presenceKey: isPresenceKey(presence.key) ? presence.key : randomUUID(),
    postgresChanges: changes.filter(isRecord).map((entry) => ({ ...entry, id: idOf(entry) })),
    changesWaitMs: isTrue(changesOptions.wait) && changes.length > 0 ? waitOf(changesOptions.timeout) : null,
  }
}

/** The token of a join or refresh; null for none and for opaque keys, which add nothing. */
export function tokenIn(payload: Readonly<Record<string, unknown>>): string | null {
  const token = payload.access_token ?? payload.user_token
  return typeof token === 'string' && !token.startsWith('sb_') ? token : null
}

function waitOf(timeout: unknown): number {
  const wished = typeof timeout === 'number' && timeout > 0 ? timeout : DEFAULT_CHANGES_WAIT_MS
  return Math.min(wished, LONGEST_CHANGES_WAIT_MS)
}

/** Equal entries share an id. Never 0, which the client would treat as missing. */
function idOf(entry: Record<string, unknown>): number {
  return createHash('sha256').update(JSON.stringify(entry)).digest().readUInt32BE(0) || 1
}

/** Keys are sent to everyone in the room, so they have the length limit of other names. */
function isPresenceKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= DEFAULT_LIMITS.nameBytes
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}
