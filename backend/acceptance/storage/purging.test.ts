import { expect, test } from 'vitest'
import { newUser, target } from '../server.ts'
import { callAs } from './rooms.ts'

test.each(['/cdn', '/cdn/people', '/cdn/people/a.png'])(
  'the operator may purge %s, which has no other copy',
  async (path) => {
    const { secretKey } = target()
    const answer = await callAs(secretKey, 'DELETE', path)
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'success' }])
  },
)

test('nobody else may purge the cache', async () => {
  const { data } = await (await newUser()).client.auth.getSession()
  expect((await callAs(data.session?.access_token ?? '', 'DELETE', '/cdn/people')).status).toBe(403)
  expect((await callAs(target().publishableKey, 'DELETE', '/cdn')).status).toBe(403)
})
