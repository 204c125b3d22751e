import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createKeyring } from '../../jwt/keyring.ts'
import { type Access, type AccessQuestion, Policies } from '../channels/channel-access.ts'
import { LocalHub } from '../channels/hub.ts'
import type { Load } from '../cluster/parcel.ts'
import { DEFAULT_LIMITS, type RealtimeLimits } from '../limits.ts'
import { Presence } from '../presence/presence.ts'
import { Outbox } from './outbox.ts'
import { Sockets } from './sockets.ts'

/** For tests that need other limits, or tokens that live for a second. Without a database. */

const key = { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url'), kid: 'test', alg: 'HS256' }
const apiKeys = { publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', anonKey: '', serviceRoleKey: '' }
export const keyring = await createKeyring({ keys: [key] }, new Uint8Array(32), async () => apiKeys)

const noDatabase = undefined as never // public channels have no policies, and `answer` replaces them

/** Policies with the answers of the test. */
class Answers extends Policies {
  readonly #answer: (question: AccessQuestion) => Access

  constructor(answer: (question: AccessQuestion) => Access) {
    super(noDatabase, 1)
    this.#answer = answer
  }

  override async ask(question: AccessQuestion): Promise<Access> {
    return this.#answer(question)
  }
}

interface Setting {
  readonly limits?: Partial<RealtimeLimits>
  /** Loads of other processes. */
  readonly elsewhere?: readonly Load[]
  readonly answer?: (question: AccessQuestion) => Access
}

export async function startServer({ limits = {}, elsewhere = [], answer }: Setting = {}) {
  const hub = new LocalHub()
  const presence = new Presence({ node: 'test', hub, share: () => undefined })
  const sockets = new Sockets({
    admin: noDatabase,
    policies: answer ? new Answers(answer) : new Policies(noDatabase, 1),
    keyring,
    log: pino({ level: 'silent' }),
    limits: { ...DEFAULT_LIMITS, refusalDelayMs: 1, ...limits },
    hub,
    presence,
    peerLoads: () => elsewhere,
    outbox: new Outbox(),
    changes: { subscribe: () => undefined, unsubscribe: () => undefined, findJoinProblem: async () => null },
    databaseBroadcastsReady: async () => undefined,
  })
  const server: Server = createServer()
  sockets.listenOn(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await sockets.close()
    await new Promise((resolve) => server.close(resolve))
  })
  return { hub, presence, sockets, port: (server.address() as AddressInfo).port } // bound to TCP just above
}

type Frame = { topic: string; event: string; ref: string | null; payload: Record<string, unknown> }

/** A client in full control of its messages, in serializer 1.0.0. */
export async function connect(port: number, query = 'apikey=sb_publishable_x') {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?${query}`)
  const frames: Frame[] = []
  const waiting: (() => void)[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame)
    for (const wake of waiting.splice(0)) wake()
  })
  onTestFinished(() => socket.terminate())
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  let ref = 0
  const hears = async (event: string): Promise<Frame> => {
    for (;;) {
      const index = frames.findIndex((frame) => frame.event === event)
      if (index >= 0) return frames.splice(index, 1)[0] as Frame
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  const say = (topic: string, event: string, payload: object = {}) => {
    ref += 1
    socket.send(JSON.stringify({ topic, event, payload, ref: String(ref), join_ref: '1' }))
  }
  return {
    socket,
    closed,
    frames,
    say,
    hears,
    /** Joins and returns the answer. */
    async joins(topic: string, config: object = {}): Promise<Record<string, unknown>> {
      say(topic, 'phx_join', { config })
      return (await hears('phx_reply')).payload
    },
  }
}

/** Response to an upgrade that must be refused. */
export async function fetchUpgrade(port: number, path: string): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    socket.on('open', () => reject(new Error('the upgrade was accepted')))
    socket.on('error', () => undefined) // follows the refusal read here
    socket.on('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
    })
  })
}
