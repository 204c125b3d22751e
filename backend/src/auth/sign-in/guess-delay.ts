import type { RateLimitStore } from '../../rate-limits/store.ts'
import { AuthError } from '../errors.ts'

export interface GuessDelay {
  /**
   * @returns the number of recent wrong guesses
   * @throws {AuthError} `over_request_rate_limit` while there are too many
   */
  requirePatience(account: string): Promise<number>
  failed(account: string): Promise<void>
  succeeded(account: string): Promise<void>
}

/** Wrong passwords that real users type in a row before they give up. */
const FREE_ATTEMPTS = 10
/** Each further guess doubles the wait up to this limit: slow for guessing, but short enough not to lock users out. */
const LONGEST_WAIT_SECONDS = 30
/** Guesses are forgotten this long after the last one. */
export const MEMORY_MS = 15 * 60_000

/** Slows down guessing at one account from many addresses, which per-address limits can't detect. Unknown accounts are included. */
export function createGuessDelay({ rates }: { readonly rates: object | null }, store: RateLimitStore): GuessDelay {
  return {
    async requirePatience(account) {
      const last = rates ? await store.failures(account) : null
      if (!last || last.count < FREE_ATTEMPTS) return last?.count ?? 0
      const wait = Math.min(2 ** (last.count - FREE_ATTEMPTS), LONGEST_WAIT_SECONDS)
      const left = Math.ceil(wait - last.ageMs / 1000)
      if (left > 0) throw new AuthError('over_request_rate_limit', { headers: { 'retry-after': String(left) } })
      return last.count
    },
    failed: (account) => store.fail(account, MEMORY_MS),
    succeeded: (account) => store.forget(account),
  }
}
