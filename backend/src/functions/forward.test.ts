import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FunctionError } from './errors.ts'
import { type FunctionCall, forward, headersFor, NotTakenUp } from './forward.ts'
import { CALL_HEADER } from './messages.ts'
import type { FunctionProcess } from './pool/function-process.ts'

const facts = {
  id: 'one',
  caller: { role: 'anon', userId: null, claims: {}, token: null },
  clientAddress: '192.0.2.7',
  path: '',
}
const NEVER = new AbortController().signal

let folder = ''
let server: Server
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forward-'))
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A process that listens like a real one and handles calls as the test says. */
async function processThat(answers: RequestListener) {
  server = createServer(answers)
  const socketPath = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  const process = {
    socketPath,
    agent: new Agent(),
    waiting: 0,
    kill: vi.fn(() => server.closeAllConnections()),
    ended: Promise.resolve(new FunctionError('over_limit')),
    callSent() {
      this.waiting += 1
      return () => {
        this.waiting -= 1
      }
    },
  }
  return process as typeof process & FunctionProcess // the members that a call uses
}

const call = (body: FunctionCall['body'] = null): FunctionCall => ({
  id: 'one',
  method: 'POST',
  target: '/functions/v1/greet',
  headers: headersFor({}, facts, body),
  body,
})

test('returns the head of the answer and leaves nothing waiting', async () => {
  const process = await processThat((_request, response) => {
    response.writeProcessing()
    response.end('plum')
  })
  const response = await forward(process, call(Buffer.from('x')), NEVER)
  expect([response.statusCode, Buffer.concat(await response.toArray()).toString()]).toEqual([200, 'plum'])
  expect(process.waiting).toBe(0)
})

test('a call that the process never took up can be sent to another', async () => {
  const process = await processThat((request) => request.socket.destroy())
  await expect(forward(process, call(), NEVER)).rejects.toBeInstanceOf(NotTakenUp)
})

test('a call that was taken up is lost with the process, with its exit reason', async () => {
  const process = await processThat((request, response) => {
    response.writeProcessing()
    setTimeout(() => request.socket.destroy(), 50)
  })
  await expect(forward(process, call(), NEVER)).rejects.toMatchObject({ kind: 'over_limit' })
})

test('a streamed body is not read before the call is taken up', async () => {
  const process = await processThat((request) => request.socket.destroy())
  const read = vi.fn()
  const body = new Readable({ read })
  await expect(forward(process, call(body), NEVER)).rejects.toBeInstanceOf(NotTakenUp)
  expect(read).not.toHaveBeenCalled()
})

test('a process that does not take up a call is ended, so that another can have it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const arrived = Promise.withResolvers<void>()
  const process = await processThat(() => arrived.resolve())
  const sent = forward(process, call(), NEVER)
  await arrived.promise
  expect(process.kill).not.toHaveBeenCalled()
  vi.advanceTimersByTime(15_000)
  expect(process.kill).toHaveBeenCalled()
  await expect(sent).rejects.toBeInstanceOf(NotTakenUp)
})

test('an abandoned call rejects with its own reason, and the process is notified', async () => {
  const closed = Promise.withResolvers<void>()
  const controller = new AbortController()
  const process = await processThat((_request, response) => {
    response.once('close', () => closed.resolve())
    controller.abort(new FunctionError('aborted'))
  })
  await expect(forward(process, call(), controller.signal)).rejects.toMatchObject({ kind: 'aborted' })
  await closed.promise
})

test('drops connection headers and claims about the caller', () => {
  const incoming = {
    te: 'trailers',
    'transfer-encoding': 'chunked',
    [CALL_HEADER]: 'x',
    'x-own': '1',
    'content-length': '9',
  }
  const headers = headersFor(incoming, facts, Buffer.from('four'))
  expect(headers).toEqual({ 'x-own': '1', 'content-length': 4, [CALL_HEADER]: expect.any(String) })
  expect(JSON.parse(Buffer.from(String(headers[CALL_HEADER]), 'base64url').toString())).toEqual(facts)
})
