import { FLAG, isOn, numberOf, SECONDS } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

/** How long a session may live; null for no limit. Seconds. */
export type SessionLimits = Readonly<{
  /** From sign-in on. */
  timeboxSeconds: number | null
  /** From the last refresh on. */
  inactivitySeconds: number | null
  /** From sign-in on, for who has a second factor and has not shown it. */
  lowAalSeconds: number | null
  /** True: only the session that was refreshed last goes on. */
  singlePerUser: boolean
}>

export const SESSION_VARIABLES = {
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
