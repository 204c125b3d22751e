import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { follow, fragmentOf, linkOf, mailTo } from '../auth/mailbox.ts'
import { call, freshEmail } from '../auth/wire.ts'
import { allow, subscribed, uniqueTopic } from '../realtime/channels.ts'
import { newUser, operator, target, visitor } from '../server.ts'
import { aBucket } from '../storage/rooms.ts'
import { applicationToken, bearer, type Person, signInWithoutFactor, tokenOf, withToken } from './sessions.ts'

/** A user with a note, a file and a private channel. */
async function anOwner(): Promise<Person & { bucket: string; topic: string }> {
  const owner = await newUser({ full_name: 'Ana Duarte' })
  const [bucket, topic] = [await aBucket(), uniqueTopic()]
  await owner.client.from('library_notes').insert({ body: 'mine' })
  await owner.client.storage.from(bucket).upload(`${owner.id}/a.txt`, 'mine')
  await allow(owner.client, topic, { read: true, write: true })
  return { ...owner, bucket, topic }
}

async function whoAmI(client: SupabaseClient) {
  const { data } = await client.rpc('library_whoami')
  return { role: data.role, sub: data.claims.sub }
}

/** Tries every action reserved for the owner, with a client that must count as a visitor. */
async function expectVisitorAccess(client: SupabaseClient, { id, bucket, topic }: Awaited<ReturnType<typeof anOwner>>) {
  expect(await whoAmI(client)).toEqual({ role: 'anon', sub: undefined })
  expect((await client.from('library_notes').select('body')).data).toEqual([])
  expect((await client.from('library_notes').insert({ body: 'theirs' })).error?.code).toBe('42501')
  expect((await client.rpc('library_nothing')).error?.code).toBe('42501')
  const files = client.storage.from(bucket)
  expect((await files.list(id)).data).toEqual([])
  expect((await files.download(`${id}/a.txt`)).error).not.toBeNull()
  expect((await files.upload(`${id}/b.txt`, 'theirs')).error).not.toBeNull()
  expect((await files.createSignedUploadUrl(`${id}/c.txt`)).error).not.toBeNull()
  await files.remove([`${id}/a.txt`])
  expect((await operator().storage.from(bucket).list(id)).data).toMatchObject([{ name: 'a.txt' }])
  await expect(subscribed(client, topic, { private: true })).rejects.toThrow('Unauthorized')
  const called = await client.functions.invoke('context/as-caller', { body: {} })
  expect(called.data?.data ?? []).toEqual([])
}

describe('a connected application', () => {
  test('without a data scope is a visitor in every service', async () => {
    const owner = await anOwner()
    const client = withToken(await applicationToken(owner, 'openid profile email'))
    await expectVisitorAccess(client, owner)
    expect((await client.from('library_notes').insert({ body: 'x' })).error).toMatchObject({
      message: 'This app may not do that for you.',
    })
  })

  test('can do what its scopes name, and nothing else', async () => {
    const owner = await anOwner()
    const reader = withToken(await applicationToken(owner, 'notes:read'))
    expect((await reader.from('library_notes').select('body')).data).toEqual([{ body: 'mine' }])
    expect((await reader.from('library_notes').insert({ body: 'more' })).error?.code).toBe('42501')

    const writer = withToken(await applicationToken(owner, 'email notes:write'))
    expect((await writer.from('library_notes').insert({ body: 'more' })).error).toBeNull()
    expect((await writer.from('library_notes').update({ body: 'other' }).eq('body', 'mine')).error?.code).toBe('42501')
    expect((await writer.from('auth_profiles').select('id')).error?.code).toBe('42501')
    expect((await writer.storage.from(owner.bucket).list(owner.id)).data ?? []).toEqual([])
    expect((await writer.storage.from(owner.bucket).upload(`${owner.id}/b.txt`, 'x')).error).not.toBeNull()
    await expect(subscribed(writer, owner.topic, { private: true })).rejects.toThrow()
    const called = await writer.functions.invoke('context/as-caller', { body: {} })
    expect(called.data?.data ?? []).toEqual([])
  })

  test('reads only what its user agreed to, and signs out no other session', async () => {
    const owner = await newUser({ full_name: 'Ana Duarte' })
    const elsewhere = await newUser()
    await elsewhere.client.auth.signInWithPassword(owner)
    const headers = bearer(await applicationToken(owner, 'openid'))
    const { body: told } = await call('GET', '/user', { headers })
    expect(told).toMatchObject({
      id: owner.id,
      email: '',
      phone: '',
      user_metadata: {},
      app_metadata: {},
      identities: [],
    })
    const refused = [
      call('PUT', '/user', { headers, body: { data: { full_name: 'Eve' } } }),
      call('GET', '/reauthenticate', { headers }),
      call('GET', '/personal-tokens', { headers }),
      call('GET', '/passkeys', { headers }),
      call('POST', '/factors', { headers, body: { factor_type: 'totp' } }),
      call('GET', '/user/oauth/grants', { headers }),
      call('GET', '/admin/users', { headers }),
    ]
    for (const { status } of await Promise.all(refused)) expect(status).toBe(403)
    expect((await call('POST', '/logout?scope=others', { headers })).status).toBe(204)
    for (const { client } of [owner, elsewhere]) expect((await client.auth.getUser()).error).toBeNull()
    expect((await call('GET', '/user', { headers })).status).toBe(403)
  })
})

describe('a session without the second factor of its account', () => {
  test('is a visitor in every service until the factor is verified', async () => {
    const owner = await anOwner()
    const { client, factorId, code } = await signInWithoutFactor(owner)
    await expectVisitorAccess(client, owner)
    expect((await client.rpc('library_nothing')).error?.message).toMatch(/enter your code/)
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull()
    expect(await whoAmI(client)).toEqual({ role: 'authenticated', sub: owner.id })
    expect((await client.from('library_notes').select('body')).data).toEqual([{ body: 'mine' }])
    expect((await client.storage.from(owner.bucket).list(owner.id)).data).toMatchObject([{ name: 'a.txt' }])
  })

  test('cannot change the account, and signs only itself out', async () => {
    const owner = await newUser()
    const { client } = await signInWithoutFactor(owner)
    const headers = bearer(await tokenOf(client))
    const refused = [
      call('PUT', '/user', { headers, body: { data: { full_name: 'Eve' } } }),
      call('PUT', '/user', { headers, body: { password: 'other-lantern-43' } }),
      call('GET', '/reauthenticate', { headers }),
      call('GET', '/user/identities/authorize?provider=google', { headers }),
      call('GET', '/user/oauth/grants', { headers }),
      call('GET', '/personal-tokens', { headers }),
      call('POST', '/personal-tokens', { headers, body: { name: 'x', scope: 'read', expires_in_days: 30 } }),
      call('GET', '/passkeys', { headers }),
      call('POST', '/passkeys/registration/options', { headers }),
      call('POST', '/factors', { headers, body: { factor_type: 'totp' } }),
      call('GET', '/factors/recovery-codes', { headers }),
    ]
    const answers = (await Promise.all(refused)).map(({ status, body }) => [status, body.error_code])
    for (const [status, error] of answers) expect([401, 403, error]).toContain(status)
    expect(new Set(answers.map(([, error]) => error))).toEqual(new Set(['insufficient_aal']))
    expect((await call('POST', '/logout?scope=global', { headers })).status).toBe(204)
    expect((await owner.client.auth.getUser()).error).toBeNull()
    expect((await call('GET', '/user', { headers })).status).toBe(403)
  })

  test('that was open when the factor was enrolled ends immediately, with its token', async () => {
    const owner = await newUser()
    const other = (await newUser()).client
    await other.auth.signInWithPassword(owner)
    const before = withToken(await tokenOf(other))
    expect(await whoAmI(before)).toEqual({ role: 'authenticated', sub: owner.id })
    await signInWithoutFactor(owner)
    await expect.poll(async () => (await before.rpc('library_whoami')).error?.code).toBe('PGRST303')
  })
})

test('an account recovered by email requires a sign-in before tokens, addresses and passkeys change', async () => {
  const owner = await newUser()
  const redirectTo = `${target().url}/auth`
  await visitor().auth.resetPasswordForEmail(owner.email, { redirectTo })
  const { access_token = '', refresh_token = '' } = fragmentOf(await follow(linkOf(await mailTo(owner.email))))
  const browser = visitor()
  await browser.auth.setSession({ access_token, refresh_token })
  const password = 'a-brighter-lantern-43'
  expect((await browser.auth.updateUser({ password })).error).toBeNull()

  const actions = async (client: SupabaseClient) => {
    const headers = bearer(await tokenOf(client))
    const token = { name: 'x', scope: 'read', expires_in_days: 30 }
    const { body } = await call('POST', '/personal-tokens', { headers, body: token })
    const passkey = await call('POST', '/passkeys/registration/options', { headers })
    const email = await client.auth.updateUser({ email: freshEmail('thief') })
    return [body.error_code, passkey.body.error_code, email.error?.code]
  }
  const needed = 'reauthentication_needed'
  expect(await actions(browser)).toEqual([needed, needed, needed])
  await browser.auth.signInWithPassword({ email: owner.email, password })
  expect(await actions(browser)).not.toContain(needed)
})

test('a token of an ended session is refused by every service', async () => {
  const owner = await anOwner()
  const token = await tokenOf(owner.client)
  const kept = withToken(token)
  expect((await kept.from('library_notes').select('body')).data).toHaveLength(1)
  await owner.client.auth.signOut({ scope: 'global' })
  await expect.poll(async () => (await kept.from('library_notes').select('body')).error?.code).toBe('PGRST303')
  expect((await kept.storage.from(owner.bucket).list(owner.id)).error).not.toBeNull()
  await expect(subscribed(kept, owner.topic, { private: true })).rejects.toThrow('This session has ended')
  expect((await kept.functions.invoke('echo', { body: {} })).error?.context.status).toBe(401)
})
