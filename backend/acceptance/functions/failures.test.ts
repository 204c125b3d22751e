import { FunctionsHttpError, FunctionsRelayError } from '@supabase/functions-js'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { target, visitor } from '../server.ts'
import { address, ask, failureOf, withKey } from './calls.ts'

describe('a failure', () => {
  test.each([
    ['refuses', 409, { reason: 'sold out' }],
    ['breaks', 500, { reason: 'no stock list' }],
  ])('returned by the function is passed on unchanged: %s', async (name, status, body) => {
    const { data, error, response } = await visitor().functions.invoke(`answers/${name}`)
    expect(data).toBeNull()
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context).toBe(response)
    expect([error.context.status, error.context.headers.get('x-relay-error')]).toEqual([status, null])
    expect(error.context.headers.get('access-control-allow-origin')).toBe('*')
    expect(await error.context.json()).toEqual(body)
  })

  test.each(['throws', 'nothing', 'half-error'])('that was unexpected discloses no internals: %s', async (name) => {
    const { error } = await visitor().functions.invoke(`answers/${name}`)
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context.status).toBe(500)
    expect(error.context.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR')
    expect(await error.context.json()).toEqual({ code: 'EDGE_FUNCTION_ERROR', message: 'The function failed' })
  })

  test('in the middle of a stream breaks the connection, so that a part cannot pass for the whole', async () => {
    const { data } = await visitor().functions.invoke('answers/fails-midway')
    await expect((data as Response).text()).rejects.toThrow()
  })

  test.each([
    ['an unknown function', 'no-such-function', 404, 'NOT_FOUND'],
    ['an inherited name', 'constructor', 404, 'NOT_FOUND'],
    ['a folder without a function', '_shared', 404, 'NOT_FOUND'],
    ['a function that does not answer', 'slow', 504, 'IDLE_TIMEOUT'],
    ['a function that cannot be loaded', 'cannot-boot', 503, 'BOOT_ERROR'],
    ['a module without a handler', 'no-handler', 503, 'BOOT_ERROR'],
  ])('of the platform is a relay error: %s', async (_, name, status, code) => {
    const { error } = await visitor().functions.invoke(name)
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect(error.context.status).toBe(status)
    expect(error.context.headers.get('access-control-allow-origin')).toBe('*')
    expect(await error.context.json()).toEqual({ code, message: expect.not.stringContaining('hunter2') })
  })

  test('to answer in time ends that process, not the function', async () => {
    expect(await failureOf(await ask('slow'))).toEqual({ status: 504, code: 'IDLE_TIMEOUT', relay: 'true' })
    expect(await (await ask('slow/ready')).text()).toBe('ready')
  })

  test('to continue a stream cuts it', async () => {
    const { data } = await visitor().functions.invoke('slow/says-one-thing')
    const reader = (data as Response).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    await expect(reader?.read()).rejects.toThrow()
  })
})

describe('access', () => {
  test('is refused without a token or key, and with a wrong one', async () => {
    const without = await fetch(address('echo'), { method: 'POST' })
    expect([without.status, without.headers.get('x-relay-error')]).toEqual([401, 'true'])
    const wrong = await fetch(address('echo'), { method: 'POST', headers: { authorization: 'Bearer nonsense' } })
    expect([wrong.status, wrong.headers.get('x-relay-error')]).toEqual([401, 'true'])
    expect(await wrong.json()).toEqual({ code: expect.any(String), message: 'Invalid JWT' })
  })

  test('is open where the function allows it', async () => {
    expect(await (await fetch(address('open'))).json()).toEqual({ role: 'anon', userId: null })
    const wrong = await fetch(address('open'), { headers: { authorization: 'Bearer nonsense' } })
    expect(await wrong.json()).toEqual({ role: 'anon', userId: null })
  })

  test('allows a browser’s preflight without a token', async () => {
    const asked = ['authorization', 'x-client-info', 'apikey', 'content-type', 'x-retry-count', 'x-region']
    const traces = ['traceparent', 'tracestate', 'baggage', 'accept']
    const headers = {
      origin: 'https://app.example.com',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': [...asked, ...traces].join(','),
    }
    for (const name of ['echo', 'echo/users/1', 'cannot-boot']) {
      const answer = await fetch(address(name), { method: 'OPTIONS', headers })
      expect(answer.status).toBeLessThan(300)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      for (const one of [...asked, ...traces]) expect(answer.headers.get('access-control-allow-headers')).toContain(one)
      for (const one of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        expect(answer.headers.get('access-control-allow-methods')).toContain(one)
    }
  })

  test('exposes the headers that distinguish failures to browsers', async () => {
    const { headers } = await fetch(address('echo'), { headers: { origin: 'https://app.example.com' } })
    expect(headers.get('access-control-expose-headers')).toMatch(/sb-error-code.*x-relay-error/)
  })

  test('allows five methods', async () => {
    const answer = await fetch(address('echo'), { method: 'HEAD', headers: withKey() })
    expect([answer.status, answer.headers.get('x-relay-error')]).toEqual([405, 'true'])
  })
})

/** The id of the function's current process. */
const processOf = async (name: string) => (await ask(`${name}/process`)).json()

describe('a function that breaks its process is restarted', { timeout: 60_000 }, () => {
  test.each([
    ['throws-in-a-timer', 500, 'WORKER_ERROR'],
    ['rejects-unseen', 500, 'WORKER_ERROR'],
    ['exits', 500, 'WORKER_ERROR'],
    ['breaks-natively', 500, 'WORKER_ERROR'],
    ['loops-in-microtasks', 546, 'WORKER_RESOURCE_LIMIT'],
    ['fills-a-map', 546, 'WORKER_RESOURCE_LIMIT'],
    ['fills-arrays', 546, 'WORKER_RESOURCE_LIMIT'],
    ['fills-buffers', 546, 'WORKER_RESOURCE_LIMIT'],
  ])('when it %s', async (fault, status, code) => {
    const before = await processOf('faults')
    expect(await failureOf(await ask(`faults/${fault}`))).toEqual({ status, code, relay: 'true' })
    expect(await processOf('faults')).not.toBe(before)
  })

  test('but not for a stack overflow, which is an ordinary error', async () => {
    const before = await processOf('faults')
    expect(await failureOf(await ask('faults/overflows'))).toEqual({
      status: 500,
      code: 'EDGE_FUNCTION_ERROR',
      relay: null,
    })
    expect(await processOf('faults')).toBe(before)
  })
})

test('while a function loops forever, everything else keeps working', { timeout: 60_000 }, async () => {
  await processOf('patient-faults')
  const socket = new WebSocket(
    `${target().url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${target().publishableKey}&vsn=1.0.0`,
  )
  await new Promise((resolve) => socket.once('open', resolve))
  let isOver = false
  const looping = ask('patient-faults/loops').then(async (response) => {
    isOver = true
    return failureOf(response)
  })
  const beat = (ref: string) =>
    new Promise<string>((resolve) => {
      socket.once('message', (data) => resolve(JSON.parse(String(data)).ref))
      socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref }))
    })
  for (const ref of ['1', '2', '3']) {
    expect(await beat(ref)).toBe(ref)
    expect((await fetch(`${target().url}/healthz`)).status).toBe(200)
    expect((await ask('open')).status).toBe(200)
  }
  expect(isOver).toBe(false)
  expect(await looping).toEqual({ status: 546, code: 'WORKER_RESOURCE_LIMIT', relay: 'true' })
  socket.close()
})

test('calls that wait behind an endless loop are answered by another process', { timeout: 60_000 }, async () => {
  const before = await processOf('faults')
  const looping = ask('faults/loops')
  await new Promise((resolve) => setTimeout(resolve, 20))
  const others = await Promise.all(Array.from({ length: 8 }, () => processOf('faults')))
  expect((await looping).status).toBe(546)
  expect(await processOf('faults')).not.toBe(before)
  expect(others.every((id) => typeof id === 'number')).toBe(true)
})

test('with one call per process, calls do not fail together, and queue', { timeout: 60_000 }, async () => {
  const waiting = Array.from({ length: 6 }, async () => (await ask('lonely-faults/process-later')).json())
  const crashing = Promise.all([ask('lonely-faults/exits'), ask('lonely-faults/throws-in-a-timer')])
  expect((await crashing).map(({ status }) => status)).toEqual([500, 500])
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 6 }, () => expect.any(Number)))
})

test('a function that never stops printing is throttled, and no other function', { timeout: 60_000 }, async () => {
  const controller = new AbortController()
  const printing = ask('faults/prints-for-ever', { signal: controller.signal }).catch(() => null)
  for (let times = 0; times < 5; times += 1) {
    expect((await fetch(`${target().url}/healthz`)).status).toBe(200)
    expect((await ask('open')).status).toBe(200)
  }
  controller.abort()
  await printing
})
