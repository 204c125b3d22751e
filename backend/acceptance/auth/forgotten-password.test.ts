import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { newUser, target, visitor } from '../server.ts'
import { follow, fragmentOf, linkOf, mailsTo, mailTo } from './mailbox.ts'
import { call, freshEmail, NEW_SHAPE } from './wire.ts'

describe('a forgotten password', () => {
  test('is replaced through the emailed link', async () => {
    const anna = await newUser({ first_name: 'Anna' })
    const redirectTo = `${target().url}/auth`
    const asked = await visitor().auth.resetPasswordForEmail(anna.email, { redirectTo })
    expect(asked.error).toBeNull()

    const mail = await mailTo(anna.email)
    expect(mail.subject).toBe('Reset your App password')
    expect(mail.text).toContain('Hello Anna,')
    const arrived = await follow(linkOf(mail))
    expect(arrived.origin + arrived.pathname).toBe(redirectTo)
    const fragment = fragmentOf(arrived)
    expect(fragment).toMatchObject({ type: 'recovery', token_type: 'bearer', expires_in: '3600' })
    expect(Object.keys(fragment)).toEqual([...Object.keys(fragment)].sort())

    const session = { access_token: fragment.access_token ?? '', refresh_token: fragment.refresh_token ?? '' }
    const browser = visitor()
    expect((await browser.auth.setSession(session)).error).toBeNull()
    expect((await browser.auth.updateUser({ password: 'a-brighter-lantern-43' })).error).toBeNull()
    const signedIn = await visitor().auth.signInWithPassword({ email: anna.email, password: 'a-brighter-lantern-43' })
    expect(signedIn.error).toBeNull()
    expect((await anna.client.auth.getUser()).data.user).toBeNull()
  })

  test('with PKCE returns a code that only the requesting browser can redeem', async () => {
    const anna = await newUser()
    const kept = new Map<string, string>()
    const browser = createClient(target().url, target().publishableKey, {
      auth: {
        flowType: 'pkce',
        autoRefreshToken: false,
        persistSession: true,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      },
    })
    const events: string[] = []
    browser.auth.onAuthStateChange((event) => void events.push(event))
    await browser.auth.resetPasswordForEmail(anna.email, { redirectTo: `${target().url}/auth?sb_flow_id=7` })

    const arrived = await follow(linkOf(await mailTo(anna.email)))
    const code = arrived.searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    expect(arrived.searchParams.get('sb_flow_id')).toBe('7')
    expect(arrived.hash).toBe('')

    const thief = await call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(112) },
      headers: NEW_SHAPE,
    })
    expect(thief).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    const { data, error } = await browser.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.id).toBe(anna.id)
    expect(events).toContain('PASSWORD_RECOVERY')
    const again = await call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(112) },
      headers: NEW_SHAPE,
    })
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  test('can be requested for any address, known or not, with the same answer and waiting time', async () => {
    const anna = await newUser()
    const answers = []
    for (const email of [anna.email, freshEmail('nobody')]) {
      answers.push(await call('POST', '/recover', { body: { email }, headers: NEW_SHAPE }))
      answers.push(await call('POST', '/recover', { body: { email }, headers: NEW_SHAPE }))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 200, 429])
    expect(answers[0]?.body).toEqual(answers[2]?.body)
    expect(answers[1]?.body.code).toBe('over_email_send_rate_limit')
    expect(answers[3]?.body.code).toBe('over_email_send_rate_limit')
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a link works once, is not consumed by a link scanner, and reports its error', async () => {
    const anna = await newUser()
    await visitor().auth.resetPasswordForEmail(anna.email, { redirectTo: `${target().url}/auth` })
    const link = linkOf(await mailTo(anna.email))
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(200)
    expect(fragmentOf(await follow(link)).access_token).toBeTruthy()

    const again = await follow(link)
    expect(again.origin + again.pathname).toBe(`${target().url}/auth`)
    expect(again.hash).toBe(
      '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
    )
    expect(await call('GET', '/verify?type=recovery', { headers: NEW_SHAPE })).toMatchObject({ status: 400 })
  })

  test.each([
    ['https://evil.example.org/', 'an address that nobody allowed'],
    ['https://app.example.com@evil.example.org/', 'an allowed address as a user name'],
    ['javascript:alert(1)', 'a script'],
    ['https://app.example.com\\@evil.example.org/', 'a backslash'],
    ['someone@example.com', 'something that is no address'],
  ])('never redirects to %s: %s', async (redirectTo) => {
    const anna = await newUser()
    expect((await visitor().auth.resetPasswordForEmail(anna.email, { redirectTo })).error).toBeNull()
    const mail = await mailTo(anna.email)
    expect(mail.text + mail.html).not.toContain('evil')
    const arrived = await follow(linkOf(mail))
    expect(arrived.origin).toBe(target().url)
    expect(await mailsTo(anna.email)).toHaveLength(1)
  })

  test('redirects to a URL on the allow list', async () => {
    const anna = await newUser()
    await visitor().auth.resetPasswordForEmail(anna.email, { redirectTo: 'https://app.example.com/a/b?x=1&y=2' })
    const arrived = await follow(linkOf(await mailTo(anna.email)))
    expect(arrived.href).toMatch(/^https:\/\/app\.example\.com\/a\/b\?x=1&y=2#access_token=/)
  })
})
