import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newUser, operator, target, visitor } from '../server.ts'
import { aBucket } from '../storage/rooms.ts'
import { type Answer, call } from './wire.ts'

type Person = Awaited<ReturnType<typeof newUser>>

async function bearerOf(client: SupabaseClient): Promise<{ authorization: string }> {
  const { data } = await client.auth.getSession()
  return { authorization: `Bearer ${data.session?.access_token}` }
}

async function requestToken(person: Person, wish: Record<string, unknown>): Promise<Answer> {
  const body = { name: 'my shelf', scope: 'write', expires_in_days: 30, ...wish }
  return call('POST', '/personal-tokens', { body, headers: await bearerOf(person.client) })
}

async function createToken(person: Person, scope: 'read' | 'write'): Promise<{ id: string; token: string }> {
  const { status, body } = await requestToken(person, { scope })
  expect(status).toBe(201)
  return body
}

async function deleteToken(person: Person, id: string): Promise<number> {
  return (await call('DELETE', `/personal-tokens/${id}`, { headers: await bearerOf(person.client) })).status
}

/** The unmodified client with the token instead of a session. */
function program(token: string): SupabaseClient {
  return createClient(target().url, target().publishableKey, { accessToken: async () => token })
}

async function notesOf(client: SupabaseClient) {
  const { data, error } = await client.from('library_notes').select('body')
  return error?.message ?? data
}

describe('a personal access token', () => {
  test('acts as its user under row level security, by the client, as a bearer and as apikey', async () => {
    const anna = await newUser()
    const { token } = await createToken(anna, 'write')
    const mine = program(token)
    const written = await mine.from('library_notes').insert({ body: 'by my shelf' }).select('body, owner_id').single()
    expect(written.data).toEqual({ body: 'by my shelf', owner_id: anna.id })
    expect(await notesOf(anna.client)).toEqual([{ body: 'by my shelf' }])
    expect(await notesOf(visitor())).toEqual([])

    const byHeader = (headers: Record<string, string>) =>
      fetch(`${target().url}/rest/v1/library_notes?select=body`, { headers }).then((answer) => answer.json())
    expect(await byHeader({ authorization: `Bearer ${token}` })).toEqual([{ body: 'by my shelf' }])
    expect(await byHeader({ apikey: token })).toEqual([{ body: 'by my shelf' }])

    const bucket = await aBucket()
    const { error } = await mine.storage.from(bucket).upload(`${anna.id}/a.txt`, 'mine')
    expect(error).toBeNull()
    const called = await mine.functions.invoke('context/as-caller', { body: {} })
    expect(called.data.data).toEqual([{ id: anna.id }])
  })

  test('with the scope read can read, and cannot write through any service', async () => {
    const anna = await newUser()
    const bucket = await aBucket()
    await anna.client.storage.from(bucket).upload(`${anna.id}/a.txt`, 'mine')
    await anna.client.from('library_notes').insert({ body: 'mine' })
    const reader = program((await createToken(anna, 'read')).token)

    expect(await notesOf(reader)).toEqual([{ body: 'mine' }])
    const files = reader.storage.from(bucket)
    expect((await files.list(anna.id)).data).toMatchObject([{ name: 'a.txt' }])
    expect(await (await files.download(`${anna.id}/a.txt`)).data?.text()).toBe('mine')
    expect((await reader.rpc('library_isolation')).error).toBeNull() // declared volatile, but writes nothing

    const refusal = { code: '42501', message: 'This token may only read.' }
    expect((await reader.from('library_notes').insert({ body: 'more' })).error).toMatchObject(refusal)
    expect((await reader.from('library_notes').update({ body: 'other' }).eq('body', 'mine')).error).toMatchObject(
      refusal,
    )
    expect((await reader.from('library_notes').delete().eq('body', 'mine')).error).toMatchObject(refusal)
    expect((await reader.rpc('library_change', { wanted: 1 })).error).toMatchObject(refusal)
    expect((await files.upload(`${anna.id}/b.txt`, 'more')).error).toMatchObject({
      message: 'This token may only read.',
    })
    expect((await files.remove([`${anna.id}/a.txt`])).error).toMatchObject({ message: 'This token may only read.' })
    expect((await files.createSignedUploadUrl(`${anna.id}/c.txt`)).error).not.toBeNull()
    expect((await reader.functions.invoke('context/as-caller', { body: {} })).error?.context.status).toBe(403)
    expect(await notesOf(anna.client)).toEqual([{ body: 'mine' }])
  })

  test('cannot access the account or realtime, or create further tokens', async () => {
    const anna = await newUser()
    const { id, token } = await createToken(anna, 'write')
    const headers = { authorization: `Bearer ${token}` }
    const tries = [
      call('GET', '/user', { headers }),
      call('PUT', '/user', { body: { password: 'other-lantern-43' }, headers }),
      call('POST', '/factors', { body: { factor_type: 'totp' }, headers }),
      call('POST', '/logout', { headers }),
      call('GET', '/personal-tokens', { headers }),
      call('POST', '/personal-tokens', { body: { name: 'x', scope: 'read', expires_in_days: 30 }, headers }),
      call('DELETE', `/personal-tokens/${id}`, { headers }),
      call('GET', '/admin/users', { headers }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 403))
    const broadcast = await fetch(`${target().url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [] }),
    })
    expect(broadcast.status).toBe(401)
    expect((await anna.client.auth.getUser()).data.user?.id).toBe(anna.id)
  })

  test('is shown once, and later listed by its name and beginning', async () => {
    const anna = await newUser()
    const made = await requestToken(anna, { name: '  my shelf ', scope: 'read', expires_in_days: 90 })
    expect(made.body.token).toMatch(/^souk_pat_[0-9a-f]{48}$/)
    const list = async () =>
      JSON.parse(String((await call('GET', '/personal-tokens', { headers: await bearerOf(anna.client) })).body))
    const [kept] = await list()
    const { token, ...rest } = made.body
    expect(kept).toEqual({ ...rest, name: 'my shelf', hint: token.slice(0, 13), scope: 'read', last_used_at: null })
    expect(Date.parse(kept.expires_at) - Date.parse(kept.created_at)).toBeCloseTo(90 * 24 * 3600 * 1000, -4)
    await notesOf(program(token))
    expect((await list())[0].last_used_at).toEqual(expect.any(String))
  })

  test('requires a valid name, scope and expiry, and there are at most twenty', {
    timeout: 60_000,
  }, async () => {
    const anna = await newUser()
    const wrong = [{ name: ' ' }, { name: 'x'.repeat(61) }, { scope: 'admin' }, { expires_in_days: 31 }]
    for (const wish of wrong) expect((await requestToken(anna, wish)).status).toBe(400)
    for (let made = 0; made < 20; made++) await createToken(anna, 'read')
    expect(await requestToken(anna, {})).toMatchObject({
      status: 422,
      body: { error_code: 'too_many_personal_tokens' },
    })
  })
})

// Six hundred requests are slow while other tests run.
test('a token over its rate limit is refused for a while, but its user’s session is not', {
  timeout: 120_000,
}, async () => {
  const anna = await newUser()
  const { token } = await createToken(anna, 'read')
  const ask = () => fetch(`${target().url}/rest/v1/library_notes?select=id`, { headers: { apikey: token } })
  let refused: Response | undefined
  for (let asked = 0; !refused && asked < 6000; asked += 30) {
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    refused = answers.find(({ status }) => status === 429)
    await Promise.all(answers.map((answer) => answer !== refused && answer.arrayBuffer()))
  }
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({ code: 'PT429' })
  expect(await notesOf(anna.client)).toEqual([])
})

describe('a token is invalid immediately', () => {
  const gone = 'This token is not valid, has expired or was taken back'

  test('when its user revokes it, which nobody else can', { timeout: 60_000 }, async () => {
    const [anna, ben] = [await newUser(), await newUser()]
    const { id, token } = await createToken(anna, 'read')
    expect(await notesOf(program(token))).toEqual([])
    expect(await deleteToken(ben, id)).toBe(404)
    expect(await notesOf(program(token))).toEqual([])
    expect(await deleteToken(anna, id)).toBe(204)
    await expect.poll(() => notesOf(program(token)), { timeout: 20_000 }).toBe(gone)
  })

  test('when the password changes, the user is banned or the account is deleted', { timeout: 60_000 }, async () => {
    for (const end of [
      (anna: Person) => anna.client.auth.updateUser({ password: 'other-lantern-43' }),
      (anna: Person) => operator().auth.admin.updateUserById(anna.id, { ban_duration: '1h' }),
      (anna: Person) => operator().auth.admin.deleteUser(anna.id),
    ]) {
      const anna = await newUser()
      const { token } = await createToken(anna, 'read')
      expect(await notesOf(program(token))).toEqual([])
      expect((await end(anna)).error).toBeNull()
      await expect.poll(() => notesOf(program(token)), { timeout: 20_000 }).toBe(gone)
    }
  })

  test('an invented token is refused', async () => {
    for (const token of [`souk_pat_${'0'.repeat(48)}`, 'souk_pat_', `souk_pat_${"'".repeat(48)}`]) {
      expect(await notesOf(program(token))).toBe(gone)
    }
  })
})

test('with a second factor, only a session that has verified it creates or revokes tokens, and the tokens count as verified', async () => {
  const anna = await newUser()
  const before = await createToken(anna, 'read')
  const { data: factor } = await anna.client.auth.mfa.enroll({ factorType: 'totp' })
  if (factor?.type !== 'totp') throw new Error('no factor was enrolled')
  const totp = new TOTP({ secret: factor.totp.secret })
  const proof = await anna.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp.generate() })
  expect(proof.error).toBeNull()

  const half = visitor()
  await half.auth.signInWithPassword({ email: anna.email, password: anna.password })
  expect(await requestToken({ ...anna, client: half }, {})).toMatchObject({
    status: 403,
    body: { error_code: 'insufficient_aal' },
  })
  expect(await deleteToken({ ...anna, client: half }, before.id)).toBe(403)

  const after = await createToken(anna, 'read')
  const roleOf = async (token: string) => (await program(token).rpc('library_whoami')).data.role
  // A token from before the factor is a visitor's, like a session without the factor.
  expect([await roleOf(before.token), await roleOf(after.token)]).toEqual(['anon', 'authenticated'])
})
