import { createHash } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'

export type EmailKind =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'reauthentication'
  | `sms_${'confirmation' | 'phone_change' | 'reauthentication'}_token`
  | 'sms_mfa'

/**
 * Allows one message of a kind per address and gap. Called before the account is looked up, so that known and unknown
 * addresses wait equally long.
 * @throws {AuthError} `over_email_send_rate_limit` with Retry-After
 */
export async function claimMailGap(
  context: AuthContext,
  sql: Queryable,
  kind: EmailKind,
  address: string,
): Promise<void> {
  const gap = context.config.auth.mailGapSeconds
  const key = createHash('sha256').update(address).digest()
  await sql`delete from auth.email_gaps where sent_at < now() - make_interval(secs => ${gap})`
  const claimed = await sql`
    insert into auth.email_gaps (kind, address_hash) values (${kind}, ${key}) on conflict do nothing`
  if (claimed.count === 1) return
  const [last] = await sql<{ wait: number }[]>`
    select ceil(extract(epoch from sent_at - now()) + ${gap}::int)::int as wait
    from auth.email_gaps where kind = ${kind} and address_hash = ${key}`
  const wait = Math.max(1, last?.wait ?? 1)
  throw new AuthError(kind.startsWith('sms_') ? 'over_sms_send_rate_limit' : 'over_email_send_rate_limit', {
    message: `For security purposes, you can only request this after ${wait} seconds.`,
    headers: { 'retry-after': String(wait) },
  })
}
