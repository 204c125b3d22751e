import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { isUuid } from '../sessions/bearer.ts'
import { bindToBrowser, isSameBrowser } from '../sign-in/browser-cookie.ts'
import type { CodeChallenge } from '../sign-in/flow-state.ts'
import { serviceUrls } from './service-provider.ts'

export interface RelayState {
  readonly id: string
  readonly sso_provider_id: string
  readonly request_id: string
  readonly redirect_to: string | null
  readonly code_challenge: string | null
  readonly code_challenge_method: 's256' | 'plain' | null
  readonly bound_to_browser: boolean
}

/** Time for a user to sign in at the organisation, as the protocol defines it. */
const LIFE_SECONDS = 120

export async function insertRelayState(
  { sql }: AuthContext,
  begun: {
    ssoProviderId: string
    requestId: string
    redirectTo: string | null
    pkce: CodeChallenge | null
    boundToBrowser: boolean
  },
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    with old as (
      delete from auth.saml_relay_states where id in (
        select id from auth.saml_relay_states where created_at < now() - interval '1 day' limit 50 for update skip locked)
    )
    insert into auth.saml_relay_states
      (sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method, bound_to_browser)
    values (${begun.ssoProviderId}, ${begun.requestId}, ${begun.redirectTo}, ${begun.pkce?.challenge ?? null},
      ${begun.pkce?.method ?? null}, ${begun.boundToBrowser})
    returning id`
  if (!row) throw new AuthError('unexpected_failure')
  return row.id
}

/** Consumes a relay state, whatever the outcome. @throws {AuthError} when there is none, or it has expired. */
export async function takeRelayState({ sql }: AuthContext, id: string): Promise<RelayState> {
  const [row] = isUuid(id)
    ? await sql<(RelayState & { expired: boolean })[]>`
        delete from auth.saml_relay_states where id = ${id}
        returning *, created_at < now() - make_interval(secs => ${LIFE_SECONDS}) as expired`
    : []
  if (!row) throw new AuthError('saml_relay_state_not_found')
  if (row.expired) throw new AuthError('saml_relay_state_expired')
  return row
}

/**
 * A page of our own site keeps our cookies, so its browser can be recognised when it returns. Other sites and servers keep
 * none; PKCE binds their sign-ins to them.
 */
export function canKeepCookie(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'same-origin'
}

export function setBrowserCookie(context: AuthContext, reply: FastifyReply, id: string): void {
  const url = serviceUrls(context).acs
  bindToBrowser(context, reply, { at: 'saml', id }, { url, by: 'form', withinSeconds: LIFE_SECONDS })
}

export function requireBrowserCookie(context: AuthContext, request: FastifyRequest, state: RelayState): void {
  if (!state.bound_to_browser || isSameBrowser(context, request, { at: 'saml', id: state.id })) return
  throw new AuthError('saml_relay_state_not_found', { message: 'This sign-in was begun in another browser' })
}
