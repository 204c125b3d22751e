import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { AuthError, invalid } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import type { AuthenticationMethod } from '../sessions/sessions.ts'

/** PKCE fields of a body; the client sends both or neither. */
export const PkceFields = {
  code_challenge: Type.Optional(Type.String()),
  code_challenge_method: Type.Optional(Type.String()),
}
const PkceBody = Type.Object(PkceFields)

export interface CodeChallenge {
  readonly challenge: string
  readonly method: 's256' | 'plain'
}

/** Codes are exchanged by a page that just loaded; five minutes are plenty. */
const AUTH_CODE_SECONDS = 300

/** The challenge of a PKCE flow, or null for the implicit flow. */
export function parseCodeChallenge(body: Static<typeof PkceBody>): CodeChallenge | null {
  const challenge = body.code_challenge || null
  const method = body.code_challenge_method || null
  if (challenge === null && method === null) return null
  if (challenge === null || method === null) {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  }
  const known = method.toLowerCase()
  if (known !== 's256' && known !== 'plain') throw invalid(`Unsupported code_challenge_method "${method}"`)
  return { challenge, method: known }
}

/** Stores a challenge until its email is answered. The newest flow of a kind replaces earlier ones. */
export async function startFlow(
  sql: Queryable,
  { userId, method, pkce }: { userId: string; method: AuthenticationMethod; pkce: CodeChallenge | null },
): Promise<void> {
  if (pkce === null) return
  // Links older than a day have expired.
  await sql`delete from auth.flow_state where created_at < now() - interval '1 day'`
  await sql`
    delete from auth.flow_state
    where user_id = ${userId} and authentication_method = ${method} and auth_code_issued_at is null`
  await sql`
    insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
    values (${userId}, ${randomUUID()}, ${pkce.method}, ${pkce.challenge}, 'email', ${method})`
}

/** Releases the code of the account's newest flow of this kind, or null when none is pending. */
export async function releaseAuthCode(
  sql: Queryable,
  userId: string,
  method: AuthenticationMethod,
): Promise<string | null> {
  const [flow] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set auth_code_issued_at = now()
    where id = (
      select id from auth.flow_state where user_id = ${userId} and authentication_method = ${method}
        and auth_code_issued_at is null
      order by created_at desc limit 1
    ) returning auth_code`
  return flow?.auth_code ?? null
}

/** Stores a flow that returned from a provider with its account already known. @returns its single-use code */
export async function insertReleasedFlow(
  sql: Queryable,
  flow: {
    userId: string
    pkce: CodeChallenge
    provider: string
    method?: AuthenticationMethod
    /** Both encrypted. */
    providerToken?: string | null
    providerRefreshToken?: string | null
    /** When the resulting session must end. */
    sessionNotAfter?: Date | null
    /** SAML identifiers that the organisation gave to the session. */
    named?: { nameId: string; sessionIndex: string | null } | null
  },
): Promise<string> {
  const code = randomUUID()
  await sql`
    insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, auth_code_issued_at, provider_token, provider_refresh_token, session_not_after,
      saml_name_id, saml_session_index)
    values (${flow.userId}, ${code}, ${flow.pkce.method}, ${flow.pkce.challenge}, ${flow.provider},
      ${flow.method ?? 'oauth'}, now(), ${flow.providerToken ?? null}, ${flow.providerRefreshToken ?? null},
      ${flow.sessionNotAfter ?? null}, ${flow.named?.nameId ?? null}, ${flow.named?.sessionIndex ?? null})`
  return code
}

interface FlowRow {
  readonly id: string
  readonly user_id: string
  readonly authentication_method: AuthenticationMethod
  readonly code_challenge: string
  readonly code_challenge_method: 's256' | 'plain'
  readonly provider_token: string | null
  readonly provider_refresh_token: string | null
  readonly session_not_after: Date | null
  readonly provider_type: string | null
  readonly saml_name_id: string | null
  readonly saml_session_index: string | null
  readonly expired: boolean
}

/** Redeems an auth code once, in the caller's transaction; a failed check leaves it usable. */
export async function redeemAuthCode(sql: Queryable, authCode: string, verifier: string): Promise<FlowRow> {
  const [flow] = await sql<FlowRow[]>`
    select id, user_id, authentication_method, code_challenge, code_challenge_method,
      provider_token, provider_refresh_token, session_not_after, provider_type, saml_name_id, saml_session_index,
      auth_code_issued_at < now() - make_interval(secs => ${AUTH_CODE_SECONDS}) as expired
    from auth.flow_state where auth_code = ${authCode} and auth_code_issued_at is not null and user_id is not null
    for update`
  if (!flow) throw new AuthError('flow_state_not_found')
  if (flow.expired) throw new AuthError('flow_state_expired')
  if (!answersChallenge(verifier, flow)) throw new AuthError('bad_code_verifier')
  await sql`delete from auth.flow_state where id = ${flow.id}`
  return flow
}

function answersChallenge(verifier: string, flow: FlowRow): boolean {
  const isHashed = flow.code_challenge_method === 's256'
  const answer = isHashed ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const given = Buffer.from(answer)
  const expected = Buffer.from(flow.code_challenge)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
