import { setTimeout as wait } from 'node:timers/promises'
import type { FunctionHandler } from '../../../src/functions/function.ts'

/** Every kind of answer; the rest of the path selects one. */
const answers: Record<string, () => Response | Promise<Response>> = {
  json: () => Response.json({ fruit: 'plum' }),
  text: () => new Response('größer ✓'),
  empty: () => new Response(null, { status: 204 }),
  'empty-text': () => new Response(''),
  bytes: () => new Response(new Uint8Array([0, 255, 1]), { headers: { 'content-type': 'application/octet-stream' } }),
  pdf: () => new Response(new Uint8Array([37, 80]), { headers: { 'content-type': 'Application/PDF; x=1' } }),
  form: () => {
    const form = new FormData()
    form.append('fruit', 'plum')
    return new Response(form)
  },
  page: () => new Response('<script>alert(1)</script>', { headers: { 'content-type': 'text/html' } }),
  refuses: () => Response.json({ reason: 'sold out' }, { status: 409, headers: { 'x-relay-error': 'true' } }),
  breaks: () => Response.json({ reason: 'no stock list' }, { status: 500 }),
  throws: () => {
    throw new Error('the password of the database is hunter2')
  },
  nothing: () => undefined as never,
  'half-error': () => Response.error(),
  cookies: () => {
    const response = new Response('')
    for (const cookie of ['a=1', 'b=2']) response.headers.append('set-cookie', cookie)
    return response
  },
  // False framing headers that try to split one answer into two.
  framing: () =>
    new Response('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nbad', {
      headers: { 'content-length': '0', 'transfer-encoding': 'identity', 'x-function-call': 'failed', trailer: 'x' },
    }),
  events: () =>
    streamOf(async function* () {
      for (const event of [1, 2, 3]) {
        if (event > 1) await wait(100)
        yield `data: ${event}\n\n`
      }
    }),
  'late-events': () =>
    streamOf(async function* () {
      await wait(300)
      yield 'data: at last\n\n'
    }),
  large: () => {
    let left = 24
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- === 0) return controller.close()
        controller.enqueue(new Uint8Array(1024 * 1024).fill(left))
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/octet-stream' } })
  },
  'fails-midway': () =>
    streamOf(async function* () {
      yield 'data: 1\n\n'
      await wait(50)
      throw new Error('midway')
    }),
}

export const handle: FunctionHandler = (_request, { path }) => {
  const answer = answers[path.slice(1)]
  return answer ? answer() : new Response('no such answer', { status: 404 })
}

function streamOf(events: () => AsyncGenerator<string>): Response {
  const body = ReadableStream.from(events()).pipeThrough(new TextEncoderStream())
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
