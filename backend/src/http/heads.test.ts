import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { bodyOf, makeHead, sendAnswer } from './heads.ts'

let server: Server

afterEach(() => {
  server.close()
})

/** Raw response to `request` until the server closes the connection, with dates normalised. */
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
] as const)('the head is identical to what Node would write: %s', async (_name, status, headers, body) => {
  const head = makeHead(status, null, [...COMMON, ...headers])
  const ours = await answerTo(
    (_request, response) => {
      sendAnswer(response, head, bodyOf(body))
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

test('rejects a value that would start another header', () => {
  expect(() => makeHead(200, null, ['x-note', 'a\r\nset-cookie: b'])).toThrow(TypeError)
  expect(() => makeHead(200, null, ['x note', 'a'])).toThrow(TypeError)
  expect(() => makeHead(200, 'Fine\r\nx: y', [])).toThrow(TypeError)
})
