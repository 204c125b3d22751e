import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { RequestFailed, sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

export type TokenScope = 'read' | 'write'

/** An existing token, without its secret. */
export interface AccessToken {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly scope: TokenScope
  readonly created_at: string
  readonly expires_at: string
  readonly last_used_at: string | null
}

export interface NewAccessToken {
  readonly name: string
  readonly scope: TokenScope
  readonly expires_in_days: number
}

export async function readTokens(): Promise<AccessToken[]> {
  return (await ask('GET', '')) as AccessToken[] // as the auth service writes them
}

/** @returns the token, which the server does not keep */
export async function makeToken(wish: NewAccessToken): Promise<string> {
  return ((await ask('POST', '', wish)) as { token: string }).token
}

export async function endToken(id: string): Promise<void> {
  await ask('DELETE', `/${id}`)
}

/** Not supported by supabase-js. */
async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { data } = await supabase.auth.getSession()
  const response = await fetch(`${config.url}/auth/v1/personal-tokens${path}`, {
    method,
    headers: {
      apikey: config.publishableKey,
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new RequestFailed(sentenceOf(cause), { isOffline: true, cause })
  })
  if (response.status === 204) return null
  const answer = (await response.json().catch(() => null)) as { error_code?: string; msg?: string } | null
  if (response.ok) return answer
  throw new RequestFailed(sentenceFor(answer?.error_code, answer?.msg), { isOffline: false, cause: response.status })
}

function sentenceFor(code: string | undefined, said: string | undefined): string {
  if (code === 'insufficient_aal') return t('security.tokens.secondStepFirst')
  if (code === 'too_many_personal_tokens') return t('security.tokens.tooMany')
  if (code === 'over_request_rate_limit') return t('security.tokens.tooOften')
  return sentenceOf({ code, message: said ?? '' })
}
