import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { derivedSecret } from '../derived-secret.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { isUuid } from '../sessions/bearer.ts'
import { bindToBrowser, isSameBrowser } from '../sign-in/browser-cookie.ts'
import type { CodeChallenge } from '../sign-in/flow-state.ts'

export interface StateRow {
  readonly id: string
  readonly provider: string
  readonly redirect_to: string
  readonly code_challenge: string | null
  readonly code_challenge_method: 's256' | 'plain' | null
  readonly linking_user_id: string | null
  readonly nonce: string | null
}

/** Time for a user to sign in at the provider. */
const LIFE_SECONDS = 600

export function secretOf(context: AuthContext, purpose: 'verifier' | 'nonce', stateId: string): string {
  return derivedSecret(context, `oauth-${purpose}`, stateId)
}

export async function insertState(
  sql: Queryable,
  begun: {
    provider: string
    redirectTo: string
    pkce: CodeChallenge | null
    linkingUserId: string | null
    nonce: string | null
  },
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    with old as (
      delete from auth.oauth_states where id in (
        select id from auth.oauth_states where created_at < now() - interval '1 day' limit 50 for update skip locked)
    )
    insert into auth.oauth_states
      (provider, redirect_to, code_challenge, code_challenge_method, linking_user_id, nonce)
    values (${begun.provider}, ${begun.redirectTo}, ${begun.pkce?.challenge ?? null}, ${begun.pkce?.method ?? null},
      ${begun.linkingUserId}, ${begun.nonce})
    returning id`
  if (!row) throw new AuthError('unexpected_failure')
  return row.id
}

/**
 * Consumes a state; of concurrent or replayed returns only one gets it.
 * @throws {AuthError} when it is missing, malformed, unknown, expired or used.
 */
export async function takeState({ sql }: AuthContext, state: string | undefined): Promise<StateRow> {
  if (!state) throw new AuthError('bad_oauth_callback', { message: 'OAuth state parameter missing' })
  if (!isUuid(state)) throw new AuthError('bad_oauth_state', { message: 'OAuth state parameter is invalid' })
  const [row] = await sql<(StateRow & { expired: boolean })[]>`
    update auth.oauth_states set used_at = now() where id = ${state} and used_at is null
    returning *, created_at < now() - make_interval(secs => ${LIFE_SECONDS}) as expired`
  if (row) {
    if (row.expired) throw new AuthError('bad_oauth_state', { message: 'OAuth state has expired' })
    return row
  }
  const [used] = await sql`select from auth.oauth_states where id = ${state}`
  if (used) throw new AuthError('flow_state_already_used')
  throw new AuthError('bad_oauth_state', { message: 'OAuth state not found or expired' })
}

export function setBrowserCookie(context: AuthContext, reply: FastifyReply, id: string): void {
  const url = `${context.issuer}/callback`
  bindToBrowser(context, reply, { at: 'oauth', id }, { url, by: 'link', withinSeconds: LIFE_SECONDS })
}

export function requireBrowserCookie(context: AuthContext, request: FastifyRequest, id: string): void {
  if (isSameBrowser(context, request, { at: 'oauth', id })) return
  throw new AuthError('bad_oauth_state', { message: 'This sign-in was begun in another browser' })
}
