import Type from 'typebox'

/** A token bucket: `burst` at once, and `refill` of them come back over `seconds`. */
export interface LimitAllowance {
  readonly burst: number
  readonly refill: number
  readonly seconds: number
}

const FIVE_MINUTES = 300
const HOUR = 3600

/** Per address, each name a bucket of its own; the last two are for everybody together. */
export const AUTH_LIMITS = {
  signup: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  anonymous: { burst: 30, refill: 30, seconds: HOUR },
  otp: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  magiclink: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  recover: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  resend: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  updateUser: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  token: { burst: 30, refill: 150, seconds: FIVE_MINUTES },
  sso: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  samlAcs: { burst: 15, refill: 15, seconds: FIVE_MINUTES },
  web3: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  oauthRegister: { burst: 10, refill: 10, seconds: FIVE_MINUTES },
  verify: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  authorize: { burst: 60, refill: 60, seconds: FIVE_MINUTES },
  factorChallenge: { burst: 30, refill: 15, seconds: 60 },
  factorVerify: { burst: 30, refill: 15, seconds: 60 },
  passkeyOptions: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  emails: { burst: 30, refill: 30, seconds: HOUR },
  sms: { burst: 30, refill: 30, seconds: HOUR },
} as const satisfies Record<string, LimitAllowance>

export type LimitName = keyof typeof AUTH_LIMITS
export type LimitAllowances = Readonly<Record<LimitName, LimitAllowance>>

export const LIMIT_VARIABLES = {
  AUTH_LIMITS: Type.String({ pattern: '^[a-zA-Z]+=[0-9]{1,7}(,[a-zA-Z]+=[0-9]{1,7})*$' }),
}

export const LIMIT_EXPECTED = {
  AUTH_LIMITS: 'names and numbers, as in signup=100,emails=500',
} as const satisfies Record<keyof typeof LIMIT_VARIABLES, string>

/** The allowances with what AUTH_LIMITS changes: how many come back over the same time; bursts change in proportion. */
export function readLimits({ AUTH_LIMITS: text }: { AUTH_LIMITS?: string }): {
  limits: LimitAllowances
  problem: string | null
} {
  const limits: Record<LimitName, LimitAllowance> = { ...AUTH_LIMITS }
  for (const pair of (text ?? '').split(',').filter(Boolean)) {
    const [name = '', number = ''] = pair.trim().split('=')
    if (!isLimitName(name)) {
      return { limits, problem: `AUTH_LIMITS knows no "${name}", only ${Object.keys(AUTH_LIMITS).join(', ')}` }
    }
    const { burst, refill, seconds } = AUTH_LIMITS[name]
    const wanted = Number(number)
    limits[name] = {
      burst: wanted === 0 ? 0 : Math.max(1, Math.round((burst * wanted) / refill)),
      refill: wanted,
      seconds,
    }
  }
  return { limits, problem: null }
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(AUTH_LIMITS, name)
}
