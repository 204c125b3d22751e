import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import type { SignedIn } from '../sessions/bearer.ts'

/** How long a recovered account requires fresh proofs, and how recent they must be. */
const SETTLING_HOURS = 72
const FRESH_MINUTES = 15
/** Methods that prove only access to a mailbox or to recovery codes: after a recovery they are not enough. */
const BY_MAIL_OR_PAPER = [
  'otp',
  'magiclink',
  'recovery',
  'recovery_code',
  'invite',
  'email/signup',
  'email_change',
  'anonymous',
]

/** Records a recovery: a new password set by a session that used only the methods above. Call it before the password changes. */
export async function noteRecovery(sql: Queryable, userId: string, sessionId: string): Promise<void> {
  await sql`
    update auth.users set recovered_at = now() where id = ${userId} and not exists (
      select from auth.mfa_amr_claims shown
      where shown.session_id = ${sessionId} and shown.authentication_method <> all(${BY_MAIL_OR_PAPER}))`
}

/**
 * Guards changes that could lock an account's owner out for good: addresses, tokens, apps and linked accounts.
 * @throws {AuthError} `reauthentication_needed` for 72 hours after a recovery, unless the session has just used another method
 */
export async function requireProofAfterRecovery({ sql }: AuthContext, { user, sessionId }: SignedIn): Promise<void> {
  const [row] = await sql<{ is_settling: boolean; has_proof: boolean }[]>`
    select u.recovered_at > now() - make_interval(hours => ${SETTLING_HOURS}) as is_settling, exists (
      select from auth.mfa_amr_claims shown
      where shown.session_id = ${sessionId} and shown.authentication_method <> all(${BY_MAIL_OR_PAPER})
        and shown.updated_at > greatest(u.recovered_at, now() - make_interval(mins => ${FRESH_MINUTES}))) as has_proof
    from auth.users u where u.id = ${user.id}`
  if (!row?.is_settling || row.has_proof) return
  throw new AuthError('reauthentication_needed', {
    status: 403,
    message: 'Your account was recovered recently. Sign in again before you change this.',
  })
}
