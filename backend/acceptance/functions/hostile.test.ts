import { FunctionsRelayError } from '@supabase/functions-js'
import { describe, expect, test } from 'vitest'
import { attack } from '../hostile.ts'
import { newUser, operator, target } from '../server.ts'
import { ask, failureOf, sendRaw, withKey } from './calls.ts'

interface Echo {
  readonly body: string
  readonly headers: Record<string, string>
}

const head = (name: string, method = 'POST') =>
  `${method} /functions/v1/${name} HTTP/1.1\r\nhost: ${new URL(target().url).host}\r\nauthorization: Bearer ${target().publishableKey}\r\n`

const NAMES = [
  '../rest/v1/',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/etc/passwd',
  '..%5c..%5cwindows',
  'echo%2f..%2fopen',
  'echo%00',
  'echo%0d%0ax-own:%201',
  'Echo',
  'ECHO',
  '%D0%B5cho',
  'echo%E2%80%8B',
  '__proto__',
  'toString',
  '_shared/marks.ts',
  'echo.ts',
  'fixture-functions%2fecho',
  '%ff%fe',
  '%',
  'a'.repeat(1500),
  'a'.repeat(5000),
  '',
]

describe('a function name', () => {
  test.each(NAMES.map((name) => [name.slice(0, 40), name]))('that does not exist is not found: %s', async (_, name) => {
    const reply = await attack({ method: 'POST', path: `/functions/v1/${name}`, headers: withKey() })
    expect([400, 404, 414]).toContain(reply.status)
    expect(reply.text).not.toMatch(/handler|backend|node_modules|root:/)
  })

  test('may be followed by any path, which the function gets and the server never opens', async () => {
    const reply = await attack({ path: '/functions/v1/echo/..%2f..%2fetc/passwd?x=%00', headers: withKey() })
    expect(reply.status).toBe(200)
    expect(JSON.parse(reply.text)).toMatchObject({ path: '/../../etc/passwd', query: { x: '\u0000' } })
  })
})

describe('a request body', () => {
  test('over the limit is refused, declared or not', async () => {
    const large = 'x'.repeat(2000)
    const announced = await ask('small-body', { method: 'POST', body: large })
    const stream = { body: new Blob([large]).stream(), duplex: 'half' } as RequestInit
    const streamed = await ask('small-body', { method: 'POST', ...stream })
    const refused = { status: 413, code: 'PAYLOAD_TOO_LARGE', relay: 'true' }
    expect([await failureOf(announced), await failureOf(streamed)]).toEqual([refused, refused])
    const fine = await ask('small-body', { method: 'POST', body: 'x'.repeat(1000) })
    expect(await fine.json()).toBe(1000)
  })

  test('longer than declared is a protocol error, and no second request', async () => {
    const raw = `${head('small-body')}content-length: 10\r\n\r\n${'x'.repeat(5000)}`
    expect(await sendRaw(raw, () => false)).toMatch(/HTTP\/1\.1 400 /)
  })

  test.each(['content-length: 10', 'content-length: 100000', 'transfer-encoding: chunked'])(
    'that never arrives blocks nothing forever: %s',
    async (framing) => {
      const answer = await sendRaw(`${head('slow/reads')}${framing}\r\n\r\n`, () => false)
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer.toLowerCase()).toContain('connection: close')
      expect(await (await ask('slow/ready')).text()).toBe('ready')
    },
  )

  test('with dangerous JSON is opaque text to the gateway', async () => {
    const body = `{"__proto__":{"isAdmin":true},"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const answer = await ask('echo', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(((await answer.json()) as Echo).body).toBe(body)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('a request header', () => {
  test('cannot change the caller that the function sees', async () => {
    const caller = { role: 'service_role', userId: 'somebody', claims: {}, token: null }
    const claim = Buffer.from(JSON.stringify({ caller, path: '/other' })).toString('base64url')
    for (const name of ['x-function-call', 'X-Function-Call']) {
      const answer = (await (await ask('echo', { headers: { [name]: claim } })).json()) as Echo
      expect(answer).toMatchObject({ caller: { role: 'anon', userId: null }, path: '' })
      expect(answer.headers).not.toHaveProperty('x-function-call')
    }
  })

  test('of the connection is not forwarded', async () => {
    const raw = `${head('echo', 'GET')}connection: close, x-fruit\r\nte: trailers\r\nproxy-connection: keep-alive\r\nx-region: ü\r\n\r\n`
    const answer = await sendRaw(raw, () => false)
    const { headers } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
    expect(headers).toHaveProperty('x-region')
    for (const name of ['te', 'proxy-connection', 'connection'])
      expect(headers[name] ?? '').not.toMatch(/close|trailers|alive/)
  })

  test.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n\r\nhello'],
    ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['an unknown encoding', 'transfer-encoding: chunked, identity\r\n\r\nhello'],
    ['a line break in a value', 'x-region: eu\rx-own: 1\r\n\r\n'],
    ['a name with a space', 'x region : eu\r\n\r\n'],
  ])('that could smuggle a second request is refused: %s', async (_, rest) => {
    const hidden = 'GET /functions/v1/open HTTP/1.1\r\nhost: x\r\n\r\n'
    const answer = await sendRaw(`${head('echo')}${rest}${hidden}`, (text) => text.includes('"role"'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('"role"')
  })

  test('that is very long is refused or forwarded, never cut', async () => {
    const passed = await ask('echo', { headers: { 'x-long': 'x'.repeat(20_000) } })
    expect(((await passed.json()) as Echo).headers['x-long']).toHaveLength(20_000)
    const refused = await attack({
      path: '/functions/v1/echo',
      headers: { ...withKey(), 'x-long': 'x'.repeat(100_000) },
    })
    expect(refused.status).toBe(431)
  })
})

describe('the call limit', () => {
  test('refuses one user for a while, but not others or the operator', async () => {
    const [anna, ben] = [await newUser(), await newUser()]
    for (let call = 1; call <= 3; call += 1) expect((await anna.client.functions.invoke('limited')).error).toBeNull()
    const { error } = await anna.client.functions.invoke('limited')
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect([error.context.status, error.context.headers.get('sb-error-code')]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(error.context.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ben.client.functions.invoke('limited')).data).toMatchObject({ userId: ben.id })
    for (let call = 1; call <= 5; call += 1) expect((await operator().functions.invoke('limited')).error).toBeNull()
  })

  test('counts calls without a user by address, whatever the headers claim', async () => {
    const statuses: number[] = []
    for (const forwarded of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
      statuses.push((await ask('limited', { headers: { 'x-forwarded-for': forwarded } })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
