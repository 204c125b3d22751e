import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isLoopback, isPublicAddress, literalOf, lookupOnly } from 'souk-backend/public-network'
import { Webhook } from 'standardwebhooks'

interface WebhookMessage {
  readonly url: string
  /** The same for every attempt, so that receivers can deduplicate. */
  readonly id: string
  readonly body: string
  /** One signature per secret: two while a secret is being rotated. */
  readonly secrets: readonly string[]
}

/** An endpoint's response. Only 2xx means that it has accepted the message. */
interface WebhookAnswer {
  readonly status: number
  /** The start of the response, for debugging. */
  readonly answer: string
  readonly retryAfterSeconds: number | null
}

export interface WebhookReach {
  /** Also allows messages to loopback, including http: for development. */
  readonly toLoopback: boolean
  readonly timeoutMs?: number
}

export interface WebhookSender {
  /** @throws when there is no response, with a message for the operator */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer>
}

const TIMEOUT_MS = 15_000
const KEPT_BYTES = 1024

/** Delivers as specified by standard-webhooks.com, over https to public addresses only, without following redirects. */
export function createWebhookSender({ toLoopback, timeoutMs = TIMEOUT_MS }: WebhookReach): WebhookSender {
  return {
    async send({ url, id, body, secrets }, signal) {
      const target = new URL(url)
      const mayReach = (address: string) =>
        (target.protocol === 'https:' && isPublicAddress(address)) || (toLoopback && isLoopback(address))
      const literal = literalOf(target)
      if (literal !== null && !mayReach(literal)) throw new Error(`${target.host} is not out on the internet`)
      if (target.protocol !== 'https:' && !toLoopback) throw new Error('Only https addresses are delivered to.')
      const now = new Date()
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'souk-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      }
      const call = (target.protocol === 'https:' ? overHttps : overHttp)(target, {
        method: 'POST',
        headers,
        agent: false,
        lookup: lookupOnly(mayReach),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      try {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          call.once('response', resolve).on('error', reject)
          call.end(body)
        })
        return {
          status: response.statusCode ?? 0,
          answer: await beginningOf(response),
          retryAfterSeconds: secondsIn(response.headers['retry-after']),
        }
      } catch (error) {
        throw isTimeout(error)
          ? new Error(`There was no answer within ${timeoutMs / 1000} seconds.`, { cause: error })
          : error
      } finally {
        call.destroy()
      }
    },
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= KEPT_BYTES) break
  }
  // PostgreSQL's text type stores every character but this one.
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '')
}

function secondsIn(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return seconds > 0 && seconds < 86_400 * 2 ? Math.ceil(seconds) : null
}

function isTimeout(error: unknown): boolean {
  const { cause, name } = error as { cause?: { name?: string }; name?: string } // any thrown value may have these
  return name === 'TimeoutError' || cause?.name === 'TimeoutError'
}
