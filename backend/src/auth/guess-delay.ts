import { AuthError } from './errors.ts'

export interface GuessDelay {
  /** @throws {AuthError} `over_request_rate_limit` while too many wrong passwords for this account make everybody wait. */
  requirePatience(account: string): void
  failed(account: string): void
  succeeded(account: string): void
}

/** Wrong passwords that people really type in a row before they give up. */
const FREE_ATTEMPTS = 10
/** Each further one doubles the wait, up to this: slow enough for guessing, short enough that nobody is locked out. */
const LONGEST_WAIT_SECONDS = 30
/** A quiet quarter of an hour is forgotten. */
const MEMORY_MS = 15 * 60_000
const REMEMBERED_ACCOUNTS = 50_000

/** Slows down guessing at one account from many addresses, which limits per address cannot see. Unknown accounts count alike. */
export function createGuessDelay(enabled: boolean, now: () => number = Date.now): GuessDelay {
  const failures = new Map<string, { count: number; at: number }>()
  return {
    requirePatience(account) {
      const last = failures.get(account)
      if (!enabled || !last || last.count < FREE_ATTEMPTS) return
      const wait = Math.min(2 ** (last.count - FREE_ATTEMPTS), LONGEST_WAIT_SECONDS)
      const left = Math.ceil((last.at + wait * 1000 - now()) / 1000)
      if (left > 0) throw new AuthError('over_request_rate_limit', { headers: { 'retry-after': String(left) } })
    },
    failed(account) {
      const last = failures.get(account)
      const count = last && now() - last.at < MEMORY_MS ? last.count : 0
      failures.delete(account) // set again below, so that the first key is the longest untouched
      failures.set(account, { count: count + 1, at: now() })
      if (failures.size > REMEMBERED_ACCOUNTS) failures.delete(failures.keys().next().value as string)
    },
    succeeded: (account) => void failures.delete(account),
  }
}
