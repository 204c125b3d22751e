import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { rate } from '../../rate-limits/rate.ts'
import { LocalHub } from '../channels/hub.ts'
import { renderError } from '../errors.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { keyring } from '../sockets/sockets-fixture.ts'
import { httpBroadcast } from './http-broadcast.ts'

test('accepts the allowed number of requests per address and refuses the next; other addresses have their own limit', async () => {
  const app = Fastify({ trustProxy: '127.0.0.1' })
  onTestFinished(() => app.close())
  app.setErrorHandler(renderError)
  const limits = { ...DEFAULT_LIMITS, httpBroadcasts: rate(2, 600) }
  // Public topics read nothing else of the context.
  await app.register(httpBroadcast, { context: { limits, keyring, hub: new LocalHub() } as never })
  const post = async (address: string) => {
    const headers = { apikey: 'sb_publishable_x', 'x-forwarded-for': address, 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/api/broadcast/room/events/hi', headers, payload: '{}' })
    return [answer.statusCode, answer.body]
  }
  expect([await post('203.0.113.9'), await post('203.0.113.9')]).toEqual([
    [202, ''],
    [202, ''],
  ])
  expect(await post('203.0.113.9')).toEqual([429, '{"message":"Too many requests"}'])
  expect((await post('203.0.113.8'))[0]).toBe(202)
})
