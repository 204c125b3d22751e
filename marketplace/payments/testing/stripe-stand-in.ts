import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type Book, type BookEvent, openBook, StandInError } from './stripe-book.ts'
import { ROUTES } from './stripe-routes.ts'

export interface Endpoint {
  readonly secret: string
  /** @returns whether it accepted the event; Stripe retries if not */
  post(payload: string, signature: string): Promise<boolean>
  /** Whether it receives events of connected accounts instead of the platform's. */
  readonly ofAccounts?: boolean
}

/** Failures, as probabilities from 0 to 1. */
export interface Faults {
  /** Executes the call, and the response is lost. */
  readonly lostAnswers: number
  /** Refuses the call immediately, as under overload. */
  readonly errors: number
  readonly lostEvents: number
  readonly doubledEvents: number
}

const NO_FAULTS: Faults = { lostAnswers: 0, errors: 0, lostEvents: 0, doubledEvents: 0 }

/** Calls that were made: method, path and idempotency key. */
export interface Call {
  readonly what: string
  readonly idempotencyKey: string | null
}

/**
 * A stateful fake of the part of Stripe's API that Souk uses: it stores payments, refunds, transfers, payouts, accounts and its books, honours
 * idempotency keys, and sends events signed by Stripe's own library. stripe-mock validates the requests themselves.
 */
export interface StripeStandIn extends Book {
  readonly url: string
  readonly calls: readonly Call[]
  faults: Faults
  endpoints: readonly Endpoint[]
  /** Sends pending events, in random order if requested. Resolves once every endpoint has responded. */
  deliver(options?: { shuffled?: boolean }): Promise<void>
  /** Sends past events again, all or so many of the last ones. */
  deliverAgain(most?: number): Promise<void>
  /** As after a day. */
  forgetIdempotencyKeys(): void
  end(): Promise<void>
}

export const endpointAt = (url: string, secret: string, ofAccounts = false): Endpoint => ({
  secret,
  ofAccounts,
  async post(payload, signature) {
    const answer = await fetch(url, { method: 'POST', body: payload, headers: { 'stripe-signature': signature } })
    await answer.arrayBuffer()
    return answer.ok
  },
})

export async function startStripe(endpoints: readonly Endpoint[] = []): Promise<StripeStandIn> {
  const waiting: BookEvent[] = []
  const sent: BookEvent[] = []
  const book = openBook((event) => waiting.push(event))
  const answers = new Map<string, { status: number; body: string; asked: string }>()
  const calls: Call[] = []

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const text = await readAll(request)
    const given = new URLSearchParams(request.method === 'GET' ? url.search : text)
    const key = headerOf(request, 'idempotency-key')
    const account = headerOf(request, 'stripe-account')
    calls.push({ what: `${request.method} ${url.pathname}`, idempotencyKey: key })
    if (Math.random() < standIn.faults.errors) return send(response, 500, failure('api_error', 'try again'))
    if (request.method === 'POST' && !key) {
      return send(response, 400, failure('invalid_request_error', 'A POST without an idempotency key.'))
    }
    const known = key ? answers.get(`${account} ${key}`) : undefined
    if (known && known.asked !== `${url.pathname} ${text}`) {
      return send(response, 400, failure('idempotency_error', 'The same key for another request.'))
    }
    const made = known ?? {
      ...perform(request.method ?? '', url.pathname, given, account),
      asked: `${url.pathname} ${text}`,
    }
    if (key) answers.set(`${account} ${key}`, made)
    if (Math.random() < standIn.faults.lostAnswers) return void response.destroy()
    send(response, made.status, made.body)
  }

  function perform(method: string, path: string, given: URLSearchParams, account: string | null) {
    for (const [routeMethod, pattern, action] of ROUTES) {
      const found = routeMethod === method ? pattern.exec(path) : null
      if (!found) continue
      try {
        return { status: 200, body: JSON.stringify(action(book, { given, account, id: found[1] ?? '' })) }
      } catch (error) {
        if (!(error instanceof StandInError)) throw error
        return { status: error.status, body: failure('invalid_request_error', error.message, error.code) }
      }
    }
    return { status: 404, body: failure('invalid_request_error', `Unrecognized request URL (${method}: ${path}).`) }
  }

  async function post(event: BookEvent): Promise<void> {
    const payload = JSON.stringify(event)
    for (const endpoint of standIn.endpoints) {
      if ((endpoint.ofAccounts ?? false) !== (event.account !== undefined)) continue
      const { secret } = endpoint
      const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
      if (!(await endpoint.post(payload, signature).catch(() => false))) waiting.push(event)
    }
  }

  const standIn: StripeStandIn = {
    ...book,
    url: '',
    calls,
    faults: NO_FAULTS,
    endpoints,
    async deliver({ shuffled = false } = {}) {
      const events = waiting.splice(0)
      if (shuffled) events.sort(() => Math.random() - 0.5)
      for (const event of events) {
        sent.push(event)
        if (Math.random() < standIn.faults.lostEvents) continue
        await post(event)
        if (Math.random() < standIn.faults.doubledEvents) await post(event)
      }
    },
    async deliverAgain(most = Number.POSITIVE_INFINITY) {
      for (const event of sent.slice(-most)) await post(event)
    },
    forgetIdempotencyKeys: () => answers.clear(),
    end: () => new Promise((resolve) => server.close(() => resolve())),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return Object.assign(standIn, { url: `http://127.0.0.1:${port}` })
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const failure = (type: string, message: string, code?: string) => JSON.stringify({ error: { type, message, code } })

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' }).end(body)
}
