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

/** `amount` per `seconds`; the whole amount may be spent at once. */
export interface Rate {
  readonly amount: number
  readonly seconds: number
}

export const DEFAULT_LIMITS: RealtimeLimits = Object.freeze({
  privateOnly: false,
  connections: 10_000,
  connectionsPerAddress: 10_000,
  connects: { amount: 10_000, seconds: 10 },
  channelsPerConnection: 100,
  joins: { amount: 100, seconds: 10 },
  messages: { amount: 1000, seconds: 10 },
  presenceCalls: { amount: 5, seconds: 30 },
  tokenChanges: { amount: 10, seconds: 60 },
  httpBroadcasts: { amount: 1000, seconds: 10 },
  payloadBytes: 3_000_000 + 500,
  frameBytes: 5_000_000,
  nameBytes: 255,
  unsentBytes: 16 * 1024 * 1024,
  idleSeconds: 60,
  replayMessages: 25,
  policyQuestions: 4,
  refusalDelayMs: 200,
  tokenCheckSeconds: 300,
  peerSilenceSeconds: 15,
})
