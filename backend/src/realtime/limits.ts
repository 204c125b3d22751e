import { REALTIME_DEFAULTS } from '../config/realtime.ts'
import { type Rate, rate } from '../rate-limits/rate.ts'

/** Limits of one installation. The numbers are those of hosted Supabase's larger plans, where it has any. */
export interface RealtimeLimits {
  /** True refuses public channels. */
  readonly privateOnly: boolean
  /** Sockets of all processes together, by their last reported loads. */
  readonly connections: number
  /** The same per address (an IPv4 address or an IPv6 /64 network), which many users may share. */
  readonly connectionsPerAddress: number
  /** New sockets per address, in this process. */
  readonly connects: Rate
  readonly channelsPerConnection: number
  /** Joins per connection, so that clients cannot use up each other's limit. */
  readonly joins: Rate
  /** Messages per channel instance, averaged: short bursts are fine. */
  readonly messages: Rate
  readonly presenceCalls: Rate
  readonly tokenChanges: Rate
  /** HTTP broadcast requests per address. */
  readonly httpBroadcasts: Rate
  /** Payload of one broadcast. */
  readonly payloadBytes: number
  readonly frameBytes: number
  /** Names have a one-byte length in the binary serializer. */
  readonly nameBytes: number
  /** Unsent bytes after which a receiver counts as too slow and is disconnected. */
  readonly unsentBytes: number
  /** Clients send a heartbeat every 25 s: after this silence they count as gone. */
  readonly idleSeconds: number
  readonly replayMessages: number
  /** Concurrent policy queries: a wave of joins must leave database connections for others. */
  readonly policyQuestions: number
  /** Slows down the retries of a refused client. */
  readonly refusalDelayMs: number
  /** Longest interval between checks of a channel's token. */
  readonly tokenCheckSeconds: number
  /** Silence after which another process counts as gone, with all its presences. */
  readonly peerSilenceSeconds: number
}

/** Number of addresses tracked by rate limits; the least recently seen are dropped beyond it. */
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
