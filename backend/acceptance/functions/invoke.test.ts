import { FunctionRegion, FunctionsClient, FunctionsFetchError } from '@supabase/functions-js'
import { describe, expect, test } from 'vitest'
import { newUser, operator, target, visitor } from '../server.ts'
import { address, aMark, ask, marked, withKey } from './calls.ts'

describe('a function receives', () => {
  test('the caller, from the session and not from the payload', async () => {
    const anna = await newUser()
    const { data, error } = await anna.client.functions.invoke('echo', { body: { userId: 'somebody-else' } })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"userId":"somebody-else"}',
      caller: { role: 'authenticated', userId: anna.id },
      hasToken: true,
    })
    expect((await visitor().functions.invoke('echo')).data).toMatchObject({
      body: '',
      caller: { role: 'anon', userId: null },
      hasToken: false,
    })
    expect((await operator().functions.invoke('echo')).data).toMatchObject({ caller: { role: 'service_role' } })
  })

  test('its method, the rest of the path and the query', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { data } = await visitor().functions.invoke('echo/users/1?x=1', { method, body: 'plain' })
      expect(data).toMatchObject({
        method,
        url: address('echo/users/1?x=1'),
        path: '/users/1',
        query: { x: '1' },
        body: 'plain',
        headers: { 'content-type': 'text/plain' },
      })
    }
    expect((await visitor().functions.invoke('echo', { method: 'GET' })).data).toMatchObject({
      method: 'GET',
      body: '',
    })
  })

  test('the headers of the call and of the client, the call’s taking precedence', async () => {
    const functions = new FunctionsClient(`${target().url}/functions/v1`, {
      headers: { ...withKey(), 'x-fruit': 'fig', 'x-colour': 'green' },
    })
    const { data } = await functions.invoke('echo', {
      body: { a: 1 },
      headers: { 'x-fruit': 'plum', 'Content-Type': 'text/x-own' },
    })
    expect(data.headers).toMatchObject({ 'x-fruit': 'plum', 'x-colour': 'green', 'content-type': 'text/x-own' })
    expect(data.body).toBe('{"a":1}')
    functions.setAuth('nonsense')
    expect((await functions.invoke('echo')).error.context.status).toBe(401)
  })

  test('the requested region, which has no other effect', async () => {
    const { data } = await visitor().functions.invoke('echo', { region: FunctionRegion.EuCentral1 })
    expect(data).toMatchObject({
      headers: { 'x-region': 'eu-central-1' },
      query: { forceFunctionRegion: 'eu-central-1' },
    })
    const anywhere = (await visitor().functions.invoke('echo', { region: FunctionRegion.Any })).data
    expect(anywhere.headers).not.toHaveProperty('x-region')
    expect(anywhere.query).toEqual({})
  })

  test('bodies of every kind', async () => {
    const { functions } = visitor()
    const echoed = async (body: Blob | ArrayBuffer | string) => (await functions.invoke('echo', { body })).data
    expect(await echoed('größer ✓')).toMatchObject({ body: 'größer ✓', headers: { 'content-type': 'text/plain' } })
    const bytes = new TextEncoder().encode('bytes').buffer
    const asBytes = { body: 'bytes', headers: { 'content-type': 'application/octet-stream' } }
    expect(await echoed(bytes)).toMatchObject(asBytes)
    expect(await echoed(new Blob(['bytes']))).toMatchObject(asBytes)
    expect(await echoed(new Blob(['bytes'], { type: 'image/x-own' }))).toMatchObject({
      headers: { 'content-type': 'image/x-own' },
    })
    const form = new FormData()
    form.append('name', 'plum')
    form.append('photo', new File([new Uint8Array(5)], 'größe.png'))
    expect((await functions.invoke('echo/form', { body: form })).data).toEqual({
      name: 'plum',
      photo: ['größe.png', 5],
    })
  })

  test('large bodies and streams to the last byte', async () => {
    const sent = new Uint8Array(9 * 1024 * 1024).map((_, index) => index % 251)
    const whole = await visitor().functions.invoke('echo/bytes', { body: sent.buffer })
    expect(Buffer.from(await whole.data.arrayBuffer()).equals(sent)).toBe(true)
    const stream = { body: new Blob([sent]).stream(), duplex: 'half' } as RequestInit
    const streamed = await ask('echo/bytes', { method: 'POST', ...stream })
    expect(Buffer.from(await streamed.arrayBuffer()).equals(sent)).toBe(true)
  })
})

describe('an answer arrives', () => {
  test('unchanged', async () => {
    const { functions } = visitor()
    const answer = async (name: string) => (await functions.invoke(`answers/${name}`)).data
    expect(await answer('json')).toEqual({ fruit: 'plum' })
    expect(await answer('text')).toBe('größer ✓')
    expect(await answer('empty')).toBe('')
    expect(await answer('empty-text')).toBe('')
    expect(new Uint8Array(await (await answer('bytes')).arrayBuffer())).toEqual(new Uint8Array([0, 255, 1]))
    expect(await answer('pdf')).toBeInstanceOf(Blob)
    expect((await answer('form')).get('fruit')).toBe('plum')
  })

  test('with all of its cookies and without header injection', async () => {
    const cookies = await ask('answers/cookies')
    expect(cookies.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const framing = await ask('answers/framing')
    expect([framing.status, await framing.text()]).toEqual([200, 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nbad'])
    expect([framing.headers.get('trailer'), framing.headers.get('x-function-call')]).toEqual([null, null])
  })

  test('event by event when it is a stream', async () => {
    const { data } = await visitor().functions.invoke('answers/events')
    expect(data).toBeInstanceOf(Response)
    const pieces: string[] = []
    for await (const chunk of (data as Response).body ?? []) pieces.push(new TextDecoder().decode(chunk))
    expect(pieces.join('')).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n')
    expect(pieces.length).toBeGreaterThan(1)
  })

  test('with its head before the first event', async () => {
    const { data } = await visitor().functions.invoke('answers/late-events')
    const reader = (data as Response).body?.getReader()
    const first = reader?.read()
    const isThere = await Promise.race([
      first?.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 1, false)),
    ])
    expect(isThere).toBe(false)
    expect(new TextDecoder().decode((await first)?.value)).toBe('data: at last\n\n')
  })

  test('at the speed of its reader', async () => {
    const answer = await ask('answers/large')
    let bytes = 0
    for await (const chunk of answer.body ?? []) {
      if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 200))
      bytes += chunk.length
    }
    expect(bytes).toBe(24 * 1024 * 1024)
  })

  test('never as a page of the application’s origin', async () => {
    const answer = await ask('answers/page')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('a disconnected caller', () => {
  test('is noticed by the function before the answer', async () => {
    const mark = aMark()
    const controller = new AbortController()
    const waiting = visitor().functions.invoke(`waits?mark=${mark}`, { body: 'x', signal: controller.signal })
    await marked(`${mark}-begun`)
    controller.abort()
    expect((await waiting).error).toBeInstanceOf(FunctionsFetchError)
    expect((await waiting).response).toBeUndefined()
    await marked(mark)
  })

  test('is noticed by the function when the client’s own time limit ends the call', async () => {
    const mark = aMark()
    await ask('waits/marked') // or the limit might end before the function has started
    const { error } = await visitor().functions.invoke(`waits?mark=${mark}`, { timeout: 1000 })
    expect(error).toBeInstanceOf(FunctionsFetchError)
    expect(error.context.name).toBe('AbortError')
    await marked(mark)
  })

  test('ends a stream in the middle', async () => {
    const mark = aMark()
    const controller = new AbortController()
    const { data } = await visitor().functions.invoke(`waits/stream?mark=${mark}`, { signal: controller.signal })
    const reader = (data as Response).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    expect(await (await ask(`waits/marked?mark=${mark}`)).json()).toBe(false)
    controller.abort()
    await marked(mark)
  })
})

describe('a function may', () => {
  test('act as its caller, under row level security', async () => {
    const [anna, ben] = [await newUser(), await newUser()]
    expect((await anna.client.functions.invoke('context/as-caller')).data).toMatchObject({ data: [{ id: anna.id }] })
    expect((await ben.client.functions.invoke('context/as-caller')).data).toMatchObject({ data: [{ id: ben.id }] })
    const { data: nobodys } = await visitor().functions.invoke('context/as-caller')
    expect(nobodys).toMatchObject({ data: null, error: { code: '42501' } })
  })

  test('bypass row level security explicitly', async () => {
    await Promise.all([newUser(), newUser()])
    const { data } = await visitor().functions.invoke('context/as-service')
    expect(data.error).toBeNull()
    expect(data.count).toBeGreaterThanOrEqual(2)
  })

  test('return URLs that browsers can reach', async () => {
    const { data } = await visitor().functions.invoke('context/link')
    expect(data).toBe(`${target().url}/storage/v1/object/public/any/a.png`)
  })

  test('read its own environment, and nothing of the server’s', async () => {
    const { data } = await visitor().functions.invoke('context/environment')
    expect(data).toEqual({ env: { FRUIT: 'plum' }, variables: ['FRUIT'] })
  })

  test('continue working after its answer', async () => {
    const mark = aMark()
    expect((await visitor().functions.invoke(`waits/background?mark=${mark}`)).data).toBe('begun')
    await marked(mark)
    expect((await visitor().functions.invoke('context/fails-in-background')).data).toBe('answered')
    expect((await visitor().functions.invoke('context/fails-in-background')).data).toBe('answered')
  })
})
