import Type from 'typebox'

/** `amount` per `seconds`; the whole amount may be spent at once. */
type Rate = Readonly<{ amount: number; seconds: number }>

/** What the environment says about realtime; what it does not say stays as the service has it. */
export type RealtimeConfig = Readonly<{
  privateOnly?: boolean
  connections?: number
  connectionsPerAddress?: number
  connects?: Rate
  channelsPerConnection?: number
  joins?: Rate
  messages?: Rate
  presenceCalls?: Rate
  httpBroadcasts?: Rate
  payloadBytes?: number
  unsentBytes?: number
  idleSeconds?: number
  peerSilenceSeconds?: number
}>

const Count = Type.String({ pattern: '^[1-9][0-9]{0,7}$' })
const RateText = Type.String({ pattern: '^[1-9][0-9]{0,7}/[1-9][0-9]{0,3}$' })

/** The variables, for the schema of the environment. */
export const REALTIME_VARIABLES = {
  REALTIME_PRIVATE_ONLY: Type.Union([
    Type.Literal('0'),
    Type.Literal('1'),
    Type.Literal('true'),
    Type.Literal('false'),
  ]),
  REALTIME_CONNECTIONS: Count,
  REALTIME_CONNECTIONS_PER_ADDRESS: Count,
  REALTIME_CONNECTS: RateText,
  REALTIME_CHANNELS: Count,
  REALTIME_JOINS: RateText,
  REALTIME_MESSAGES: RateText,
  REALTIME_PRESENCE_CALLS: RateText,
  REALTIME_HTTP_BROADCASTS: RateText,
  REALTIME_PAYLOAD_KB: Type.String({ pattern: '^([1-9][0-9]{0,2}|[1-3][0-9]{3}|4[0-8][0-9]{2})$' }),
  REALTIME_UNSENT_MB: Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
  REALTIME_IDLE_TIMEOUT: Type.String({ pattern: '^([2-9]|[1-9][0-9]{1,2})$' }),
  REALTIME_PEER_TIMEOUT: Type.String({ pattern: '^([2-9]|[1-9][0-9]{1,2})$' }),
}

const COUNT = 'a whole number above 0'
const RATE = 'a number, a slash and a number of seconds, as in 100/10'

export const REALTIME_EXPECTED = {
  REALTIME_PRIVATE_ONLY: '0 or 1',
  REALTIME_CONNECTIONS: COUNT,
  REALTIME_CONNECTIONS_PER_ADDRESS: COUNT,
  REALTIME_CONNECTS: RATE,
  REALTIME_CHANNELS: COUNT,
  REALTIME_JOINS: RATE,
  REALTIME_MESSAGES: RATE,
  REALTIME_PRESENCE_CALLS: RATE,
  REALTIME_HTTP_BROADCASTS: RATE,
  REALTIME_PAYLOAD_KB: 'a number of kilobytes from 1 to 4899',
  REALTIME_UNSENT_MB: 'a number of megabytes from 1 to 9999',
  REALTIME_IDLE_TIMEOUT: 'a number of seconds from 2 to 999',
  REALTIME_PEER_TIMEOUT: 'a number of seconds from 2 to 999',
}

/** @param env  checked by the schema above */
export function readRealtime(env: Readonly<{ [name in keyof typeof REALTIME_VARIABLES]?: string }>): RealtimeConfig {
  const isPrivateOnly = env.REALTIME_PRIVATE_ONLY
  const found = {
    privateOnly: isPrivateOnly === undefined ? undefined : isPrivateOnly === '1' || isPrivateOnly === 'true',
    connections: countOf(env.REALTIME_CONNECTIONS),
    connectionsPerAddress: countOf(env.REALTIME_CONNECTIONS_PER_ADDRESS),
    connects: rateOf(env.REALTIME_CONNECTS),
    channelsPerConnection: countOf(env.REALTIME_CHANNELS),
    joins: rateOf(env.REALTIME_JOINS),
    messages: rateOf(env.REALTIME_MESSAGES),
    presenceCalls: rateOf(env.REALTIME_PRESENCE_CALLS),
    httpBroadcasts: rateOf(env.REALTIME_HTTP_BROADCASTS),
    // The envelope of a broadcast comes on top.
    payloadBytes: env.REALTIME_PAYLOAD_KB === undefined ? undefined : Number(env.REALTIME_PAYLOAD_KB) * 1000 + 500,
    unsentBytes: env.REALTIME_UNSENT_MB === undefined ? undefined : Number(env.REALTIME_UNSENT_MB) * 1024 * 1024,
    idleSeconds: countOf(env.REALTIME_IDLE_TIMEOUT),
    peerSilenceSeconds: countOf(env.REALTIME_PEER_TIMEOUT),
  }
  // Left out rather than undefined: they are spread over the defaults.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function countOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function rateOf(text: string | undefined): Rate | undefined {
  if (text === undefined) return undefined
  const [amount, seconds] = text.split('/').map(Number)
  return { amount: amount ?? 1, seconds: seconds ?? 1 }
}
