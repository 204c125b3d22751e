import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newUser, operator, target, visitor } from '../server.ts'
import { createAuthenticator } from './authenticator.ts'
import { call, NEW_SHAPE } from './wire.ts'

const STEP_MS = 30_000

/** The authenticator app's current code, or one from some steps away. */
function codeOf(uri: string, steps = 0): string {
  const totp = new TOTP({
    secret: new URL(uri).searchParams.get('secret') ?? '',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
  return totp.generate({ timestamp: Date.now() + steps * STEP_MS })
}

function claimsOf(token: string): { aal: string; amr: { method: string }[]; session_id: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

async function withTotp(name = 'Phone') {
  const person = await newUser()
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) throw error
  const verified = await verify(person.client, data.id, codeOf(data.totp.uri))
  if (verified.error) throw verified.error
  return { ...person, factorId: data.id, uri: data.totp.uri }
}

async function verify(client: SupabaseClient, factorId: string, code: string) {
  return client.auth.mfa.challengeAndVerify({ factorId, code })
}

async function bearerOf(client: SupabaseClient) {
  const { data } = await client.auth.getSession()
  return { ...NEW_SHAPE, authorization: `Bearer ${data.session?.access_token}` }
}

describe('an authenticator app', () => {
  test('is enrolled with a QR code, a secret and a URI, and raises the session when verified', async () => {
    const { client } = await newUser()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'App' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(data?.totp.uri).toMatch(
      /^otpauth:\/\/totp\/App:[^?]+\?algorithm=SHA1&digits=6&issuer=App&period=30&secret=[A-Z2-7]{32}$/,
    )
    const factorId = data?.id ?? ''
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], totp: [] })
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })

    const before = (await client.auth.getSession()).data.session
    const verified = await verify(client, factorId, codeOf(data?.totp.uri ?? ''))
    expect(verified.error).toBeNull()
    const after = claimsOf(verified.data?.access_token ?? '')
    expect(after.aal).toBe('aal2')
    expect(after.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect(after.session_id).toBe(claimsOf(before?.access_token ?? '').session_id)
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      totp: [{ id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }],
    })
    expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain('secret')

    const refreshed = await client.auth.refreshSession()
    expect(claimsOf(refreshed.data.session?.access_token ?? '').aal).toBe('aal2')
  })

  test('a refresh token from before verification cannot be used again', async () => {
    const { client } = await newUser()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const before = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    await verify(client, data?.id ?? '', codeOf(data?.totp?.uri ?? ''))

    const { error } = await visitor().auth.refreshSession({ refresh_token: before })
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  })

  test('ends the other sessions without a verified factor', async () => {
    const person = await newUser()
    const elsewhere = visitor()
    await elsewhere.auth.signInWithPassword(person)
    const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    await verify(person.client, data?.id ?? '', codeOf(data?.totp?.uri ?? ''))

    expect((await elsewhere.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await person.client.auth.getUser()).error).toBeNull()
  })

  test('accepts a code once, and refuses one that is wrong, too old or for another challenge', async () => {
    const { client, factorId, uri } = await withTotp()
    const code = codeOf(uri, 1) // the previous one was used for enrolling
    expect((await verify(client, factorId, code)).error).toBeNull()
    const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
    expect((await verify(client, factorId, code)).error).toMatchObject(wrong)
    expect((await verify(client, factorId, codeOf(uri, -4))).error).toMatchObject(wrong)
    expect((await verify(client, factorId, 'abcdef')).error).toMatchObject(wrong)
    const empty = await verify(client, factorId, '')
    expect(empty.error).toMatchObject({ status: 400, message: 'Code needs to be non-empty' })

    const foreign = await client.auth.mfa.verify({ factorId, challengeId: crypto.randomUUID(), code: codeOf(uri, 1) })
    expect(foreign.error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
      message: 'MFA factor with the provided challenge ID not found',
    })
  })

  test('a challenge can be used once and is invalidated by five wrong codes', async () => {
    const { client, factorId, uri } = await withTotp()
    const { data: used } = await client.auth.mfa.challenge({ factorId })
    const challengeId = used?.id ?? ''
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(uri, 1) })).error).toBeNull()
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(uri, 1) })).error).toMatchObject({
      code: 'mfa_ip_address_mismatch',
    })

    const { data: burned } = await client.auth.mfa.challenge({ factorId })
    for (let guess = 0; guess < 5; guess++) {
      await client.auth.mfa.verify({ factorId, challengeId: burned?.id ?? '', code: '000000' })
    }
    const late = await client.auth.mfa.verify({ factorId, challengeId: burned?.id ?? '', code: codeOf(uri, 1) })
    expect(late.error).toMatchObject({ code: 'mfa_factor_not_found' })
  })

  test('is required before an unverified session can change the account', async () => {
    const person = await withTotp()
    const elsewhere = visitor()
    await elsewhere.auth.signInWithPassword(person)
    expect((await elsewhere.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await elsewhere.auth.updateUser({ password: 'another-lantern-43' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    })
    expect((await elsewhere.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await elsewhere.auth.mfa.unenroll({ factorId: person.factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    })
    expect((await elsewhere.auth.updateUser({ data: { city: 'Faro' } })).error?.code).toBe('insufficient_aal')
    expect((await person.client.auth.updateUser({ data: { city: 'Faro' } })).error).toBeNull()
    expect((await person.client.auth.updateUser({ password: 'another-lantern-43' })).error).toBeNull()
  })

  test('when removed, takes the session back to aal1', async () => {
    const { client, factorId } = await withTotp()
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    const { data } = await client.auth.refreshSession()
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
  })

  test('is refused under a duplicate name, of an unknown kind, and beyond ten', async () => {
    const { client } = await withTotp('Mine')
    const twice = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    expect(twice.error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "Mine" for this user already exists',
    })
    const headers = await bearerOf(client)
    const odd = await call('POST', '/factors', { headers, body: { factor_type: 'tattoo' } })
    expect(odd).toMatchObject({ status: 400, body: { message: 'factor_type needs to be totp, phone, or webauthn' } })
    const phone = await call('POST', '/factors', { headers, body: { factor_type: 'phone', phone: '+351911111111' } })
    expect(phone).toMatchObject({ status: 422, body: { code: 'mfa_phone_enroll_not_enabled' } })
    for (let n = 0; n < 9; n++) await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `More ${n}` })
    const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One too many' })
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })

  test('belongs to its owner alone', async () => {
    const [anna, ben] = [await withTotp(), await newUser()]
    const unknown = { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
    expect((await ben.client.auth.mfa.challenge({ factorId: anna.factorId })).error).toMatchObject(unknown)
    expect((await ben.client.auth.mfa.unenroll({ factorId: anna.factorId })).error).toMatchObject(unknown)
    const headers = await bearerOf(ben.client)
    const odd = await call('POST', '/factors/nothing/challenge', { headers })
    expect(odd).toMatchObject({ status: 404, body: { message: 'factor_id must be an UUID' } })
    expect(await call('POST', '/factors/nothing/challenge', { headers: NEW_SHAPE })).toMatchObject({ status: 401 })
  })
})

describe('a security key', () => {
  const origin = () => new URL(target().url).origin

  async function show(
    client: SupabaseClient,
    factorId: string,
    key: ReturnType<typeof createAuthenticator>,
    at = origin(),
  ) {
    const headers = await bearerOf(client)
    const { body: challenge } = await call('POST', `/factors/${factorId}/challenge`, { headers })
    const { type, credential_options: options } = challenge.webauthn
    const publicKey = options.publicKey
    const credential_response = type === 'create' ? key.create(publicKey, at) : key.get(publicKey, at)
    const body = { challenge_id: challenge.id, webauthn: { type, credential_response } }
    return { type, answer: await call('POST', `/factors/${factorId}/verify`, { headers, body }) }
  }

  test('is created at its first challenge and verified at the next', async () => {
    const { client } = await newUser()
    const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    const factorId = data?.id ?? ''
    const key = createAuthenticator()
    const made = await show(client, factorId, key)
    expect(made.type).toBe('create')
    expect(made.answer).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
    expect(claimsOf(made.answer.body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, {}],
    })
    await client.auth.setSession(made.answer.body)

    const shown = await show(client, factorId, key)
    expect(shown.type).toBe('request')
    expect(shown.answer.status).toBe(200)
  })

  test('is refused for another site, with another key, or when cloned', async () => {
    const { client } = await newUser()
    const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    const factorId = data?.id ?? ''
    const key = createAuthenticator()
    const refused = { status: 422, body: { code: 'mfa_verification_failed' } }
    expect((await show(client, factorId, key, 'https://evil.example')).answer).toMatchObject(refused)
    const made = await show(client, factorId, key)
    await client.auth.setSession(made.answer.body)

    expect((await show(client, factorId, createAuthenticator())).answer).toMatchObject(refused)
    expect((await show(client, factorId, key)).answer.status).toBe(200)
    key.rewind()
    const { data: session } = await client.auth.getSession()
    expect(session.session).not.toBeNull()
    expect((await show(client, factorId, key)).answer).toMatchObject(refused)
  })
})

describe('recovery codes', () => {
  function keeper(client: SupabaseClient, from: SupabaseClient): Promise<SupabaseClient> {
    return from.auth.getSession().then(async ({ data }) => {
      if (data.session) await client.auth.setSession(data.session)
      return client
    })
  }
  const experimental = () =>
    createClient(target().url, target().publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
    })

  test('sign in a user without the phone; each works once, and only the newest set is valid', async () => {
    const person = await withTotp()
    const client = await keeper(experimental(), person.client)
    const { data, error } = await client.auth.mfa.recoveryCodes.generate()
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
    expect(new Set(data?.codes).size).toBe(10)
    const [first = '', second = ''] = data?.codes ?? []

    const elsewhere = experimental()
    await elsewhere.auth.signInWithPassword(person)
    const shouted = first.toUpperCase().replaceAll('-', ' ')
    const entered = await elsewhere.auth.mfa.recoveryCodes.verify({ code: shouted })
    expect(entered.error).toBeNull()
    expect(claimsOf(entered.data?.access_token ?? '').aal).toBe('aal2')
    const wrong = { status: 422, code: 'mfa_verification_failed' }
    expect((await elsewhere.auth.mfa.recoveryCodes.verify({ code: first })).error).toMatchObject(wrong)
    expect((await elsewhere.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })

    expect((await elsewhere.auth.mfa.recoveryCodes.regenerate()).error).toBeNull()
    expect((await elsewhere.auth.mfa.recoveryCodes.verify({ code: second })).error).toMatchObject(wrong)
    expect((await elsewhere.auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await elsewhere.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found' })
  })

  test('can only be created by a session that has just verified a factor', async () => {
    const plain = await newUser()
    const without = await keeper(experimental(), plain.client)
    expect((await without.auth.mfa.recoveryCodes.generate()).error).toMatchObject({ code: 'insufficient_aal' })
    const person = await withTotp()
    const elsewhere = experimental()
    await elsewhere.auth.signInWithPassword(person)
    expect((await elsewhere.auth.mfa.recoveryCodes.generate()).error).toMatchObject({ code: 'insufficient_aal' })
  })
})

describe('an administrator', () => {
  test('sees the factors of an account and removes one for a locked-out user', async () => {
    const person = await withTotp()
    const { data } = await operator().auth.admin.mfa.listFactors({ userId: person.id })
    expect(data?.factors).toMatchObject([{ id: person.factorId, status: 'verified' }])
    const nobody = await newUser()
    expect((await operator().auth.admin.mfa.listFactors({ userId: nobody.id })).data?.factors).toEqual([])
    expect((await person.client.auth.admin.mfa.listFactors({ userId: person.id })).error).toMatchObject({
      code: 'not_admin',
    })

    const gone = await operator().auth.admin.mfa.deleteFactor({ userId: person.id, id: person.factorId })
    expect(gone.error).toBeNull()
    expect(JSON.stringify(gone.data)).toContain(person.factorId) // the client wraps this one answer twice
    expect((await person.client.auth.getUser()).data.user?.factors).toBeUndefined()
    const again = await operator().auth.admin.mfa.deleteFactor({ userId: person.id, id: person.factorId })
    expect(again.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })
})
