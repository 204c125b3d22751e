import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, follow, fragmentOf, linkOf, mailsTo, mailTo } from './mailbox.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

// A separate server that requires confirmed addresses and has rate limits.
let server: OwnServer
let url: string

beforeAll(async () => {
  server = await startOwnServer({ AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMITS: '1' })
  url = server.url
})

afterAll(() => server.close())

function stranger(): SupabaseClient {
  return createClient(url, server.backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** Pretends that the last emails were sent a minute earlier. */
async function gap(): Promise<void> {
  await server.backend.database.admin`update auth.email_gaps set sent_at = sent_at - interval '1 minute'`
}

describe('a sign-up that needs confirmation', () => {
  test('is emailed in the account’s language', async () => {
    const email = freshEmail('jean')
    const data = { first_name: 'Jean', locale: 'fr' }
    await stranger().auth.signUp({ email, password: PASSWORD, options: { data } })
    const mail = await mailTo(email, { server: url })
    expect(mail.subject).toBe('Confirmez votre compte App')
    expect(mail.text).toMatch(/^Bonjour Jean,/)
    expect((await follow(linkOf(mail))).hash).toContain('access_token')
  })

  test('returns a user without a session, and the emailed link opens one', async () => {
    const email = freshEmail('anna')
    const { data, error } = await stranger().auth.signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, confirmation_sent_at: expect.any(String) })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    const early = await stranger().auth.signInWithPassword({ email, password: PASSWORD })
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })

    const fragment = fragmentOf(await follow(linkOf(await mailTo(email, { server: url }))))
    expect(fragment.type).toBe('signup')
    const { data: confirmed } = await stranger().auth.getUser(fragment.access_token)
    expect(confirmed.user?.email_confirmed_at).toBeTruthy()
    expect(confirmed.user?.user_metadata.email_verified).toBe(true)
    expect(confirmed.user?.identities?.[0]?.identity_data?.email_verified).toBe(true)
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('can be confirmed with the code instead', async () => {
    const email = freshEmail('coded')
    await stranger().auth.signUp({ email, password: PASSWORD })
    const token = codeOf(await mailTo(email, { server: url }))
    const { data, error } = await stranger().auth.verifyOtp({ email, token, type: 'signup' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  test('when repeated, leaves the pending account unchanged and sends its email again after the gap', async () => {
    const email = freshEmail('twice')
    await stranger().auth.signUp({ email, password: PASSWORD, options: { data: { first_name: 'First' } } })
    const early = await stranger().auth.signUp({ email, password: 'another-lantern-44' })
    expect(early.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    await gap()
    const again = await stranger().auth.signUp({
      email,
      password: 'another-lantern-44',
      options: { data: { first_name: 'Second' } },
    })
    expect(again.error).toBeNull()
    expect(again.data.user?.user_metadata).toMatchObject({ first_name: 'First' })
    await follow(linkOf(await mailTo(email, { server: url, atLeast: 2 })))
    expect((await stranger().auth.signInWithPassword({ email, password: 'another-lantern-44' })).error).not.toBeNull()
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('for an existing address looks like any other, but has no identities and sends nothing', async () => {
    const email = freshEmail('in-use')
    const first = await stranger().auth.signUp({ email, password: PASSWORD })
    await follow(linkOf(await mailTo(email, { server: url })))
    await gap()
    const { data, error } = await stranger().auth.signUp({ email, password: 'another-lantern-44' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.id).not.toBe(first.data.user?.id)
    expect(data.user).toMatchObject({ email, role: 'authenticated', identities: [] })
    expect(await mailsTo(email, url)).toHaveLength(1)
  })

  test('can have its email sent again, with the same answer for an unknown address', async () => {
    const email = freshEmail('resend')
    await stranger().auth.signUp({ email, password: PASSWORD })
    await gap()
    expect((await stranger().auth.resend({ type: 'signup', email })).error).toBeNull()
    expect(linkOf(await mailTo(email, { server: url, atLeast: 2 }))).toContain('type=signup')
    const nobody = freshEmail('nobody')
    expect((await stranger().auth.resend({ type: 'signup', email: nobody })).error).toBeNull()
    expect(await mailsTo(nobody, url)).toEqual([])
  })

  test('a change of address must be confirmed from both addresses, in either order', async () => {
    const [email, wanted] = [freshEmail('old'), freshEmail('new')]
    await stranger().auth.signUp({ email, password: PASSWORD })
    await follow(linkOf(await mailTo(email, { server: url })))
    const anna = stranger()
    await anna.auth.signInWithPassword({ email, password: PASSWORD })
    await anna.auth.updateUser({ email: wanted })

    const half = await follow(linkOf(await mailTo(wanted, { server: url })))
    expect(fragmentOf(half).message).toBe(
      'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    )
    expect((await anna.auth.getUser()).data.user).toMatchObject({ email, new_email: wanted })
    await follow(linkOf(await mailTo(email, { server: url, atLeast: 2 })))
    expect((await anna.auth.getUser()).data.user).toMatchObject({ email: wanted })
  })
})

describe('rate limits', () => {
  test('delay an address that guesses passwords', async () => {
    const body = { email: freshEmail('nobody'), password: 'wrong-password' }
    const answers = []
    for (let n = 0; n < 40; n += 1) {
      answers.push(await call('POST', '/token?grant_type=password', { body, headers: NEW_SHAPE, server: url }))
    }
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toEqual({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
