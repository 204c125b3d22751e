import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { bodyOf, Heads, wholeOf } from './heads.ts'

let server: Server

afterEach(() => {
  vi.useRealTimers()
  server.close()
})

/** What comes back for `request` until the server closes the connection, without dates. */
async function answerTo(listener: RequestListener, request: string): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () =>
      resolve(
        Buffer.concat(chunks)
          .toString('utf8')
          .replace(/Date: [^\r]*/g, 'Date: today'),
      ),
    )
  })
}

const COMMON = ['X-Frame-Options', 'DENY', 'vary', 'Accept']
const GET = 'GET / HTTP/1.1\r\nHost: souk\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: souk\r\nConnection: close\r\n\r\n'
const text = Buffer.from('Schön 🙂')

test.each([
  ['200', 200, ['content-type', 'text/plain', 'content-length', String(text.length)], text],
  ['204', 204, ['etag', '"a"'], null],
  ['304', 304, ['etag', '"a"'], null],
  ['a long body', 200, ['content-length', '40000'], Buffer.alloc(40_000, 'ä')],
  ['repeated headers', 200, ['link', '<a>', 'link', '<b>', 'content-length', '0'], null],
  ['its own rule for the connection', 200, ['connection', 'close', 'content-length', '0'], null],
] as const)('every head is what Node would write: %s', async (_name, status, headers, body) => {
  const heads = new Heads(COMMON)
  const ours = await answerTo(
    (_request, response) => {
      heads.send(response, heads.make(status, null, headers), bodyOf(body))
    },
    GET + GET + LAST,
  )
  const theirs = await answerTo(
    (_request, response) => {
      response.writeHead(status, [...COMMON, ...headers])
      response.end(body ?? undefined)
    },
    GET + GET + LAST,
  )
  expect(ours).toBe(theirs)
})

const LONG = Buffer.alloc(40_000, 'ä')
const wholeHeaders = ['content-length', String(LONG.length)]

test('an answer in one piece is what Node would write, again and again', async () => {
  const heads = new Heads(COMMON)
  const whole = wholeOf(heads.make(200, null, wholeHeaders), LONG)
  const ours = await answerTo((_request, response) => heads.sendWhole(response, whole), GET + GET + GET + LAST)
  const theirs = await answerTo(
    (_request, response) => {
      response.writeHead(200, [...COMMON, ...wholeHeaders])
      response.end(LONG)
    },
    GET + GET + GET + LAST,
  )
  expect(ours).toBe(theirs)
})

test('an answer in one piece carries the date of each time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') })
  const heads = new Heads(COMMON)
  const whole = wholeOf(heads.make(200, null, wholeHeaders), LONG)
  server = createServer((_request, response) => heads.sendWhole(response, whole))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const dates: (string | null)[] = []
  for (let count = 0; count < 4; count++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(LONG)).toBe(true)
    dates.push(answer.headers.get('date'))
    vi.advanceTimersByTime(1000)
  }
  // The first is Node's own, which remembers the time by itself.
  expect(dates.slice(1)).toEqual([1, 2, 3].map((second) => `Sat, 21 Nov 2026 10:00:0${second} GMT`))
})

test('a value that would begin another header is refused', () => {
  const heads = new Heads(COMMON)
  expect(() => heads.make(200, null, ['x-note', 'a\r\nset-cookie: b'])).toThrow(TypeError)
  expect(() => heads.make(200, null, ['x note', 'a'])).toThrow(TypeError)
  expect(() => heads.make(200, 'Fine\r\nx: y', [])).toThrow(TypeError)
})
