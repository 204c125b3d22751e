import { REALTIME_DEFAULTS } from '../config/realtime.ts'
import { type Rate, rate } from '../rate-limits/rate.ts'

/** What one installation allows. The numbers are those of the hosted service's larger plans, where it has any. */
export interface RealtimeLimits {
  /** True refuses public channels. */
  readonly privateOnly: boolean
  /** Sockets of all processes together, as they last told one another. */
  readonly connections: number
  /** The same for one address (an IPv4 address or an IPv6 network of /64). Many people may share one. */
  readonly connectionsPerAddress: number
  /** New sockets of one address, in this process. */
  readonly connects: Rate
  readonly channelsPerConnection: number
  /** Joins of one connection. Measured per connection, so that nobody can use up somebody else's share. */
  readonly joins: Rate
  /** Messages that one channel instance sends, averaged: short bursts are fine. */
  readonly messages: Rate
  readonly presenceCalls: Rate
  readonly tokenChanges: Rate
  /** HTTP broadcast requests of one address. */
  readonly httpBroadcasts: Rate
  /** One broadcast's payload. */
  readonly payloadBytes: number
  readonly frameBytes: number
  /** Names travel with a one-byte length in the binary serializer. */
  readonly nameBytes: number
  /** Unsent bytes after which a receiver counts as too slow and is disconnected. */
  readonly unsentBytes: number
  /** A client sends a heartbeat every 25 s: after this silence it is gone. */
  readonly idleSeconds: number
  readonly replayMessages: number
  /** Questions to policies that run at once: a wave of joins must leave database connections to others. */
  readonly policyQuestions: number
  /** Damps the retries of a client that is refused. */
  readonly refusalDelayMs: number
  /** The longest time between two looks at a channel's token. */
  readonly tokenCheckSeconds: number
  /** After this silence another process counts as gone, and everybody with it. */
  readonly peerSilenceSeconds: number
}

/** Addresses whose rates are remembered; those who were seen least lately are forgotten beyond this. */
export const MOST_ADDRESSES = 10_000

export const DEFAULT_LIMITS: RealtimeLimits = Object.freeze({
  ...REALTIME_DEFAULTS,
  tokenChanges: rate(10, 60),
  frameBytes: 5_000_000,
  nameBytes: 255,
  replayMessages: 25,
  policyQuestions: 4,
  refusalDelayMs: 200,
  tokenCheckSeconds: 300,
})
