import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { factorNotice } from '../emails/account-notices.ts'
import { AuthError, invalid } from '../errors.ts'
import { jsonb } from '../jsonb.ts'
import { readAssertion, readCreation } from '../passkeys/webauthn.ts'
import type { Queryable } from '../queryable.ts'
import { isUuid } from '../sessions/bearer.ts'
import { sendSession } from '../sessions/session-response.ts'
import { endSessions } from '../sessions/sessions.ts'
import { inTransaction } from '../users/users.ts'
import type { Ceremony } from './challenge.ts'
import { type FactorRow, factorIdOf, lockFactor, refuseDisabled } from './factor-row.ts'
import { isPhoneCode } from './phone.ts'
import { raiseSession } from './raise-session.ts'
import { stepOfCode } from './totp.ts'
import { requireUserSession, type UserSession } from './user-session.ts'

const VerifyBody = Type.Object({
  challenge_id: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  webauthn: Type.Optional(
    Type.Object({ type: Type.Optional(Type.String()), credential_response: Type.Optional(Type.Unknown()) }),
  ),
})
type VerifyBody = Static<typeof VerifyBody>

interface ChallengeRow {
  readonly id: string
  readonly verified_at: Date | null
  readonly expired: boolean
  readonly same_address: boolean
  readonly web_authn_session_data: Ceremony | null
  readonly otp_hash: Buffer | null
}

/** Wrong answers before a challenge is deleted. */
const MAX_FAILED_ATTEMPTS = 5

/** POST /factors/{id}/verify: verifies a factor. The session continues as aal2 with a new refresh token. */
export const verifyFactor: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const options = { onRequest: context.limit('factorVerify'), schema: { body: VerifyBody } }
  app.post('/factors/:id/verify', options, async (request, reply) => {
    const person = await requireUserSession(context, request, { owingFactor: true })
    const factorId = factorIdOf(request)
    const guess = `factor:${person.user.id}`
    await context.guessDelay.requirePatience(guess)
    // A wrong answer is counted in the transaction, so the refusal is returned and thrown only after the commit.
    const outcome = await inTransaction(context, async (sql) => {
      const factor = await lockFactor(sql, person.user.id, factorId)
      const challenge = await requireChallenge(context, sql, factor, request.body, request.ip)
      const method = await check(context, sql, factor, challenge, request.body)
      if (method !== null) await sql`update auth.mfa_challenges set verified_at = now() where id = ${challenge.id}`
      const refusal = method === null ? await refuse(sql, factor, challenge) : null
      const details = { factor_id: factor.id, valid: method !== null }
      await audit(sql, 'verification_attempted', person.user, clientOf(request), details)
      return { factorType: factor.factor_type, method, refusal }
    })
    await askMfaHook(context, person, { factorId, factorType: outcome.factorType, valid: outcome.method !== null })
    const { method, refusal } = outcome
    if (refusal !== null || method === null) {
      await context.guessDelay.failed(guess)
      throw refusal ?? new AuthError('mfa_verification_failed')
    }
    await context.guessDelay.succeeded(guess)
    const session = await inTransaction(context, async (sql) => {
      const factor = await lockFactor(sql, person.user.id, factorId)
      const isNew = await markVerified(sql, person, factor)
      if (isNew) {
        const details = { factor_id: factor.id, factor_type: factor.factor_type, status: 'verified' }
        await audit(sql, 'factor_updated', person.user, clientOf(request), details)
      }
      const raised = await raiseSession(context, sql, person, { factorId: factor.id, method })
      return { raised, isNew, type: factor.factor_type }
    })
    if (session.isNew) context.emails.notify(factorNotice('mfa_factor_enrolled', person.user, session.type))
    return sendSession(reply, session.raised)
  })
}

/**
 * Called between two transactions (one counts the attempt, the other raises the session), so that none is open during the hook.
 * @throws {AuthError} `mfa_verification_rejected` with the hook's message; the user is then signed out everywhere
 */
export async function askMfaHook(
  context: AuthContext,
  { user }: UserSession,
  attempt: { factorId: string; factorType: string; valid: boolean },
): Promise<void> {
  const verdict = await context.hooks.mfaVerification({ userId: user.id, ...attempt })
  if (verdict.kind === 'continue') return
  await endSessions(context.sql, user.id, 'all')
  throw new AuthError('mfa_verification_rejected', { message: verdict.message })
}

async function requireChallenge(
  context: AuthContext,
  sql: Queryable,
  factor: FactorRow,
  { challenge_id: id, code, webauthn }: VerifyBody,
  ip: string,
): Promise<ChallengeRow> {
  if (factor.factor_type === 'webauthn') requireCeremonyAnswer(webauthn)
  else if (!code) throw invalid('Code needs to be non-empty')
  const [challenge] = await sql<ChallengeRow[]>`
    select id, verified_at, web_authn_session_data, otp_hash, ip_address = ${ip}::inet as same_address,
      created_at < now() - make_interval(secs => ${context.config.auth.mfa.challengeSeconds}) as expired
    from auth.mfa_challenges where id = ${isUuid(id) ? id : null} and factor_id = ${factor.id} for update`
  if (!challenge) {
    throw new AuthError('mfa_factor_not_found', {
      status: 422,
      message: 'MFA factor with the provided challenge ID not found',
    })
  }
  if (challenge.verified_at !== null || !challenge.same_address) throw new AuthError('mfa_ip_address_mismatch')
  if (challenge.expired) {
    throw new AuthError('mfa_challenge_expired', {
      message: `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    })
  }
  return challenge
}

function requireCeremonyAnswer(webauthn: VerifyBody['webauthn']): void {
  if (!webauthn) throw invalid('WebAuthn config required')
  if (webauthn.type !== 'create' && webauthn.type !== 'request')
    throw invalid('WebAuthn type must be create or request')
  if (!webauthn.credential_response) throw invalid('credential_response required')
}

/** The method by which the factor was verified, or null if the answer is wrong. */
async function check(
  context: AuthContext,
  sql: Queryable,
  factor: FactorRow,
  challenge: ChallengeRow,
  body: VerifyBody,
): Promise<'totp' | 'mfa/phone' | 'mfa/webauthn' | null> {
  const type = factor.factor_type
  if (type === 'recovery_code' || !context.config.auth.mfa.types.includes(type)) {
    throw refuseDisabled('verify', type === 'recovery_code' ? 'totp' : type)
  }
  if (type === 'phone') return isPhoneCode(context, challenge, body.code ?? '') ? 'mfa/phone' : null
  if (type === 'totp') {
    const step = await stepOfCode(context, factor, body.code ?? '')
    const isUsed = step !== null && step <= Number(factor.last_used_step ?? 0)
    if (step === null || (isUsed && !context.config.auth.mfa.reusesCodes)) return null
    await sql`update auth.mfa_factors set last_used_step = ${step} where id = ${factor.id}`
    return 'totp'
  }
  const ceremony = challenge.web_authn_session_data
  if (!ceremony || ceremony.type !== body.webauthn?.type) return null
  const answer = body.webauthn.credential_response
  return (await readCeremony(context, sql, factor, ceremony, answer)) ? 'mfa/webauthn' : null
}

async function readCeremony(
  context: AuthContext,
  sql: Queryable,
  factor: FactorRow,
  { type, challenge }: Ceremony,
  answer: unknown,
): Promise<boolean> {
  if (type === 'create') {
    const made = factor.status === 'unverified' ? await readCreation(context, answer, challenge) : null
    if (!made) return false
    const { id, counter, transports } = made
    const stored = { id, counter, transports, publicKey: Buffer.from(made.publicKey).toString('base64url') }
    await sql`
      update auth.mfa_factors set web_authn_credential = ${jsonb(sql, stored)}, web_authn_aaguid = ${made.aaguid}
      where id = ${factor.id}`
    return true
  }
  const stored = factor.web_authn_credential
  if (!stored) return false
  const known = { ...stored, publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')) }
  const counter = await readAssertion(context, answer, challenge, known)
  if (counter === null) return false
  await sql`
    update auth.mfa_factors set web_authn_credential = ${jsonb(sql, { ...stored, counter })} where id = ${factor.id}`
  return true
}

const WRONG: Readonly<Record<FactorRow['factor_type'], string>> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn credential',
  recovery_code: 'Invalid recovery code entered',
}

async function refuse(sql: Queryable, factor: FactorRow, challenge: ChallengeRow): Promise<AuthError> {
  await sql`update auth.mfa_challenges set failed_attempts = failed_attempts + 1 where id = ${challenge.id}`
  await sql`delete from auth.mfa_challenges where id = ${challenge.id} and failed_attempts >= ${MAX_FAILED_ATTEMPTS}`
  return new AuthError('mfa_verification_failed', { message: WRONG[factor.factor_type] })
}

/** Activates the factor and deletes other unverified ones of its type. @returns whether it is new */
async function markVerified(sql: Queryable, { user }: UserSession, factor: FactorRow): Promise<boolean> {
  if (factor.status === 'verified') return false
  await sql`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and factor_type = ${factor.factor_type} and status = 'unverified' and id <> ${factor.id}`
  return true
}
