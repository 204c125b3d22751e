import { FLAG, isOn, matching, numberOf, SECONDS } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

/** Lifetimes of tokens and sessions in seconds; null for no limit. */
export type SessionLimits = Readonly<{
  /** Since sign-in. */
  timeboxSeconds: number | null
  /** Since the last refresh. */
  inactivitySeconds: number | null
  /** Since sign-in, for users with a second factor who have not used it. */
  lowAalSeconds: number | null
  /** True keeps only the most recently refreshed session. */
  singlePerUser: boolean
}>

export const SESSION_VARIABLES = {
  AUTH_TOKEN_SECONDS: {
    ...matching(
      '^([1-9][0-9]{1,4}|[1-5][0-9]{5}|60[0-3][0-9]{3}|604[0-7][0-9]{2}|604800)$',
      'a number from 10 to 604800',
    ),
    default: '3600',
    help: 'lifetime of access tokens in seconds',
  },
  AUTH_REFRESH_REUSE_SECONDS: {
    ...matching('^(0|[1-9][0-9]{0,4})$', 'a whole number of seconds'),
    default: '10',
    help: 'seconds in which a refresh token may be used again',
  },
  AUTH_SESSION_TIMEBOX: { ...SECONDS, otherwise: 'no limit', help: 'maximum session age in seconds' },
  AUTH_SESSION_INACTIVITY: { ...SECONDS, otherwise: 'no limit', help: 'maximum seconds since last use' },
  AUTH_SESSION_LOW_AAL: {
    ...SECONDS,
    otherwise: 'no limit',
    help: "maximum session age in seconds while the account's second factor is still missing",
  },
  AUTH_SESSION_SINGLE: { ...FLAG, default: '0', help: '1 keeps only the newest session of each account' },
} as const satisfies Variables

export function readSessionLimits(env: Values<typeof SESSION_VARIABLES>): SessionLimits {
  return {
    timeboxSeconds: numberOf(env.AUTH_SESSION_TIMEBOX),
    inactivitySeconds: numberOf(env.AUTH_SESSION_INACTIVITY),
    lowAalSeconds: numberOf(env.AUTH_SESSION_LOW_AAL),
    singlePerUser: isOn(env.AUTH_SESSION_SINGLE),
  }
}
