import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import * as argon2 from '@node-rs/argon2'
import type { Logger } from 'pino'
import type { PasswordRules } from '../../config/passwords.ts'
import { invalid, type PasswordWeakness, WeakPasswordError } from '../errors.ts'
import { isLeaked } from './leaked-passwords.ts'
import { ARGON2ID, needsRehash, verifyHash } from './password-hashes.ts'
import { createWorkQueue } from './work-queue.ts'

/** bcrypt's limit, which clients know; it also bounds the work of one hash. */
const MAX_PASSWORD_BYTES = 72

/** About three seconds of work per core; further requests are refused. */
const WAITING_HASHES_PER_CORE = 250
const WAITING_OF_ONE_PER_CORE = 100

export interface Passwords {
  /** @throws {AuthError} over 72 bytes, or {WeakPasswordError} with every broken rule. */
  requireStrong(password: string): Promise<void>
  /** @throws {AuthError} over 72 bytes: the only rule that applies to administrators, too. */
  requireHashable(password: string): void
  /** The broken rules, or null when there are none. */
  weaknessOf(password: string): Promise<WeakPasswordError | null>
  /** @param share  the caller's queue share, as `networkOf` or a user's id; null for the operator */
  hash(password: string, share: string | null): Promise<string>
  /** Takes as long for an account without a password (`null`) as for a wrong password. */
  matches(password: string, storedHash: string | null, share: string | null): Promise<boolean>
  /** Our own hash of a correct password, if the stored hash was imported; otherwise null. */
  rehash(password: string, storedHash: string): Promise<string | null>
}

/** Hashing runs on native threads, at most one per core at a time and behind a bounded queue. */
export async function createPasswords(config: { readonly passwords: PasswordRules }, log: Logger): Promise<Passwords> {
  const cores = availableParallelism()
  const queue = createWorkQueue({
    concurrency: cores,
    waiting: cores * WAITING_HASHES_PER_CORE,
    waitingOfOne: cores * WAITING_OF_ONE_PER_CORE,
  })
  const hashOfNothing = await argon2.hash(randomBytes(32), ARGON2ID)

  return {
    requireHashable,
    async requireStrong(password) {
      requireHashable(password)
      const weakness = await findWeakness(password, config.passwords, log)
      if (weakness) throw weakness
    },
    weaknessOf: (password) => findWeakness(password, config.passwords, log),
    hash: (password, share) => queue.run(share, () => argon2.hash(password, ARGON2ID)),
    async matches(password, storedHash, share) {
      const tooLong = Buffer.byteLength(password) > MAX_PASSWORD_BYTES
      const against = tooLong || storedHash === null ? hashOfNothing : storedHash
      return queue.run(share, () => verifyHash(tooLong ? '' : password, against))
    },
    async rehash(password, storedHash) {
      return needsRehash(storedHash) ? queue.run(null, () => argon2.hash(password, ARGON2ID)) : null
    },
  }
}

function requireHashable(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw invalid('Password cannot be longer than 72 characters')
}

async function findWeakness(password: string, rules: PasswordRules, log: Logger): Promise<WeakPasswordError | null> {
  const found: { reason: PasswordWeakness; message: string }[] = []
  if (Buffer.byteLength(password) < rules.minLength) {
    found.push({ reason: 'length', message: `Password should be at least ${rules.minLength} characters.` })
  }
  if (rules.characters.some((set) => ![...password].some((character) => set.includes(character)))) {
    const sets = rules.characters.join(', ')
    found.push({
      reason: 'characters',
      message: `Password should contain at least one character of each: ${sets}.`,
    })
  }
  // Passwords that are too short are not looked up.
  const isLong = found[0]?.reason !== 'length'
  const rank = commonPasswords.get(password.toLowerCase()) ?? Number.POSITIVE_INFINITY
  if (isLong && (rank <= rules.common || (rules.leaks && (await isLeaked(password, rules.leaks, log))))) {
    found.push({
      reason: 'pwned',
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
    })
  }
  if (found.length === 0) return null
  return new WeakPasswordError(
    found.map(({ reason }) => reason),
    found.map(({ message }) => message).join(' '),
  )
}

/** Each password's rank, starting at 1. Read once at startup: 10,000 lines, the most common first. */
const commonPasswords: ReadonlyMap<string, number> = new Map(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line, index) => [line.toLowerCase(), index + 1] as const)
    .reverse(), // of two spellings, the more common one wins
)
