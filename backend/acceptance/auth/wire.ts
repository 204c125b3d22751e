import type { User } from '@supabase/supabase-js'
import type { JWK } from 'jose'
import { target } from '../server.ts'

/** Fields of all answers; each answer has some of them, and a test that reads a missing one fails. */
type AnswerBody = Pick<User, 'id' | 'app_metadata'> & {
  readonly [member: string]: unknown
  readonly code: string | number
  readonly msg: string
  readonly message: string
  readonly error: string
  readonly error_code: string
  readonly error_description: string
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
  readonly token: string
  readonly url: string
  readonly user: User & { readonly email: string; readonly identities: NonNullable<User['identities']> }
  readonly users: readonly User[]
  readonly items: readonly { readonly id: string }[]
  readonly identities: NonNullable<User['identities']>
  readonly new_phone: string
  readonly client_id: string
  readonly client_secret: string
  readonly token_endpoint_auth_method: string
  readonly keys: readonly JWK[]
  readonly saml_enabled: boolean
  readonly webauthn: {
    readonly type: string
    readonly credential_options: {
      readonly publicKey: { readonly challenge: string; readonly rp: { readonly id?: string } }
    }
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: AnswerBody
}

/** A call without the client, for headers, legacy forms and broken bodies. */
export async function call(
  method: string,
  path: string,
  {
    body,
    headers = {},
    server = target().url,
  }: { body?: unknown; headers?: Record<string, string>; server?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${server}/auth/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}

export const NEW_SHAPE = { 'x-supabase-api-version': '2024-01-01' }

let addresses = 0

export function freshEmail(name = 'someone'): string {
  return `${name}-${process.pid}-${Date.now()}-${addresses++}@example.com`
}

export const PASSWORD = 'quiet-lantern-42'
