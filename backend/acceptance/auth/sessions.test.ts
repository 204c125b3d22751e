import { describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { call, NEW_SHAPE } from './wire.ts'

async function refresh(refreshToken: string) {
  return call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken }, headers: NEW_SHAPE })
}

async function openedBy(person: { email: string; password: string }) {
  const client = visitor()
  const { data, error } = await client.auth.signInWithPassword(person)
  if (error) throw error
  return { client, refreshToken: data.session.refresh_token, accessToken: data.session.access_token }
}

describe('refreshing a session', () => {
  test('returns a new refresh token each time, and the client continues with it', async () => {
    const anna = await newUser()
    const before = (await anna.client.auth.getSession()).data.session
    const { data, error } = await anna.client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    expect((await anna.client.auth.refreshSession()).error).toBeNull()
    expect((await anna.client.auth.getUser()).data.user?.id).toBe(anna.id)
  })

  test('repeats the answer when the first one was lost', async () => {
    const { refreshToken } = await openedBy(await newUser())
    const first = await refresh(refreshToken)
    const again = await refresh(refreshToken)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
  })

  test('lets tabs racing for one token all continue', async () => {
    const { refreshToken } = await openedBy(await newUser())
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  test('distinguishes a mistyped token from an invented one, and never answers 5xx', async () => {
    expect(await refresh('nonsense')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Refresh token is not valid' },
    })
    const { refreshToken } = await openedBy(await newUser())
    const typo = `${refreshToken.slice(0, -1)}${refreshToken.endsWith('A') ? 'B' : 'A'}`
    expect(await refresh(typo)).toMatchObject({ status: 400 })
  })
})

describe('signing out', () => {
  test('locally ends this session immediately, on the server too, and keeps the other sessions', async () => {
    const anna = await newUser()
    const phone = await openedBy(anna)
    const laptop = await openedBy(anna)
    expect((await phone.client.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect(await refresh(phone.refreshToken)).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } })
    const { error } = await visitor().auth.getUser(phone.accessToken)
    expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await laptop.client.auth.getUser()).data.user?.id).toBe(anna.id)
  })

  test('with scope others keeps only this session', async () => {
    const anna = await newUser()
    const phone = await openedBy(anna)
    const laptop = await openedBy(anna)
    expect((await laptop.client.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await laptop.client.auth.getUser()).data.user?.id).toBe(anna.id)
    expect((await phone.client.auth.getUser()).data.user).toBeNull()
  })

  test('globally ends all sessions', async () => {
    const anna = await newUser()
    const phone = await openedBy(anna)
    const laptop = await openedBy(anna)
    expect((await laptop.client.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await refresh(phone.refreshToken)).status).toBe(400)
    expect((await anna.client.auth.getUser()).data.user).toBeNull()
  })

  test('works with any user’s token, as administrators use it', async () => {
    const anna = await openedBy(await newUser())
    expect((await operator().auth.admin.signOut('nonsense', 'global')).error).toMatchObject({ code: 'bad_jwt' })
    expect((await anna.client.auth.getUser()).error).toBeNull()
    expect((await operator().auth.admin.signOut(anna.accessToken, 'global')).error).toBeNull()
    expect((await anna.client.auth.getUser()).data.user).toBeNull()
  })

  test('accepts no unknown scope', async () => {
    const anna = await openedBy(await newUser())
    const headers = { ...NEW_SHAPE, authorization: `Bearer ${anna.accessToken}` }
    expect(await call('POST', '/logout?scope=world', { headers })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Unsupported logout scope "world"' },
    })
    const done = await call('POST', '/logout', { headers, body: '' })
    expect(done.status).toBe(204)
    expect(done.body).toBe('')
  })
})
