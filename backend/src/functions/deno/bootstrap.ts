/**
 * Runs inside Deno before a function's file, and takes over what the file serves: calls of `Deno.serve`, of servers made with node:http
 * (Express), and of `Deno.listen` with `Deno.serveHttp` (the standard library of Deno 1). The server sends calls to one socket.
 */
import { Server } from 'node:http'
import process from 'node:process'
import { CALL_HEADER, DENO_ORDERS_VARIABLE, type DenoOrders, type FromProcess, type ToProcess } from '../messages.ts'
import { background } from '../process/background.ts'
import { tidyUp } from '../process/tidy-up.ts'

type Handler = (request: Request, info: unknown) => Response | Promise<Response>
/** Deno's connection info; `completed` is rejected when the client disconnects before the end of the answer. */
interface Delivery {
  readonly completed: Promise<void>
}
interface Listener {
  readonly path: string
  onListen(): void
}
/** The parts of Deno's API used here, because Node's types lack them. */
interface DenoNamespace {
  serve(
    options: Listener,
    handler: (request: Request, delivery: Delivery) => Promise<Response>,
  ): { finished: Promise<void> }
  upgradeWebSocket(request: Request, options?: unknown): unknown
  listen(options: unknown): unknown
  exit(code?: number): never
  readonly mainModule: string
  readonly env: { get(name: string): string | undefined; delete(name: string): void }
}
// This file only runs in Deno.
declare const Deno: DenoNamespace
declare function dispatchEvent(event: Event): boolean
declare function addEventListener(name: 'beforeunload', listener: (event: Event) => void): void

const { socketPath, origin, hidden } = JSON.parse(Deno.env.get(DENO_ORDERS_VARIABLE) ?? '') as DenoOrders
for (const name of hidden) Deno.env.delete(name)

const send = process.send?.bind(process)
const tell = (message: FromProcess) => void send?.(message)
process.send = undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => {
  tidyUp(socketPath)
  Deno.exit(0)
})
process.on('message', (message: ToProcess) => {
  if (message.kind === 'ask') tell({ kind: 'answered' })
  else if (message.kind === 'stop') void stop()
})
// Deno waits for open handles before it runs the function's file.
process.channel?.unref()

async function stop(): Promise<void> {
  dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } }))
  await background.settled()
  Deno.exit(0)
}

Object.assign(globalThis, { EdgeRuntime: { waitUntil: background.add } })

const serve = Deno.serve.bind(Deno)
const upgradeWebSocket = Deno.upgradeWebSocket.bind(Deno)
/** Deno's requests by the function's requests: only the former can be upgraded to WebSockets. */
const originals = new WeakMap<Request, Request>()
let isServing = false

function take(handler: Handler): unknown {
  if (isServing) throw new Error('This function serves already')
  isServing = true
  const onListen = () => {
    process.channel?.ref()
    tell({ kind: 'ready' })
  }
  return serve({ path: socketPath, onListen }, (request, delivery) => answer(handler, request, delivery))
}

async function answer(handler: Handler, original: Request, { completed }: Delivery): Promise<Response> {
  const { pathname, search } = new URL(original.url)
  const headers = new Headers(original.headers)
  tell({ kind: 'taken', id: headers.get(CALL_HEADER) ?? '' })
  headers.delete(CALL_HEADER)
  const { method, body } = original
  const controller = new AbortController()
  completed.catch(() => controller.abort())
  const address = origin + pathname + search
  const request = new Request(address, { method, headers, body, signal: controller.signal, duplex: 'half' })
  originals.set(request, original)
  const hostname = headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '127.0.0.1'
  try {
    const response: unknown = await handler(request, {
      remoteAddr: { transport: 'tcp', hostname, port: 0 },
      completed,
    })
    if (!(response instanceof Response)) throw new TypeError('The function returned no Response')
    return response
  } catch (error) {
    if (!request.signal.aborted) console.error(error)
    return new Response(null, { status: 500, headers: { [CALL_HEADER]: 'failed' } })
  }
}

Object.assign(Deno, {
  /** Accepts every form of arguments; the server chooses the address. */
  serve(first: Handler | { handler?: Handler }, second?: Handler): unknown {
    const handler = typeof first === 'function' ? first : (second ?? first.handler)
    if (typeof handler !== 'function') throw new TypeError('Deno.serve needs a handler')
    return take(handler)
  },
  upgradeWebSocket: (request: Request, options?: unknown) =>
    upgradeWebSocket(originals.get(request) ?? request, options),
  listen: listenForDeno1,
  serveHttp: (connection: OldConnection) => connection.http,
})

/** One call in the form of Deno 1's `Deno.serveHttp`. */
interface OldCall {
  readonly request: Request
  respondWith(response: Response | Promise<Response>): Promise<void>
}
interface OldConnection {
  readonly http: { nextRequest(): Promise<OldCall>; close(): void; [Symbol.asyncIterator](): AsyncGenerator<OldCall> }
}

/** A listener with a single connection that carries all calls. */
function listenForDeno1(): unknown {
  const waiting: ((call: OldCall) => void)[] = []
  const calls: OldCall[] = []
  take(
    (request) =>
      new Promise((resolve, reject) => {
        const call: OldCall = {
          request,
          respondWith: async (response) => Promise.resolve(response).then(resolve, reject),
        }
        const next = waiting.shift()
        if (next) next(call)
        else calls.push(call)
      }),
  )
  const addr = { transport: 'tcp', hostname: '127.0.0.1', port: 0 }
  const never = new Promise<never>(() => undefined)
  const nextRequest = () =>
    new Promise<OldCall>((resolve) => (calls[0] ? resolve(calls.shift() as OldCall) : waiting.push(resolve)))
  const close = () => undefined
  const http = {
    nextRequest,
    close,
    async *[Symbol.asyncIterator]() {
      for (;;) yield await nextRequest()
    },
  }
  const connection = { http, localAddr: addr, remoteAddr: addr, rid: 0, close }
  let isGiven = false
  const accept = () => {
    if (isGiven) return never
    isGiven = true
    return Promise.resolve(connection)
  }
  return {
    addr,
    rid: 0,
    accept,
    close,
    async *[Symbol.asyncIterator]() {
      yield await accept()
      await never
    },
  }
}

const listen = Server.prototype.listen
/** For node:http: listens on the socket instead of a port. */
Server.prototype.listen = function (this: Server, ...given: unknown[]): Server {
  if (isServing) throw new Error('This function serves already')
  isServing = true
  this.prependListener('request', (request) => {
    tell({ kind: 'taken', id: String(request.headers[CALL_HEADER] ?? '') })
    delete request.headers[CALL_HEADER]
  })
  const listening = given.findLast((one) => typeof one === 'function')
  return Reflect.apply(listen, this, [
    socketPath,
    () => {
      process.channel?.ref()
      tell({ kind: 'ready' })
      if (typeof listening === 'function') listening.call(this)
    },
  ])
}

/** A file that serves nothing may export `{ fetch }`. */
addEventListener('beforeunload', (event) => {
  if (isServing) return
  event.preventDefault()
  void import(Deno.mainModule).then(({ default: made }: { default?: { fetch?: Handler } }) => {
    if (typeof made?.fetch === 'function') return take(made.fetch.bind(made))
    tell({ kind: 'refused', reason: 'it serves nothing: it should call Deno.serve, or export default { fetch }' })
    return Deno.exit(1)
  })
})
