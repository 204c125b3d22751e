import { createHash, randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { call } from '../auth/wire.ts'
import { type newUser, target } from '../server.ts'

const CALLBACK = 'https://app.example.org/callback'

export type Person = Awaited<ReturnType<typeof newUser>>

/** The unmodified client with a token in place of a session. */
export function withToken(token: string): SupabaseClient {
  return createClient(target().url, target().publishableKey, {
    accessToken: async () => token,
    realtime: { params: { apikey: target().publishableKey } },
  })
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

export async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession()
  return data.session?.access_token ?? ''
}

/** The access token of an application that `person` authorised with these scopes. */
export async function applicationToken(person: Person, scope: string): Promise<string> {
  const { body: client } = await call('POST', '/oauth/clients/register', {
    body: { redirect_uris: [CALLBACK], client_name: 'Ledger', token_endpoint_auth_method: 'none' },
  })
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await call('GET', `/oauth/authorize?${query}`)
  const id = new URL(asked.headers.get('location') ?? '').searchParams.get('authorization_id') ?? ''
  const { data: details } = await person.client.auth.oauth.getAuthorizationDetails(id)
  if (!details) throw new Error('no authorization details')
  const { data, error } = await person.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
  if (error) throw error
  const code = new URL(data.redirect_url).searchParams.get('code')
  const { body } = await call('POST', '/oauth/token', {
    body: { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: client.client_id },
  })
  return body.access_token
}

/** Enrols a second factor. @returns another session of the account, which has only verified the password */
export async function signInWithoutFactor(
  person: Person,
): Promise<{ client: SupabaseClient; factorId: string; code(): string }> {
  const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (data?.type !== 'totp') throw new Error('no factor')
  const totp = new TOTP({ secret: data.totp.secret })
  const shown = await person.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: totp.generate() })
  if (shown.error) throw shown.error
  const client = createClient(target().url, target().publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const { error } = await client.auth.signInWithPassword(person)
  if (error) throw error
  // Enrolling used the current code; the next one is accepted too.
  return { client, factorId: data.id, code: () => totp.generate({ timestamp: Date.now() + 30_000 }) }
}
