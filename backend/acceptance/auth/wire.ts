import { target } from '../server.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever the wire holds
  readonly body: any
}

/** One call without the client, for what the client does not show: headers, legacy shapes, broken bodies. */
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
