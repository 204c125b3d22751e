import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allowCrossOrigin } from '../http/cors.ts'
import { Front } from '../http/front.ts'
import { createHotAnswers, type SentAnswer } from './hot-answers.ts'
import { isNotModified } from './objects/conditional.ts'

const LAST_MODIFIED = '2026-11-21T10:00:00.000Z'
const BODY_BYTES = 1000

let server: FastifyInstance
let url: string
/** Number of requests handled by the ordinary path. */
let handled: number
let current: { etag: string; isCurrent: boolean }
let alsoForHead: boolean

beforeEach(async () => {
  handled = 0
  alsoForHead = true
  current = { etag: '"1"', isCurrent: true }
  const hot = createHotAnswers(100_000)
  const front = new Front()
  front.add(hot.answer)
  server = Fastify({ serverFactory: front.serverFactory })
  await server.register(helmet, { crossOriginResourcePolicy: { policy: 'cross-origin' } })
  await allowCrossOrigin(server)
  server.get('/*', (request, reply) => {
    handled += 1
    const { etag } = current
    const made = current
    const answer = { etag, lastModified: LAST_MODIFIED, alsoForHead, isCurrent: () => made.isCurrent }
    const keep = (body: SentAnswer['body']) => hot.keep(request, reply, { ...answer, body })
    reply.headers({ etag, 'cache-control': 'max-age=60', vary: 'Accept', 'x-accept': request.headers.accept ?? '' })
    if (isNotModified(request.headers, etag, LAST_MODIFIED)) {
      keep(null)
      return reply.status(304).send()
    }
    const body = Buffer.alloc(BODY_BYTES, etag)
    reply.header('content-type', 'image/webp')
    keep(body)
    return reply.send(body)
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => server.close())

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url + path, { method, headers: { accept: '*/*', ...headers } })
  const { date, ...sent } = Object.fromEntries(answer.headers)
  return { status: answer.status, date, headers: sent, body: await answer.text() }
}

describe('the second answer comes from memory with the same headers as the first', () => {
  test.each([
    ['GET', 200, {}],
    ['HEAD', 200, {}],
    ['GET', 304, { 'if-none-match': '"0", W/"1"' }],
    ['GET', 304, { 'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT' }],
  ] as const)('%s %i', async (method, status, headers) => {
    const first = await ask('/a', headers, method)
    const second = await ask('/a', { ...headers, origin: 'https://example.com' }, method)
    expect(handled).toBe(1)
    expect(first.status).toBe(status)
    expect(second).toEqual({ ...first, date: second.date })
    expect(Date.parse(second.date ?? '')).toBeGreaterThan(Date.now() - 5000)
    expect(second.body.length).toBe(method === 'GET' && status === 200 ? BODY_BYTES : 0)
    expect(Object.keys(first.headers)).toEqual(
      expect.arrayContaining(['strict-transport-security', 'access-control-allow-origin', 'etag', 'vary']),
    )
  })
})

test('caches one answer per URL and per WebP support', async () => {
  const webp = { accept: 'image/webp,*/*' }
  for (const [path, headers] of [['/a'], ['/a', webp], ['/a?width=1'], ['/a?width=2']] as const) {
    const [first, second] = [await ask(path, headers), await ask(path, headers)]
    expect(second).toEqual({ ...first, date: second.date })
  }
  expect(handled).toBe(4)
})

test.each([
  ['a range', 'GET', { range: 'bytes=0-1' }],
  ['a HEAD with a condition', 'HEAD', { 'if-none-match': '"1"' }],
  ['another method', 'OPTIONS', { 'access-control-request-method': 'GET', origin: 'https://example.com' }],
] as const)('%s is left to the ordinary path', async (_name, method, headers) => {
  await ask('/a')
  const answer = await ask('/a', headers, method)
  if (method !== 'OPTIONS') expect(handled).toBe(2)
  else
    expect([answer.status, answer.headers['access-control-allow-methods']]).toEqual([
      204,
      expect.stringContaining('PUT'),
    ])
})

test('leaves HEAD to the ordinary path when its headers differ', async () => {
  alsoForHead = false
  await ask('/a')
  await ask('/a', {}, 'HEAD')
  expect(handled).toBe(2)
})

test('does not send a stale answer, and sends it again once it is found unchanged', async () => {
  await ask('/a')
  current.isCurrent = false
  await ask('/a')
  expect(handled).toBe(2)
  current.isCurrent = true
  await ask('/a')
  expect(handled).toBe(2)
})

test('a new answer replaces the old one, also for conditional requests', async () => {
  await ask('/a')
  await ask('/a', { 'if-none-match': '"1"' })
  current.isCurrent = false
  current = { etag: '"2"', isCurrent: true }
  const fresh = await ask('/a', { 'if-none-match': '"1"' })
  const hot = await ask('/a', { 'if-none-match': '"1"' })
  expect([fresh, hot].map(({ status, body }) => [status, body])).toEqual([
    [200, fresh.body],
    [200, fresh.body],
  ])
  expect(fresh.body).toContain('"2"')
  expect(handled).toBe(3)
})

test('evicts unused entries beyond the memory limit', async () => {
  await ask('/used')
  for (let index = 0; index < 60; index += 1) {
    await ask(`/${index}`)
    const before = handled
    await ask('/used')
    expect(handled).toBe(before)
  }
  const before = handled
  await ask('/0')
  expect(handled).toBe(before + 1)
})
