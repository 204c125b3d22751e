import type { Channel } from '../channels/channel.ts'
import type { JoinConfig } from '../channels/join-config.ts'
import { isRecord } from '../sockets/message.ts'
import { toBroadcast } from './database-row.ts'
import { findMessagesSince } from './stored-messages.ts'

export interface ReplayRequest {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly limit: number
}

/** Reads the replay that a join requests, or the reason why it is refused. */
export function readReplayRequest(
  { replay: wanted, isPrivate }: Pick<JoinConfig, 'replay' | 'isPrivate'>,
  maximum: number,
): { ok: true; replay: ReplayRequest | null } | { ok: false; reason: string } {
  if (wanted === null) return { ok: true, replay: null }
  if (!isPrivate) {
    return { ok: false, reason: 'UnableToReplayMessages: Replay is not allowed for public channels' }
  }
  const limit = isRecord(wanted) ? (wanted.limit ?? maximum) : null
  const since = isRecord(wanted) ? wanted.since : null
  const isValid = Number.isSafeInteger(since) && Number.isSafeInteger(limit) && Number(limit) > 0
  if (!isValid) return { ok: false, reason: 'UnableToReplayMessages: Replay params are not valid' }
  return { ok: true, replay: { since: Number(since), limit: Math.min(Number(limit), maximum) } }
}

/** Sends the recent messages of a private channel, oldest first, before live ones. */
export async function replay(channel: Channel, request: ReplayRequest): Promise<void> {
  const sent = new Set<string>()
  const { admin, log } = channel.connection.context
  try {
    const rows = await findMessagesSince(admin, { topic: channel.name, ...request })
    for (const row of rows) {
      if (channel.state !== 'joined') return
      sent.add(row.id)
      channel.write(toBroadcast(row, { id: row.id, replayed: true }))
    }
  } catch (error) {
    // The channel works without the replay; the reason is logged for the operator.
    log.error({ err: error, topic: channel.name }, 'realtime: replay failed')
  } finally {
    channel.release(sent)
  }
}
