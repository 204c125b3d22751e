import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import type { Queryable } from '../queryable.ts'
import type { IssuedToken } from '../tokens/issued-token.ts'

/** Kinds of pending codes: at most one of each per account. */
export type TokenSlot =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'
  | 'reauthentication_token'

export interface PendingToken {
  readonly id: string
  readonly user_id: string
  readonly token_type: TokenSlot
  readonly token_hash: string
  /** The address that the code was sent to. */
  readonly relates_to: string
}

/** Failed guesses before a six-digit code is deleted. */
const MAX_FAILED_ATTEMPTS = 5
const PKCE_PREFIX = 'pkce_'

/** Creates a code for an address, replacing the previous one. In a PKCE flow the hash is marked, so that the link returns a code. */
export async function issueToken(
  sql: Queryable,
  {
    userId,
    slot,
    address,
    pkce,
    digits,
    fixed = null,
  }: {
    userId: string
    slot: TokenSlot
    address: string
    pkce: boolean
    digits: number
    fixed?: string | null
  },
): Promise<IssuedToken> {
  const otp = fixed ?? randomDigits(digits)
  const tokenHash = (pkce ? PKCE_PREFIX : '') + hashOtp(address, otp)
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    values (${userId}, ${slot}, ${tokenHash}, ${address})
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to, failed_attempts = 0, created_at = now()`
  return { otp, tokenHash }
}

/** A code of 6 to 10 digits. */
export function randomDigits(length: number): string {
  return randomInt(10 ** length)
    .toString()
    .padStart(length, '0')
}

export function belongsToPkceFlow(tokenHash: string): boolean {
  return tokenHash.startsWith(PKCE_PREFIX)
}

/** The unexpired token with this hash, as contained in links. */
export async function findByHash(
  context: AuthContext,
  sql: Queryable,
  slots: readonly TokenSlot[],
  tokenHash: string,
): Promise<PendingToken | null> {
  const [token] = await sql<PendingToken[]>`
    select id, user_id, token_type, token_hash, relates_to from auth.one_time_tokens
    where token_hash = ${tokenHash} and token_type in ${sql(slots)}
      and created_at > now() - make_interval(secs => ${context.config.auth.otpSeconds})`
  return token ?? null
}

/**
 * The unexpired token for the six digits sent to this address. A wrong guess counts against every token that it could have
 * been meant for; the caller's transaction must commit it.
 */
export async function findByOtp(
  context: AuthContext,
  sql: Queryable,
  slots: readonly TokenSlot[],
  address: string,
  otp: string,
): Promise<PendingToken | null> {
  // Lock accounts before their codes, as every creator of a code does; the reverse order could deadlock.
  await sql`
    select from auth.users
    where id in (select user_id from auth.one_time_tokens where relates_to = ${address} and token_type in ${sql(slots)})
    order by id for update`
  const candidates = await sql<PendingToken[]>`
    select id, user_id, token_type, token_hash, relates_to from auth.one_time_tokens
    where relates_to = ${address} and token_type in ${sql(slots)}
      and created_at > now() - make_interval(secs => ${tokenLifetimeOf(context, address)})
    order by token_type for update`
  const hash = hashOtp(address, otp)
  const found = candidates.find((token) => isSameHash(token.token_hash.replace(PKCE_PREFIX, ''), hash))
  if (!found && candidates.length > 0) await countFailure(sql, candidates)
  return found ?? null
}

/** Seconds. A text message arrives immediately or never; an email may be read later. */
function tokenLifetimeOf({ config }: AuthContext, address: string): number {
  return address.includes('@') ? config.auth.otpSeconds : config.auth.smsOtpSeconds
}

async function countFailure(sql: Queryable, tokens: readonly PendingToken[]): Promise<void> {
  const ids = tokens.map(({ id }) => id)
  await sql`update auth.one_time_tokens set failed_attempts = failed_attempts + 1 where id in ${sql(ids)}`
  await sql`delete from auth.one_time_tokens where id in ${sql(ids)} and failed_attempts >= ${MAX_FAILED_ATTEMPTS}`
}

/** True for the one caller that consumed the token. */
export async function consumeToken(sql: Queryable, token: PendingToken): Promise<boolean> {
  const used = await sql`delete from auth.one_time_tokens where id = ${token.id} and token_hash = ${token.token_hash}`
  return used.count === 1
}

/** Once an account is proven or changed, its other pending codes must not work any more. */
export async function dropPendingTokens(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
}

/** SHA-224 of address and code together: a code for one address proves nothing about another. */
function hashOtp(address: string, otp: string): string {
  return createHash('sha224')
    .update(address + otp)
    .digest('hex')
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
