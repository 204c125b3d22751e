import type { RateLimitStore } from '../../rate-limits/store.ts'
import { AuthError } from '../errors.ts'

export interface GuessDelay {
  /**
   * @returns how many wrong guesses are remembered
   * @throws {AuthError} `over_request_rate_limit` while too many of them make everybody wait
   */
  requirePatience(account: string): Promise<number>
  failed(account: string): Promise<void>
  succeeded(account: string): Promise<void>
}

/** Wrong passwords that people really type in a row before they give up. */
const FREE_ATTEMPTS = 10
/** Each further one doubles the wait, up to this: slow enough for guessing, short enough that nobody is locked out. */
const LONGEST_WAIT_SECONDS = 30
/** A quiet quarter of an hour is forgotten. */
export const MEMORY_MS = 15 * 60_000

/** Slows down guessing at one account from many addresses, which limits per address cannot see. Unknown accounts count alike. */
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
