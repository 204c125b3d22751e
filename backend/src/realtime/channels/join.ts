import { setTimeout as delay } from 'node:timers/promises'
import { type ReplayRequest, readReplayRequest, replay } from '../broadcast/replay.ts'
import type { Connection } from '../sockets/connection.ts'
import { type ClientMessage, TOPIC_PREFIX } from '../sockets/message.ts'
import { Channel, type Wire } from './channel.ts'
import { type JoinConfig, readJoinConfig, tokenIn } from './join-config.ts'
import { failureReason } from './join-failure.ts'
import { checkToken, type Identity } from './tokens.ts'

/** Longest time a join that asked for it waits for the replication stream. */
const REPLICATION_WAIT_MS = 10_000
/** RFC 6455: policy violation. */
const TOO_MANY_JOINS = 1008

type Admission = { ok: true; replay: ReplayRequest | null } | { ok: false; reason: string }

/** phx_join: authenticates the caller, queries the policies of a private channel, and joins or replies with the reason. */
export function join(connection: Connection, message: ClientMessage): void {
  const { context, channels } = connection
  // A rejoin replaces the previous instance, even while that one is still joining.
  channels.get(message.topic)?.close()
  const reason = findJoinProblem(connection, message.topic)
  if (reason) {
    refuse(connection, message, reason)
    return
  }
  if (!connection.joins.take()) {
    connection.reply(message, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
    connection.close(TOO_MANY_JOINS, 'Too many joins per second')
    return
  }
  const config = readJoinConfig(message.payload)
  const channel = new Channel(
    connection,
    message.topic,
    message.joinRef ?? message.ref,
    config,
    connection.handshake.identity,
  )
  channels.set(message.topic, channel)
  complete(channel, message, config).catch((error: unknown) => {
    context.log.error({ err: error, topic: channel.name }, 'realtime: a join failed')
    refuseJoin(channel, message, 'UnknownErrorOnChannel: Unknown Error on Channel')
  })
}

function findJoinProblem(connection: Connection, topic: string): string | null {
  const { limits } = connection.context
  if (!topic.startsWith(TOPIC_PREFIX)) return 'unmatched topic'
  if (topic === TOPIC_PREFIX) return 'TopicNameRequired: You must provide a topic name'
  if (Buffer.byteLength(topic) > limits.nameBytes)
    return `TopicNameTooLong: A topic has at most ${limits.nameBytes} bytes`
  if (connection.channels.size >= limits.channelsPerConnection) return 'ChannelRateLimitReached: Too many channels'
  return null
}

async function complete(channel: Channel, message: ClientMessage, config: JoinConfig): Promise<void> {
  const admission = await admit(channel, message.payload)
  // The client left, rejoined or disconnected in the meantime.
  if (channel.state !== 'joining') return
  if (!admission.ok) {
    refuseJoin(channel, message, admission.reason)
    return
  }
  const { context } = channel.connection
  channel.reply(message.ref, 'ok', { postgres_changes: config.postgresChanges })
  if (admission.replay) channel.holdBack()
  channel.enter()
  if (channel.watchesPresence) channel.sendPresenceState()
  context.changes.subscribe(channel)
  if (config.wantsReplicationReady) reportReplication(channel)
  if (admission.replay) await replay(channel, admission.replay)
}

async function admit(channel: Channel, payload: ClientMessage['payload']): Promise<Admission> {
  const identity = await identify(channel, payload)
  if (!identity.ok) return identity
  channel.identity = identity.identity
  const request = readReplayRequest(channel.config, channel.connection.context.limits.replayMessages)
  if (!request.ok) return request
  if (channel.connection.context.limits.privateOnly && !channel.config.isPrivate) {
    return { ok: false, reason: 'PrivateOnly: This project only allows private channels' }
  }
  const obstacle = await findReadObstacle(channel)
  if (obstacle !== null) return { ok: false, reason: obstacle }
  const { changesWaitMs } = channel.config
  if (changesWaitMs !== null) {
    const reason = await channel.connection.context.changes.findJoinProblem(channel, changesWaitMs)
    if (reason !== null) return { ok: false, reason }
  }
  return { ok: true, replay: request.replay }
}

async function identify(
  channel: Channel,
  payload: ClientMessage['payload'],
): Promise<{ ok: true; identity: Identity } | { ok: false; reason: string }> {
  const { context, handshake } = channel.connection
  const token = tokenIn(payload)
  if (token === null) return { ok: true, identity: handshake.identity }
  const check = await checkToken(context.keyring, token)
  if (!check.ok) return { ok: false, reason: `${check.problem.code}: ${check.problem.message}` }
  return check
}

/** Returns null when the policies allow reading, else the reason. */
async function findReadObstacle(channel: Channel): Promise<string | null> {
  try {
    if (await channel.refreshReadAccess()) return null
  } catch (error) {
    const { log } = channel.connection.context
    log.warn({ err: error, topic: channel.name }, "realtime: a channel's read policy could not be checked")
    const reason = failureReason(error)
    if (reason !== null) return reason
    // Clients see a failing policy as a denial; the reason is logged for the operator.
  }
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${channel.name}`
}

function reportReplication(channel: Channel): void {
  const { context } = channel.connection
  const timeout = delay(REPLICATION_WAIT_MS, 'timeout', { ref: false })
  Promise.race([context.databaseBroadcastsReady(), timeout]).then((outcome) => {
    if (channel.state !== 'joined') return
    if (outcome === 'timeout') channel.stop('Replication connection was not established in time')
    else channel.system('ok', 'Replication connection established')
  })
}

function refuseJoin(channel: Channel, message: ClientMessage, reason: string): void {
  if (channel.state === 'ended') return
  channel.end()
  channel.connection.forget(channel)
  refuse(channel.connection, message, reason)
}

function refuse(connection: Wire, message: ClientMessage, reason: string): void {
  setTimeout(() => connection.reply(message, 'error', { reason }), connection.context.limits.refusalDelayMs).unref()
}
