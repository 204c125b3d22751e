import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { AuthError } from '../errors.ts'

/** From the first attempt to the last response. */
const LIMIT_MS = 5000
const ATTEMPTS = 3
const PAUSE_MS = 300
const MAX_ANSWER_BYTES = 200 * 1024

type Attempt =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'again'; readonly afterMs: number }

/**
 * Calls a hook over HTTP, signed according to standard-webhooks.com, with one signature per secret so that secrets can be rotated.
 * Retries with the same `webhook-id` (`id`) when the connection fails and on 429 or 503 with Retry-After; all within five
 * seconds. An empty response is `{}`.
 * @throws {AuthError} `hook_timeout`, `hook_timeout_after_retry`, `hook_payload_over_size_limit`,
 *   `hook_payload_invalid_content_type`, or `unexpected_failure` for any other invalid response
 */
export async function askOverHttp(
  { url, secrets }: { url: string; secrets: readonly string[] },
  payload: unknown,
  id: string,
): Promise<unknown> {
  const body = JSON.stringify(payload)
  const headers = signedHeaders(secrets, body, id)
  const deadline = AbortSignal.timeout(LIMIT_MS)
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const outcome = await attemptOnce(url, { method: 'POST', body, headers, redirect: 'error', signal: deadline })
      if (outcome.kind === 'answer') return outcome.value
      if (attempt < ATTEMPTS) await wait(outcome.afterMs, undefined, { signal: deadline })
    }
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new AuthError('hook_timeout', { cause: error })
  }
  throw new AuthError('hook_timeout_after_retry')
}

function signedHeaders(secrets: readonly string[], body: string, id: string): Record<string, string> {
  const at = new Date()
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

async function attemptOnce(url: string, request: RequestInit): Promise<Attempt> {
  let answer: Response
  try {
    answer = await fetch(url, request)
  } catch {
    request.signal?.throwIfAborted()
    return { kind: 'again', afterMs: PAUSE_MS }
  }
  const retryAfter = answer.headers.get('retry-after')
  if ((answer.status === 429 || answer.status === 503) && retryAfter !== null) {
    await answer.body?.cancel()
    return { kind: 'again', afterMs: Math.max(PAUSE_MS, (Number(retryAfter) || 0) * 1000) }
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new AuthError('unexpected_failure', {
      message: `Unexpected status code returned from hook: ${answer.status}`,
    })
  }
  const text = await readLimited(answer)
  return { kind: 'answer', value: text === '' ? {} : parse(answer, text) }
}

async function readLimited(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) {
      throw new AuthError('hook_payload_over_size_limit', {
        message: `Payload size exceeded size limit of ${MAX_ANSWER_BYTES} bytes`,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(answer: Response, text: string): unknown {
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new AuthError('hook_payload_invalid_content_type', {
      message: `Invalid JSON response. Received content-type: ${type || 'none'}`,
    })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AuthError('unexpected_failure', { message: 'The hook did not return JSON', cause })
  }
}
