import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, target, visitor } from '../server.ts'
import { ask, send } from './wire.ts'

type Person = Awaited<ReturnType<typeof newUser>>
let anna: Person
let ben: Person

beforeAll(async () => {
  anna = await newUser()
  ben = await newUser()
})

afterAll(async () => {
  await operator().from('library_notes').delete().in('owner_id', [anna.id, ben.id])
})

interface WhoAmI {
  role: string
  claims: { sub?: string; role: string }
  timeout: string
  headers: Record<string, string>
  path: string
}

describe('row level security decides', () => {
  test('a note can be read and changed by its owner only', async () => {
    const { data: note } = await anna.client
      .from('library_notes')
      .insert({ body: 'mine' })
      .select('id, owner_id')
      .single()
    expect(note?.owner_id).toBe(anna.id)
    const find = (who: Person['client']) => who.from('library_notes').select('body').eq('id', note?.id)
    expect((await find(anna.client)).data).toEqual([{ body: 'mine' }])
    expect((await find(ben.client)).data).toEqual([])
    expect((await find(visitor())).data).toEqual([])
    expect((await find(operator())).data).toEqual([{ body: 'mine' }])

    const change = (who: Person['client']) =>
      who.from('library_notes').update({ body: 'changed' }).eq('id', note?.id).select('body')
    expect((await change(ben.client)).data).toEqual([])
    expect((await change(anna.client)).data).toEqual([{ body: 'changed' }])
    const remove = (who: Person['client']) => who.from('library_notes').delete().eq('id', note?.id).select('id')
    expect((await remove(ben.client)).data).toEqual([])
    expect((await remove(anna.client)).data).toEqual([{ id: note?.id }])
  })

  test('a column without a grant cannot be written, so nobody can write as another user', async () => {
    const { error, status } = await ben.client.from('library_notes').insert({ body: 'forged', owner_id: anna.id })
    expect([status, error?.code]).toEqual([403, '42501'])
  })

  test('a forbidden request gets 401 for a visitor and 403 for a signed-in user', async () => {
    const asked = await ask('library_safe')
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await anna.client.from('library_safe').select()).status).toBe(403)
    expect((await operator().from('library_safe').select('secret')).data).toEqual([{ secret: 'gold' }])
  })
})

describe('authentication', () => {
  const who = async (headers: Record<string, string>) => (await ask('rpc/library_whoami', { headers })).json as WhoAmI

  test('accepts no token, our keys and a session', async () => {
    const { publishableKey, secretKey, anonKey, serviceRoleKey } = target()
    const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
    expect((await who({})).role).toBe('anon')
    expect((await who(bearer(publishableKey))).role).toBe('anon')
    expect((await who(bearer(secretKey))).role).toBe('service_role')
    expect((await who(bearer(anonKey))).role).toBe('anon')
    expect((await who(bearer(serviceRoleKey))).role).toBe('service_role')
    expect((await who({ apikey: publishableKey })).role).toBe('anon')
    expect((await who({ apikey: secretKey })).role).toBe('service_role')
    // A session with the secret key beside it remains a session.
    const { data } = await anna.client.auth.getSession()
    const session = await who({ apikey: secretKey, ...bearer(data.session?.access_token ?? '') })
    expect(session).toMatchObject({
      role: 'authenticated',
      claims: { sub: anna.id, role: 'authenticated' },
      timeout: '8s',
    })
  })

  test('credentials are hidden from SQL', async () => {
    const shown = await who({ apikey: target().publishableKey, Cookie: 'a=b', 'X-Seen': 'yes' })
    expect(shown.headers).toMatchObject({ 'x-seen': 'yes' })
    for (const name of ['apikey', 'authorization', 'cookie']) expect(shown.headers).not.toHaveProperty(name)
    expect(shown.path).toBe('/rpc/library_whoami')
  })

  test.each([
    ['no token in the header', 'Bearer ', 'PGRST301', 'Empty JWT is sent in Authorization header'],
    ['too few parts', 'Bearer abc.def', 'PGRST301', 'Expected 3 parts in JWT; got 2'],
    ['nonsense in three parts', 'Bearer a.b.c', 'PGRST301', undefined],
    ['an unsigned token', `Bearer ${unsigned({ role: 'service_role' })}`, 'PGRST301', undefined],
  ])('%s is refused before any lookup', async (_name, authorization, code, message) => {
    const { status, json, headers } = await ask('no_such_table', { headers: { Authorization: authorization } })
    expect(status).toBe(401)
    expect(json).toMatchObject(message ? { code, message } : { code })
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test('a token with another signature is refused', async () => {
    const { data } = await anna.client.auth.getSession()
    const [head, , signature] = (data.session?.access_token ?? '').split('.')
    const payload = Buffer.from(JSON.stringify({ sub: ben.id, role: 'service_role', exp: 4e9 })).toString('base64url')
    const { status, json } = await ask('library_books', {
      headers: { Authorization: `Bearer ${head}.${payload}.${signature}` },
    })
    expect([status, json]).toEqual([401, expect.objectContaining({ code: 'PGRST301' })])
  })
})

test('role and claims never leak between requests, including errors and transactions', async () => {
  const { publishableKey, secretKey } = target()
  const tokenOf = async ({ client }: Person) => (await client.auth.getSession()).data.session?.access_token ?? ''
  const callers = [
    { token: publishableKey, role: 'anon', sub: undefined },
    { token: secretKey, role: 'service_role', sub: undefined },
    { token: await tokenOf(anna), role: 'authenticated', sub: anna.id },
    { token: await tokenOf(ben), role: 'authenticated', sub: ben.id },
  ]
  const asks = Array.from({ length: 600 }, async (_, index) => {
    const caller = callers[(index * 7 + (index >> 3)) % callers.length]
    const headers = { Authorization: `Bearer ${caller?.token}`, 'Content-Type': 'application/json' }
    switch (index % 6) {
      case 0: // fails while it runs
        return void (await ask('library_books?id=eq.nonsense', { headers }))
      case 1: // fails while it is parsed
        return void (await ask(`library_books?select=missing_${index % 12}`, { headers }))
      case 2: {
        // an explicit transaction that is rolled back
        const accept = { ...headers, Accept: 'application/vnd.pgrst.object+json' }
        return void (await ask('library_drafts?id=lt.0', { method: 'DELETE', headers: accept }))
      }
      default: {
        const { json } = await ask('rpc/library_whoami', { method: 'POST', body: '{}', headers })
        const answer = json as WhoAmI
        expect({ role: answer.role, sub: answer.claims.sub }).toEqual({ role: caller?.role, sub: caller?.sub })
      }
    }
  })
  await Promise.all(asks)
  // Nothing of them remains for a caller without a token.
  const { json } = await send('POST', 'rpc/library_whoami', '{}')
  expect(json).toMatchObject({ role: 'anon', claims: { role: 'anon' } })
})

function unsigned(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.x`
}
