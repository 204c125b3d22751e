import type { FunctionHandlers } from '../src/functions/service.ts'

/** Names of calls that `waits` was told to give up; `given-up` reports them. */
const givenUp = new Set<string>()

/** Functions that the acceptance tests invoke; the functions tests say what each must answer. */
export const fixtureFunctions: FunctionHandlers = {
  /** What the gateway hands over, as JSON. */
  'echo-call': async (request, { caller, path }) =>
    Response.json({
      method: request.method,
      path,
      query: Object.fromEntries(new URL(request.url).searchParams),
      contentType: request.headers.get('content-type'),
      body: await request.text(),
      caller: { role: caller.role, userId: caller.userId },
    }),

  'echo-form': async (request) => {
    const form = await request.formData()
    return Response.json(
      Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.size])),
    )
  },

  open: { verifyJwt: false, handler: (_, { caller }) => Response.json({ role: caller.role, userId: caller.userId }) },

  refuses: () => Response.json({ reason: 'sold out' }, { status: 409, headers: { 'x-relay-error': 'true' } }),

  throws: () => {
    throw new Error('the password of the database is hunter2')
  },

  empty: () => new Response(null, { status: 204 }),

  page: () => new Response('<script>alert(1)</script>', { headers: { 'content-type': 'text/html' } }),

  bytes: () => new Response(new Uint8Array([0, 255, 1]), { headers: { 'content-type': 'application/octet-stream' } }),

  /** Three events, one every 100 ms. */
  events: () => {
    let sent = 0
    const body = new ReadableStream({
      async pull(controller) {
        if (sent === 3) return controller.close()
        if (sent > 0) await new Promise((resolve) => setTimeout(resolve, 100))
        sent += 1
        controller.enqueue(new TextEncoder().encode(`data: ${sent}\n\n`))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  },

  'too-slow': { timeoutMs: 200, handler: () => new Promise<Response>(() => undefined) },

  waits: (request) =>
    new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => {
        givenUp.add(new URL(request.url).searchParams.get('call') ?? '')
        reject(new Error('given up'))
      })
    }),

  'given-up': (request) => Response.json(givenUp.has(new URL(request.url).searchParams.get('call') ?? '')),

  'small-body': { bodyLimit: 1000, handler: async (request) => Response.json((await request.text()).length) },
}
