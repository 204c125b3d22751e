import type { Rate } from '../rate-limits/rate.ts'
import { matching } from './kinds.ts'
import type { Variables } from './own-config.ts'

const FIVE_MINUTES = 300
const HOUR = 3600
const DAY = 86_400

/**
 * Rates per address, one bucket per name; the last two are global. `accounts` counts sign-ups and `resets` password resets from one public
 * network address; `resets` also per mailbox.
 */
const AUTH_RATES = {
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
  personalTokens: { burst: 30, refill: 30, seconds: FIVE_MINUTES },
  accounts: { burst: 3, refill: 3, seconds: DAY },
  resets: { burst: 3, refill: 3, seconds: HOUR },
  emails: { burst: 30, refill: 30, seconds: HOUR },
  sms: { burst: 30, refill: 30, seconds: HOUR },
} as const satisfies Record<string, Rate>

export type AuthRateName = keyof typeof AUTH_RATES

/** The rates per address. */
export const ADDRESS_RATES = Object.keys(AUTH_RATES).filter((name) => name !== 'emails' && name !== 'sms')
export type AuthRates = Readonly<Record<AuthRateName, Rate>>

export const RATE_LIMIT_VARIABLES = {
  AUTH_RATE_LIMITS: {
    ...matching(
      '^([01]|true|false|[a-zA-Z0-9]+=[0-9]{1,7}(,[a-zA-Z0-9]+=[0-9]{1,7})*)$',
      '0, 1, or names and numbers, as in signup=100,emails=500',
    ),
    default: '1',
    help: '0 disables rate limits; names and numbers change individual ones (`backend/src/config/rate-limits.ts`)',
  },
} as const satisfies Variables

/**
 * Applies AUTH_RATE_LIMITS to the rates: the refill over the same time; bursts change in proportion.
 * @returns `rates` is null when nothing is limited
 */
export function readRateLimits({ AUTH_RATE_LIMITS: text = '1' }: { readonly AUTH_RATE_LIMITS?: string }): {
  rates: AuthRates | null
  problem: string | null
} {
  if (text === '0' || text === 'false') return { rates: null, problem: null }
  const rates: Record<AuthRateName, Rate> = { ...AUTH_RATES }
  for (const pair of text === '1' || text === 'true' ? [] : text.split(',')) {
    const [name = '', number = ''] = pair.split('=')
    if (!isRateName(name)) {
      return { rates, problem: `AUTH_RATE_LIMITS knows no "${name}", only ${Object.keys(AUTH_RATES).join(', ')}` }
    }
    const { burst, refill, seconds } = AUTH_RATES[name]
    const wanted = Number(number)
    rates[name] = {
      burst: wanted === 0 ? 0 : Math.max(1, Math.round((burst * wanted) / refill)),
      refill: wanted,
      seconds,
    }
  }
  return { rates, problem: null }
}

function isRateName(name: string): name is AuthRateName {
  return Object.hasOwn(AUTH_RATES, name)
}
