import { type Rate, rate } from '../rate-limits/rate.ts'
import { COUNT, FLAG, isOn, matching } from './kinds.ts'
import { defaultsOf, type Values, type Variables } from './own-config.ts'

/** The realtime settings that come from the environment; `realtime/limits.ts` has the others. */
export type RealtimeConfig = Readonly<{
  privateOnly: boolean
  connections: number
  connectionsPerAddress: number
  connects: Rate
  channelsPerConnection: number
  joins: Rate
  messages: Rate
  presenceCalls: Rate
  httpBroadcasts: Rate
  payloadBytes: number
  unsentBytes: number
  idleSeconds: number
  peerSilenceSeconds: number
}>

const RATE = matching('^[1-9][0-9]{0,7}/[1-9][0-9]{0,3}$', 'a number, a slash and a number of seconds, as in 100/10')

export const REALTIME_VARIABLES = {
  REALTIME_PRIVATE_ONLY: { ...FLAG, default: '0', help: '1 rejects public channels' },
  REALTIME_CONNECTIONS: { ...COUNT, default: '10000', help: 'maximum sockets across all processes' },
  REALTIME_CONNECTIONS_PER_ADDRESS: { ...COUNT, default: '10000', help: 'maximum sockets per IP address' },
  REALTIME_CONNECTS: { ...RATE, default: '10000/10', help: 'new sockets per IP address' },
  REALTIME_CHANNELS: { ...COUNT, default: '100', help: 'maximum channels per socket' },
  REALTIME_JOINS: { ...RATE, default: '100/10', help: 'joins per socket' },
  REALTIME_MESSAGES: { ...RATE, default: '1000/10', help: 'messages per channel' },
  REALTIME_PRESENCE_CALLS: { ...RATE, default: '5/30', help: 'presence calls per channel' },
  REALTIME_HTTP_BROADCASTS: { ...RATE, default: '1000/10', help: 'HTTP broadcasts per IP address' },
  REALTIME_PAYLOAD_KB: {
    ...matching('^([1-9][0-9]{0,2}|[1-3][0-9]{3}|4[0-8][0-9]{2})$', 'a number of kilobytes from 1 to 4899'),
    default: '3000',
    help: 'maximum payload size',
  },
  REALTIME_UNSENT_MB: {
    ...matching('^[1-9][0-9]{0,3}$', 'a number of megabytes from 1 to 9999'),
    default: '16',
    help: 'maximum unsent data per receiver',
  },
  REALTIME_IDLE_TIMEOUT: {
    ...matching('^([2-9]|[1-9][0-9]{1,2})$', 'a number of seconds from 2 to 999'),
    default: '60',
    help: 'seconds of silence after which a client is disconnected',
  },
  REALTIME_PEER_TIMEOUT: {
    ...matching('^([2-9]|[1-9][0-9]{1,2})$', 'a number of seconds from 2 to 999'),
    default: '15',
    help: 'seconds of silence after which a process is considered gone',
  },
} as const satisfies Variables

/** Settings for an empty environment. */
export const REALTIME_DEFAULTS: RealtimeConfig = readRealtime(defaultsOf(REALTIME_VARIABLES))

export function readRealtime(env: Values<typeof REALTIME_VARIABLES>): RealtimeConfig {
  return {
    privateOnly: isOn(env.REALTIME_PRIVATE_ONLY),
    connections: Number(env.REALTIME_CONNECTIONS),
    connectionsPerAddress: Number(env.REALTIME_CONNECTIONS_PER_ADDRESS),
    connects: rateOf(env.REALTIME_CONNECTS),
    channelsPerConnection: Number(env.REALTIME_CHANNELS),
    joins: rateOf(env.REALTIME_JOINS),
    messages: rateOf(env.REALTIME_MESSAGES),
    presenceCalls: rateOf(env.REALTIME_PRESENCE_CALLS),
    httpBroadcasts: rateOf(env.REALTIME_HTTP_BROADCASTS),
    // Room for the envelope of a broadcast.
    payloadBytes: Number(env.REALTIME_PAYLOAD_KB) * 1000 + 500,
    unsentBytes: Number(env.REALTIME_UNSENT_MB) * 1024 * 1024,
    idleSeconds: Number(env.REALTIME_IDLE_TIMEOUT),
    peerSilenceSeconds: Number(env.REALTIME_PEER_TIMEOUT),
  }
}

function rateOf(text: string): Rate {
  const [amount, seconds] = text.split('/').map(Number)
  return rate(amount ?? 1, seconds ?? 1)
}
