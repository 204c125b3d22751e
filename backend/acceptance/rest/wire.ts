import { target } from '../server.ts'

/** A raw request to the data API, for what the client cannot send or does not show. */
export async function ask(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<{ status: number; statusText: string; headers: Headers; text: string; json: unknown }> {
  const response = await fetch(`${target().url}/rest/v1/${path}`, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  const { status, statusText, headers } = response
  return { status, statusText, headers, text, json: isJson ? JSON.parse(text) : null }
}

/** POST, PATCH or DELETE with a JSON body as text, so that a test controls every byte. */
export function send(method: string, path: string, body: string, prefer?: string) {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (prefer) headers.Prefer = prefer
  return ask(path, { method, body, headers })
}
