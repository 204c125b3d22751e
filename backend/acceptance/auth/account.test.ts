import { describe, expect, test } from 'vitest'
import { newUser, visitor } from '../server.ts'
import { codeOf, mailsTo, mailTo } from './mailbox.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

describe('changing my account', () => {
  test('merges user metadata, and null removes a key', async () => {
    const anna = await newUser({ first_name: 'Anna', city: 'Bern' })
    const { data, error } = await anna.client.auth.updateUser({ data: { city: null, area: 'Nord' } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Anna', area: 'Nord' })
    expect(data.user?.user_metadata).not.toHaveProperty('city')
  })

  test('a new password ends the other sessions, keeps this one and replaces the old password', async () => {
    const anna = await newUser()
    const elsewhere = visitor()
    await elsewhere.auth.signInWithPassword({ email: anna.email, password: anna.password })

    expect((await anna.client.auth.updateUser({ password: 'a-brighter-lantern-43' })).error).toBeNull()

    expect((await anna.client.auth.getUser()).data.user?.id).toBe(anna.id)
    expect((await elsewhere.auth.getUser()).data.user).toBeNull()
    const old = await visitor().auth.signInWithPassword({ email: anna.email, password: anna.password })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
    const now = await visitor().auth.signInWithPassword({ email: anna.email, password: 'a-brighter-lantern-43' })
    expect(now.error).toBeNull()
  })

  test('a sign-in ends no other session, and signing out everywhere ends all of them', async () => {
    const anna = await newUser()
    const elsewhere = visitor()
    await elsewhere.auth.signInWithPassword({ email: anna.email, password: anna.password })
    expect((await anna.client.auth.getUser()).data.user?.id).toBe(anna.id)

    expect((await elsewhere.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await anna.client.auth.getUser()).data.user).toBeNull()
  })

  test('refuses the current password, and a weak one', async () => {
    const anna = await newUser()
    const same = await anna.client.auth.updateUser({ password: anna.password })
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
    const weak = await anna.client.auth.updateUser({ password: 'abc' })
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' })
  })

  test('a new address takes effect once it is confirmed by email', async () => {
    const anna = await newUser()
    const wanted = freshEmail('anna-new')
    const { data, error } = await anna.client.auth.updateUser({ email: wanted })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: anna.email, new_email: wanted })

    const token = codeOf(await mailTo(wanted))
    const verified = await visitor().auth.verifyOtp({ email: wanted, token, type: 'email_change' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({ id: anna.id, email: wanted })
    expect(verified.data.user?.new_email).toBeUndefined()
    expect((await visitor().auth.signInWithPassword({ email: wanted, password: anna.password })).error).toBeNull()
    expect(
      (await visitor().auth.signInWithPassword({ email: anna.email, password: anna.password })).error,
    ).not.toBeNull()
  })

  test('refuses an address that is in use', async () => {
    const [anna, ben] = [await newUser(), await newUser()]
    const { error } = await anna.client.auth.updateUser({ email: ben.email })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('does not let users grant themselves privileges', async () => {
    const anna = await newUser()
    const { data } = await anna.client.auth.getSession()
    const headers = { ...NEW_SHAPE, authorization: `Bearer ${data.session?.access_token}` }
    const claimed = await call('PUT', '/user', { headers, body: { app_metadata: { admin: true } } })
    expect(claimed).toMatchObject({ status: 403, body: { code: 'not_admin' } })
    const role = await call('PUT', '/user', { headers, body: { role: 'service_role', data: { a: 1 } } })
    expect(role.body).toMatchObject({ role: 'authenticated' })
    expect(await call('GET', '/admin/users', { headers })).toMatchObject({ status: 403, body: { code: 'not_admin' } })
  })

  test('a reauthentication code is emailed, at most once a minute', async () => {
    const anna = await newUser()
    expect((await anna.client.auth.reauthenticate()).error).toBeNull()
    expect(codeOf(await mailTo(anna.email))).toMatch(/^\d{6}$/)
    const again = await anna.client.auth.reauthenticate()
    expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(again.error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
  })
})

describe('signing in by email', () => {
  test('the emailed code opens a session, and creates a missing account', async () => {
    const email = freshEmail('newcomer')
    const client = visitor()
    expect((await client.auth.signInWithOtp({ email, options: { data: { first_name: 'New' } } })).error).toBeNull()
    const token = codeOf(await mailTo(email))
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'New' })
    const claims = await client.auth.getClaims()
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'otp' }])
  })

  test('a code works once, and five wrong attempts invalidate it', async () => {
    const email = freshEmail('guessed')
    await visitor().auth.signInWithOtp({ email })
    const token = codeOf(await mailTo(email))
    const wrong = token === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n += 1) {
      const { error } = await visitor().auth.verifyOtp({ email, token: wrong, type: 'email' })
      expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
    }
    const { error } = await visitor().auth.verifyOtp({ email, token, type: 'email' })
    expect(error).toMatchObject({ code: 'otp_expired' })
    const unknown = await visitor().auth.verifyOtp({ email: freshEmail('nobody'), token, type: 'email' })
    expect(unknown.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  })

  test('closed sign-up creates no accounts, and does not disclose which addresses have one', async () => {
    const email = freshEmail('stranger')
    const known = await newUser()
    const ask = (address: string) =>
      visitor().auth.signInWithOtp({ email: address, options: { shouldCreateUser: false } })
    const unknown = await ask(email)
    expect(unknown).toEqual(await ask(known.email))
    expect(unknown.error).toBeNull()
    expect((await mailTo(known.email)).text).toMatch(/\d{6}/)
    expect(await mailsTo(email)).toEqual([])
    expect((await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull()
  })
})
