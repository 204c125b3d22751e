import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { createWebhookSender } from './webhook-sender.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const BODY = '{"type":"webhook.test","timestamp":"2026-01-01T00:00:00.000Z","data":{"says":"Olá"}}'
const NEVER = new AbortController().signal

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

interface Had {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A local endpoint, and what it has received. */
async function endpoint(status: number, answer = '', headers: Record<string, string> = {}) {
  const had: Had[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece
    })
    request.on('end', () => {
      had.push({ path: request.url ?? '', headers: request.headers, body })
      if (status !== 0) response.writeHead(status, headers).end(answer)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, had } // it listens on a port
}

const send = (url: string, { secrets = [SECRET], toLoopback = true, timeoutMs = 15_000 } = {}) =>
  createWebhookSender({ toLoopback, timeoutMs }).send({ url, id: 'one-event', body: BODY, secrets }, NEVER)

test("the receiver verifies the signature with the standard's library, by the old and the new secret", async () => {
  const { url, had } = await endpoint(204)
  expect(await send(url, { secrets: [SECRET, OTHER] })).toEqual({ status: 204, answer: '', retryAfterSeconds: null })
  const [{ headers, body } = { headers: {}, body: '' }] = had
  const signed = headers as Record<string, string>
  expect(headers).toMatchObject({ 'webhook-id': 'one-event', 'content-type': 'application/json' })
  expect(new Webhook(SECRET).verify(body, signed)).toEqual(JSON.parse(BODY))
  expect(new Webhook(OTHER).verify(body, signed)).toEqual(JSON.parse(BODY))
  const stranger = new Webhook(Buffer.alloc(32, 9).toString('base64'))
  expect(() => stranger.verify(body, signed)).toThrow(WebhookVerificationError)
  expect(() => new Webhook(SECRET).verify(body.replace('Olá', 'Bye'), signed)).toThrow(WebhookVerificationError)
})

test('redirects are not followed, and only the start of a response is stored', async () => {
  const elsewhere = await endpoint(200)
  const moved = await endpoint(302, 'x'.repeat(5000), { location: elsewhere.url })
  expect(await send(moved.url)).toEqual({ status: 302, answer: 'x'.repeat(1024), retryAfterSeconds: null })
  expect(elsewhere.had).toEqual([])
})

test('a Retry-After is reported', async () => {
  const { url } = await endpoint(503, 'later', { 'retry-after': '120' })
  expect(await send(url)).toEqual({ status: 503, answer: 'later', retryAfterSeconds: 120 })
})

test('an endpoint that does not answer times out', async () => {
  const { url } = await endpoint(0)
  await expect(send(url, { timeoutMs: 200 })).rejects.toThrow('There was no answer within 0.2 seconds.')
})

test('nothing is sent to private addresses, and to loopback only in development', async () => {
  const { url, had } = await endpoint(200)
  const { port } = new URL(url)
  const ours = 'is not out on the internet'
  await expect(send(url, { toLoopback: false })).rejects.toThrow(ours)
  await expect(send(`https://127.0.0.1:${port}/`, { toLoopback: false })).rejects.toThrow(ours)
  await expect(send(`https://localhost:${port}/`, { toLoopback: false })).rejects.toThrow(ours)
  await expect(send('https://10.0.0.1/')).rejects.toThrow(ours)
  await expect(send('https://169.254.169.254/latest')).rejects.toThrow(ours)
  await expect(send('https://[::ffff:192.168.0.1]/')).rejects.toThrow(ours)
  await expect(send('http://93.184.216.34/')).rejects.toThrow(ours) // requires encryption
  expect(had).toEqual([])
})
