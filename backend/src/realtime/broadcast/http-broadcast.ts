import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { bearerOf } from '../../http/caller.ts'
import { networkOf } from '../../http/client-address.ts'
import { TokenBuckets } from '../../rate-limits/token-bucket.ts'
import { roomOf } from '../channels/hub.ts'
import { checkToken } from '../channels/tokens.ts'
import type { RealtimeContext } from '../context.ts'
import { RealtimeError } from '../errors.ts'
import { MOST_ADDRESSES } from '../limits.ts'
import { type BroadcastBody, byteLengthOf, isRecord } from '../sockets/message.ts'
import { Broadcast } from './room-message.ts'
import { isJson } from './user-broadcast.ts'

interface HttpBroadcast {
  readonly topic: string
  readonly event: string
  readonly body: BroadcastBody
  readonly isPrivate: boolean
}

/** POST /api/broadcast (many) and /api/broadcast/:topic/events/:event (one): broadcasts over HTTP. */
export const httpBroadcast: FastifyPluginAsync<{ context: RealtimeContext }> = async (app, { context }) => {
  const { limits } = context
  const addresses = new TokenBuckets({ most: MOST_ADDRESSES })

  // Bodies stay text: JSON is validated and forwarded, not parsed and serialised again.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      return { kind: 'json', text } satisfies BroadcastBody
    },
  )
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_r: FastifyRequest, bytes: Buffer) => {
      return { kind: 'binary', bytes } satisfies BroadcastBody
    },
  )
  app.addHook('onRequest', async (request) => {
    if (addresses.take(networkOf(request.ip), limits.httpBroadcasts) > 0) throw new RealtimeError('too_many_requests')
  })

  app.post('/api/broadcast', { bodyLimit: 2 * limits.frameBytes }, async (request, reply) => {
    const caller = await callerOf(context, request)
    const messages = readBatch(request.body as BroadcastBody | undefined, context)
    const allowed = new WriteCheck(context, caller)
    for (const message of messages) {
      // As in the protocol, refused entries are skipped silently and the others are sent.
      if (await allowed.mayWrite(message)) publish(context, message)
    }
    return reply.status(202).send()
  })

  app.post<{ Params: { topic: string; event: string }; Querystring: { private?: string } }>(
    '/api/broadcast/:topic/events/:event',
    { bodyLimit: limits.payloadBytes },
    async (request, reply) => {
      const caller = await callerOf(context, request)
      const body = request.body as BroadcastBody | undefined
      if (!body) throw new RealtimeError('unsupported_media_type')
      const { topic, event } = request.params
      const message = { topic, event, body, isPrivate: request.query.private === 'true' }
      const problems = problemsOf(message, context)
      if (body.kind === 'json' && !isJson(body.text)) problems.payload = ['is invalid']
      if (Object.keys(problems).length > 0) throw new RealtimeError('invalid_message', { errors: problems })
      if (!(await new WriteCheck(context, caller).mayWrite(message))) throw new RealtimeError('forbidden')
      publish(context, message)
      return reply.status(202).send()
    },
  )
}

function publish({ hub }: RealtimeContext, { topic, event, body, isPrivate }: HttpBroadcast): void {
  hub.publish(roomOf(topic, isPrivate), new Broadcast(topic, event, body, 'text'))
}

/** Authenticates by the bearer token, else by the API key in a header or the URL. */
async function callerOf({ keyring }: RealtimeContext, request: FastifyRequest): Promise<Caller> {
  const { apikey: inAddress } = request.query as { apikey?: unknown }
  const token = bearerOf(request.headers) ?? request.headers.apikey ?? request.headers['x-api-key'] ?? inAddress
  if (typeof token !== 'string' || token === '') throw new RealtimeError('unauthorized')
  const check = await checkToken(keyring, token)
  if (!check.ok) throw new RealtimeError('unauthorized')
  return check.identity.caller
}

function readBatch(body: BroadcastBody | undefined, context: RealtimeContext): HttpBroadcast[] {
  const value = body?.kind === 'json' && isJson(body.text) ? (JSON.parse(body.text) as unknown) : null
  const entries = isRecord(value) ? value.messages : null
  if (!Array.isArray(entries)) throw new RealtimeError('invalid_message', { errors: { messages: ["can't be blank"] } })
  const messages: HttpBroadcast[] = []
  const problems: object[] = []
  for (const entry of entries as unknown[]) {
    const { topic, event, payload, private: isPrivate } = isRecord(entry) ? entry : ({} as Record<string, unknown>)
    const message: HttpBroadcast = {
      topic: typeof topic === 'string' ? topic : '',
      event: typeof event === 'string' ? event : '',
      body: { kind: 'json', text: JSON.stringify(payload ?? null) },
      isPrivate: isPrivate === true,
    }
    const found = problemsOf(message, context)
    if (!isRecord(payload))
      found.payload = [payload === undefined || payload === null ? "can't be blank" : 'is invalid']
    problems.push(found)
    messages.push(message)
  }
  if (problems.some((found) => Object.keys(found).length > 0)) {
    throw new RealtimeError('invalid_message', { errors: { messages: problems } })
  }
  return messages
}

function problemsOf({ topic, event, body }: HttpBroadcast, { limits }: RealtimeContext): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  for (const [name, value] of Object.entries({ topic, event })) {
    if (value === '') problems[name] = ["can't be blank"]
    else if (Buffer.byteLength(value) > limits.nameBytes)
      problems[name] = [`should be at most ${limits.nameBytes} bytes`]
  }
  if (byteLengthOf(body) > limits.payloadBytes) problems.payload = ['Payload size exceeds the limit']
  return problems
}

/** One caller's write permissions during one request: each topic is checked once. */
class WriteCheck {
  readonly #context: RealtimeContext
  readonly #caller: Caller
  readonly #known = new Map<string, boolean>()

  constructor(context: RealtimeContext, caller: Caller) {
    this.#context = context
    this.#caller = caller
  }

  async mayWrite({ topic, isPrivate }: HttpBroadcast): Promise<boolean> {
    if (!isPrivate) return !this.#context.limits.privateOnly
    const known = this.#known.get(topic)
    if (known !== undefined) return known
    const access = await this.#context.policies.ask({
      action: 'write',
      caller: this.#caller,
      topicName: topic,
      headersJson: '{}',
    })
    this.#known.set(topic, access.broadcast)
    return access.broadcast
  }
}
