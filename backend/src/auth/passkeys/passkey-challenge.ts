import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { isUuid } from '../sessions/bearer.ts'

/** Long enough to find the phone. */
const LIFE_SECONDS = 300

/** Stores a started ceremony; `userId` is null for a sign-in, where the user is not known yet. */
export async function beginCeremony(
  { sql }: AuthContext,
  userId: string | null,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  const type = userId === null ? 'authentication' : 'registration'
  // Each new ceremony deletes a few abandoned ones.
  const [row] = await sql<{ challenge_id: string; expires_at: number }[]>`
    with old as (
      delete from auth.webauthn_challenges where id in (
        select id from auth.webauthn_challenges where expires_at < now() - interval '1 hour' limit 20 for update skip locked)
    )
    insert into auth.webauthn_challenges (user_id, challenge_type, challenge, expires_at)
    values (${userId}, ${type}, ${challenge}, now() + make_interval(secs => ${LIFE_SECONDS}))
    returning id as challenge_id, extract(epoch from expires_at)::int as expires_at`
  if (!row) throw new AuthError('unexpected_failure')
  return row
}

/**
 * Consumes a ceremony: it can't be used again, whatever the outcome.
 * @throws {AuthError} for an id that is missing, unknown, another user's, used or expired.
 */
export async function takeCeremony(
  { sql }: AuthContext,
  userId: string | null,
  { challenge_id: id, credential }: { challenge_id?: string | undefined; credential?: unknown },
): Promise<string> {
  if (!id) throw invalid('challenge_id is required')
  if (!credential) throw invalid('credential is required')
  if (!isUuid(id)) throw invalid('challenge_id must be a valid UUID')
  const [taken] = await sql<{ challenge: string; expired: boolean }[]>`
    delete from auth.webauthn_challenges where id = ${id} and user_id is not distinct from ${userId}
    returning challenge, expires_at < now() as expired`
  if (!taken) throw new AuthError('webauthn_challenge_not_found')
  if (taken.expired) throw new AuthError('webauthn_challenge_expired')
  return taken.challenge
}
