import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { newUser, operator, target } from '../server.ts'
import { createAuthenticator } from './authenticator.ts'
import { call, NEW_SHAPE } from './wire.ts'

type Authenticator = ReturnType<typeof createAuthenticator>
type Options = Parameters<Authenticator['create']>[0] & Parameters<Authenticator['get']>[0]
type Credential = Parameters<SupabaseClient['auth']['passkey']['verifyAuthentication']>[0]['credential']

const origin = () => new URL(target().url).origin

function person(): SupabaseClient {
  const { url, publishableKey } = target()
  return createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { passkey: true } },
  })
}

async function signedUp() {
  const { email, password, id } = await newUser()
  const client = person()
  await client.auth.signInWithPassword({ email, password })
  return { client, id, email, password }
}

async function register(client: SupabaseClient, key: Authenticator, at = origin()) {
  const { data, error } = await client.auth.passkey.startRegistration()
  if (error) return { data: null, error }
  const credential = key.create(data.options as Options, at) as Credential
  return client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential: credential as never })
}

async function signIn(client: SupabaseClient, key: Authenticator, at = origin()) {
  const { data, error } = await client.auth.passkey.startAuthentication()
  if (error) throw error
  const credential = key.get(data.options as Options, at) as Credential
  const proof = { challengeId: data.challenge_id, credential }
  return { proof, ...(await client.auth.passkey.verifyAuthentication(proof)) }
}

const refused = { status: 400, code: 'webauthn_verification_failed', message: 'Credential verification failed' }

describe('a passkey', () => {
  test('is registered, signs in without an address, and records its last use', async () => {
    const { client, id } = await signedUp()
    const key = createAuthenticator()
    const { data: begun } = await client.auth.passkey.startRegistration()
    expect(begun?.options).toMatchObject({
      rp: { id: '127.0.0.1' },
      user: { id: Buffer.from(id).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      pubKeyCredParams: expect.arrayContaining([{ type: 'public-key', alg: -7 }]),
    })
    const made = await register(client, key)
    expect(made.error).toBeNull()
    expect(made.data).toMatchObject({ friendly_name: 'Passkey', created_at: expect.any(String) })

    const elsewhere = person()
    const { data, error } = await signIn(elsewhere, key)
    expect(error).toBeNull()
    expect(data?.user?.id).toBe(id)
    const claims = (await elsewhere.auth.getClaims()).data?.claims
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect((await elsewhere.auth.passkey.list()).data).toMatchObject([
      { id: made.data?.id, last_used_at: expect.any(String) },
    ])
  })

  test('cannot be used with the same assertion twice', async () => {
    const { client } = await signedUp()
    const key = createAuthenticator()
    await register(client, key)
    const { proof } = await signIn(person(), key)
    expect((await person().auth.passkey.verifyAuthentication(proof)).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
      message: 'Challenge not found or already used',
    })
  })

  test('that is unknown, of another site, or copied does not sign in', async () => {
    const { client } = await signedUp()
    const key = createAuthenticator()
    expect((await register(client, key, 'https://evil.example')).error).toMatchObject(refused)
    await register(client, key)
    expect((await signIn(person(), createAuthenticator())).error).toMatchObject(refused)
    expect((await signIn(person(), key, 'https://evil.example')).error).toMatchObject(refused)
    expect((await signIn(person(), key)).error).toBeNull()
    key.rewind()
    expect((await signIn(person(), key)).error).toMatchObject(refused)
  })

  test('belongs to one account, and only its owner can rename and delete it', async () => {
    const [anna, ben] = [await signedUp(), await signedUp()]
    const key = createAuthenticator()
    const { data: made } = await register(anna.client, key)
    const passkeyId = made?.id ?? ''
    expect((await register(ben.client, key)).error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })

    const unknown = { status: 404, code: 'validation_failed', message: 'Passkey not found' }
    expect((await ben.client.auth.passkey.update({ passkeyId, friendlyName: 'Mine' })).error).toMatchObject(unknown)
    expect((await ben.client.auth.passkey.delete({ passkeyId })).error).toMatchObject(unknown)
    const renamed = await anna.client.auth.passkey.update({ passkeyId, friendlyName: 'Blue phone' })
    expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'Blue phone' })
    const nameless = await anna.client.auth.passkey.update({ passkeyId, friendlyName: ' ' })
    expect(nameless.error).toMatchObject({ status: 400, code: 'validation_failed' })

    expect((await anna.client.auth.passkey.delete({ passkeyId })).error).toBeNull()
    expect((await anna.client.auth.passkey.list()).data).toEqual([])
    expect((await signIn(person(), key)).error).toMatchObject(refused)
  })

  test('can be listed and removed by an administrator, and by nobody else', async () => {
    const { client, id: userId } = await signedUp()
    const key = createAuthenticator()
    const { data: made } = await register(client, key)
    const { url, secretKey } = target()
    const desk = createClient(url, secretKey, { auth: { persistSession: false, experimental: { passkey: true } } })
    expect((await desk.auth.admin.passkey.listPasskeys({ userId })).data).toMatchObject([{ id: made?.id }])
    expect((await client.auth.admin.passkey.listPasskeys({ userId })).error).toMatchObject({ status: 403 })
    expect((await desk.auth.admin.passkey.deletePasskey({ userId, passkeyId: made?.id ?? '' })).error).toBeNull()
    expect((await desk.auth.admin.passkey.listPasskeys({ userId })).data).toEqual([])
    expect((await signIn(person(), key)).error).toMatchObject(refused)
  })

  test('of a banned user does not sign in', async () => {
    const { client, id } = await signedUp()
    const key = createAuthenticator()
    await register(client, key)
    await operator().auth.admin.updateUserById(id, { ban_duration: '1h' })
    expect((await signIn(person(), key)).error).toMatchObject({ status: 403, code: 'user_banned' })
  })

  test('has ceremonies bound to the user who began them', async () => {
    const [anna, ben] = [await signedUp(), await signedUp()]
    const { data } = await anna.client.auth.passkey.startRegistration()
    const credential = createAuthenticator().create(data?.options as Options, origin())
    const stolen = await ben.client.auth.passkey.verifyRegistration({
      challengeId: data?.challenge_id ?? '',
      credential: credential as never,
    })
    expect(stolen.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' })
  })

  test.each([
    ['/passkeys/authentication/verify', { credential: {} }, 'challenge_id is required'],
    ['/passkeys/authentication/verify', { challenge_id: crypto.randomUUID() }, 'credential is required'],
    ['/passkeys/authentication/verify', { challenge_id: 'x', credential: {} }, 'challenge_id must be a valid UUID'],
  ])('refuses %s with %j', async (path, body, message) => {
    expect(await call('POST', path, { headers: NEW_SHAPE, body })).toMatchObject({ status: 400, body: { message } })
  })

  test('cannot be registered without a session', async () => {
    expect(await call('GET', '/passkeys', { headers: NEW_SHAPE })).toMatchObject({ status: 401 })
    expect(await call('POST', '/passkeys/registration/options', { headers: NEW_SHAPE })).toMatchObject({ status: 401 })
  })
})
