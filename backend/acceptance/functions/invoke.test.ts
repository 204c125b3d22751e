import { randomUUID } from 'node:crypto'
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { operator, somebody, target, visitor } from '../server.ts'

const address = (name: string) => `${target().url}/functions/v1/${name}`
const withKey = () => ({ authorization: `Bearer ${target().publishableKey}` })

describe('a function learns', () => {
  test('who calls, from the session and not from the payload', async () => {
    const anna = await somebody()
    const { data, error } = await anna.client.functions.invoke('echo-call', { body: { userId: 'somebody-else' } })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      method: 'POST',
      contentType: 'application/json',
      body: '{"userId":"somebody-else"}',
      caller: { role: 'authenticated', userId: anna.id },
    })
    expect((await visitor().functions.invoke('echo-call')).data).toMatchObject({
      body: '',
      caller: { role: 'anon', userId: null },
    })
    expect((await operator().functions.invoke('echo-call')).data).toMatchObject({ caller: { role: 'service_role' } })
  })

  test('its method, the rest of the path and the query', async () => {
    const { data } = await visitor().functions.invoke('echo-call/users/1?x=1', { method: 'PATCH', body: 'plain' })
    expect(data).toMatchObject({
      method: 'PATCH',
      path: '/users/1',
      query: { x: '1' },
      body: 'plain',
      contentType: 'text/plain',
    })
    expect((await visitor().functions.invoke('echo-call', { method: 'GET' })).data).toMatchObject({
      method: 'GET',
      body: '',
    })
  })

  test('forms and files', async () => {
    const form = new FormData()
    form.append('name', 'plum')
    form.append('photo', new Blob([new Uint8Array(5)]))
    expect((await visitor().functions.invoke('echo-form', { body: form })).data).toEqual({ name: 'plum', photo: 5 })
  })
})

describe('an answer arrives', () => {
  test('as it was given: nothing, bytes, text', async () => {
    const { functions } = visitor()
    expect(await functions.invoke('empty')).toMatchObject({ data: '', error: null })
    const { data } = await functions.invoke('bytes')
    expect(new Uint8Array(await data.arrayBuffer())).toEqual(new Uint8Array([0, 255, 1]))
  })

  test('event by event when it is a stream', async () => {
    const { data } = await visitor().functions.invoke('events')
    const arrivals: number[] = []
    let text = ''
    for await (const chunk of (data as Response).body ?? []) {
      text += new TextDecoder().decode(chunk)
      arrivals.push(performance.now())
    }
    expect(text).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n')
    expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(120)
  })

  test('never as a page of the application’s origin', async () => {
    const answer = await fetch(address('page'), { headers: withKey() })
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('a failure', () => {
  test('of the function itself is its own answer', async () => {
    const { data, error } = await visitor().functions.invoke('refuses')
    expect(data).toBeNull()
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context.status).toBe(409)
    expect(await error.context.json()).toEqual({ reason: 'sold out' })
  })

  test('that was not foreseen tells nothing of the inside', async () => {
    const { error } = await visitor().functions.invoke('throws')
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context.status).toBe(500)
    expect(error.context.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR')
    expect(await error.context.text()).not.toContain('hunter2')
  })

  test.each([
    ['an unknown function', 'no-such-function', 404],
    ['an inherited name', 'constructor', 404],
    ['a function that does not answer', 'too-slow', 504],
  ])('of the platform is a relay error: %s', async (_, name, status) => {
    const { error } = await visitor().functions.invoke(name)
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect(error.context.status).toBe(status)
    expect(error.context.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a body over the limit, announced or not', async () => {
    const announced = await fetch(address('small-body'), { method: 'POST', headers: withKey(), body: 'x'.repeat(2000) })
    const stream = new Blob(['x'.repeat(2000)]).stream()
    const streamed = await fetch(address('small-body'), {
      method: 'POST',
      headers: withKey(),
      body: stream,
      duplex: 'half',
    } as RequestInit)
    const fine = await fetch(address('small-body'), { method: 'POST', headers: withKey(), body: 'x'.repeat(1000) })
    expect([announced.status, streamed.status, await fine.json()]).toEqual([413, 413, 1000])
  })
})

describe('the door', () => {
  test('is shut without a token or key, and with a wrong one', async () => {
    const without = await fetch(address('echo-call'), { method: 'POST' })
    expect([without.status, without.headers.get('x-relay-error')]).toEqual([401, 'true'])
    const wrong = await fetch(address('echo-call'), { method: 'POST', headers: { authorization: 'Bearer nonsense' } })
    expect([wrong.status, wrong.headers.get('x-relay-error')]).toEqual([401, 'true'])
    expect(await wrong.json()).toEqual({ code: expect.any(String), message: 'Invalid JWT' })
  })

  test('stands open where the function says so', async () => {
    expect(await (await fetch(address('open'))).json()).toEqual({ role: 'anon', userId: null })
    const wrong = await fetch(address('open'), { headers: { authorization: 'Bearer nonsense' } })
    expect(await wrong.json()).toEqual({ role: 'anon', userId: null })
  })

  test('answers a browser’s preflight without a token', async () => {
    const headers = {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-region,x-client-info',
    }
    const answer = await fetch(address('echo-call'), { method: 'OPTIONS', headers })
    expect(answer.status).toBeLessThan(300)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-region')
  })

  test('knows five methods', async () => {
    const answer = await fetch(address('echo-call'), { method: 'HEAD', headers: withKey() })
    expect([answer.status, answer.headers.get('x-relay-error')]).toEqual([405, 'true'])
  })
})

test('a function is told when its caller has gone', async () => {
  const call = randomUUID()
  const controller = new AbortController()
  const waiting = fetch(address(`waits?call=${call}`), {
    method: 'POST',
    headers: withKey(),
    body: 'x',
    signal: controller.signal,
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  controller.abort()
  await expect(waiting).rejects.toThrow()
  const hasGivenUp = async () => (await visitor().functions.invoke(`given-up?call=${call}`)).data
  await expect.poll(hasGivenUp, { timeout: 3000 }).toBe(true)
})
