import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { contextOf } from '../_shared/context-of.ts'
import { handle } from './handler.ts'

const KEY = new Uint8Array(32).fill(9)
const PERSON = 'b7a1a3c0-6f2c-4a0e-9a51-1d2f3c4b5a69'

async function token(claims: { about: unknown; audience?: string; key?: Uint8Array }): Promise<string> {
  const { about, audience = 'unsubscribe', key = KEY } = claims
  return new SignJWT({ about }).setProtectedHeader({ alg: 'HS256' }).setSubject(PERSON).setAudience(audience).sign(key)
}

/** Calls the function as an email client would; `ended` records the database calls. */
async function call(signed: string, method = 'POST') {
  const ended: unknown[] = []
  const context = contextOf({
    env: { UNSUBSCRIBE_KEY: Buffer.from(KEY).toString('base64url') },
    supabaseAdmin: {
      rpc: async (name: string, given: { what: string }) => {
        ended.push([name, given])
        return { data: given.what === 'saved' ? 'saved' : null, error: null }
      },
    },
  })
  const url = `https://souk.test/functions/v1/unsubscribe?token=${signed}`
  const body = method === 'POST' ? 'List-Unsubscribe=One-Click' : null
  const response = await handle(new Request(url, { method, body }), context)
  return { response, ended }
}

test('one POST from an email client unsubscribes from exactly those emails', async () => {
  const { response, ended } = await call(await token({ about: ['saved', 'moon'] }))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ about: ['saved'] })
  expect(ended).toEqual([
    ['unsubscribe', { person: PERSON, what: 'saved' }],
    ['unsubscribe', { person: PERSON, what: 'moon' }],
  ])
})

test('a GET changes nothing and redirects to the confirmation page', async () => {
  const signed = await token({ about: ['saved'] })
  const { response, ended } = await call(signed, 'GET')
  expect([response.status, response.headers.get('location')]).toEqual([303, `/unsubscribe?token=${signed}`])
  expect(ended).toEqual([])
})

test.each([
  ['nothing', async () => ''],
  ['a token signed by somebody else', () => token({ about: ['saved'], key: new Uint8Array(32).fill(1) })],
  ['a token for something else', () => token({ about: ['saved'], audience: 'authenticated' })],
  ['a token about nothing', () => token({ about: 'saved' })],
])('a request with %s is refused and changes nothing', async (_, make) => {
  const { response, ended } = await call(await make())
  expect([response.status, ended]).toEqual([400, []])
})
