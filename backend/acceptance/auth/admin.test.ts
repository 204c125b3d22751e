import { describe, expect, test } from 'vitest'
import { newUser, operator, target, visitor } from '../server.ts'
import { follow, fragmentOf, linkOf, mailTo } from './mailbox.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

describe('administering accounts', () => {
  test('an account is created as described, and only confirmed on request', async () => {
    const email = freshEmail('made')
    const { data, error } = await operator().auth.admin.createUser({
      email,
      password: PASSWORD,
      user_metadata: { first_name: 'Made' },
      app_metadata: { plan: 'pro' },
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ first_name: 'Made' })
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'pro' })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    const signIn = await visitor().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signIn.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

    const again = await operator().auth.admin.createUser({ email })
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('imported bcrypt hashes still open their accounts', async () => {
    const email = freshEmail('imported')
    // bcrypt, cost 4, of "correct horse"
    const hash = '$2b$04$fsC.QL6AOJtI49gvB2u/H.cnfLQPF8FYj6NnnFI8IhSPMIfJ6vrba'
    const { error } = await operator().auth.admin.createUser({ email, password_hash: hash, email_confirm: true })
    expect(error).toBeNull()
    // The first sign-in rehashes it; it must keep working, also for concurrent sign-ins.
    for (let turn = 0; turn < 3; turn++) {
      const all = await Promise.all(
        Array.from({ length: 4 }, () => visitor().auth.signInWithPassword({ email, password: 'correct horse' })),
      )
      expect(all.map(({ error }) => error)).toEqual([null, null, null, null])
    }
    const wrong = await visitor().auth.signInWithPassword({ email, password: 'wrong horse' })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('lists are newest first, paged, and can be filtered', async () => {
    const name = `listed-${process.pid}-${Date.now()}`
    const [anna, ben] = [await newUser({ full_name: `Anna ${name}` }), await newUser({ full_name: `Ben ${name}` })]
    const headers = { ...NEW_SHAPE, authorization: `Bearer ${target().serviceRoleKey}` }
    const first = await call('GET', `/admin/users?page=1&per_page=1&filter=${name}`, { headers })
    const second = await call('GET', `/admin/users?page=2&per_page=1&filter=${name}`, { headers })
    expect([...first.body.users, ...second.body.users].map(({ id }) => id)).toEqual([ben.id, anna.id])
    expect(first.headers.get('x-total-count')).toBe('2')
    expect(first.headers.get('link')).toBe(
      '</admin/users?page=2&per_page=1>; rel="next", </admin/users?page=2&per_page=1>; rel="last"',
    )
    expect(
      (await call('GET', `/admin/users?filter=${name.replace('listed', 'l_sted')}`, { headers })).body.users,
    ).toEqual([])

    const { data, error } = await operator().auth.admin.listUsers()
    expect(error).toBeNull()
    expect(data.users.length).toBeGreaterThanOrEqual(2)
    expect(await call('GET', '/admin/users?page=-1', { headers })).toMatchObject({ status: 400 })
  })

  test('a changed password ends every session', async () => {
    const anna = await newUser()
    const { data, error } = await operator().auth.admin.updateUserById(anna.id, {
      password: 'chosen-by-an-operator',
      user_metadata: { first_name: 'Changed' },
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Changed' })
    expect((await anna.client.auth.getUser()).data.user).toBeNull()
    const signIn = await visitor().auth.signInWithPassword({ email: anna.email, password: 'chosen-by-an-operator' })
    expect(signIn.error).toBeNull()
  })

  test('a deleted account is gone with its sessions, and its address is free', async () => {
    const anna = await newUser()
    expect((await operator().auth.admin.deleteUser(anna.id)).error).toBeNull()
    expect((await operator().auth.admin.getUserById(anna.id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect((await anna.client.auth.getUser()).data.user).toBeNull()
    expect((await visitor().auth.signUp({ email: anna.email, password: PASSWORD })).error).toBeNull()
  })

  test('a soft-deleted account keeps its id but no personal data', async () => {
    const anna = await newUser({ first_name: 'Anna' })
    expect((await operator().auth.admin.deleteUser(anna.id, true)).error).toBeNull()
    const { data } = await operator().auth.admin.getUserById(anna.id)
    expect(data.user).toMatchObject({ id: anna.id, user_metadata: {}, deleted_at: expect.any(String) })
    expect(JSON.stringify(data.user)).not.toContain('example.com')
    expect((await anna.client.auth.getUser()).data.user).toBeNull()
  })

  test('a generated link signs its user in without an email', async () => {
    const anna = await newUser()
    const { data, error } = await operator().auth.admin.generateLink({
      type: 'magiclink',
      email: anna.email,
      options: { redirectTo: `${target().url}/home` },
    })
    expect(error).toBeNull()
    expect(data.properties).toMatchObject({ verification_type: 'magiclink', redirect_to: `${target().url}/home` })
    const { data: verified } = await visitor().auth.verifyOtp({
      type: 'magiclink',
      token_hash: data.properties?.hashed_token ?? '',
    })
    expect(verified.user?.id).toBe(anna.id)
    const unknown = await operator().auth.admin.generateLink({ type: 'recovery', email: freshEmail('nobody') })
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('an invited user activates the account with the emailed link', async () => {
    const email = freshEmail('invited')
    const { error } = await operator().auth.admin.inviteUserByEmail(email)
    expect(error).toBeNull()
    const arrived = await follow(linkOf(await mailTo(email)))
    expect(fragmentOf(arrived)).toMatchObject({ type: 'invite', access_token: expect.any(String) })
  })

  test('every call requires an administrator key', async () => {
    const anna = await newUser()
    expect((await visitor().auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
    expect((await anna.client.auth.admin.deleteUser(anna.id)).error).toMatchObject({ status: 403, code: 'not_admin' })
    expect((await operator().auth.admin.getUserById(anna.id)).data.user?.id).toBe(anna.id)
  })
})
