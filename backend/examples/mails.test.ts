import { expect, test } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'
import { newUser, project, until } from './run-project.ts'

test('emails are read, searched and deleted as from Mailpit and Inbucket', async () => {
  const port = await freePort()
  const todo = await project('todo', { MAIL_PORT: String(port) })
  await todo.start()
  expect(todo.said()).toContain(`http://127.0.0.1:${port}`)
  for (const email of ['anna.b@example.com', 'ben@example.com']) {
    await newUser(todo, email)
    expect((await todo.client().auth.resetPasswordForEmail(email)).error).toBeNull()
  }
  const call = async (path: string, method = 'GET', body?: object) => {
    const init = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method, ...init })
    const text = await answer.text()
    return answer.ok && /^[[{]/.test(text) ? JSON.parse(text) : answer.status
  }
  // They are sent after the answer.
  const two = await until(async () => {
    const listed = await call('/messages')
    return listed.total === 2 ? listed : null
  })
  expect(two).toMatchObject({ count: 2, messages: [{ To: [{ Address: 'ben@example.com' }] }, {}] })
  const { messages } = await call(`/search?query=${encodeURIComponent('to:"anna.b@example.com" subject:password')}`)
  expect(messages).toHaveLength(1)
  const mail = await call(`/message/${messages[0].ID}`)
  expect(mail).toMatchObject({
    To: [{ Address: 'anna.b@example.com' }],
    HTML: expect.stringContaining('/auth/v1/verify?'),
  })
  expect(await call('/message/latest')).toMatchObject({ To: [{ Address: 'ben@example.com' }] })
  expect(await call('/search?query=-to%3Aexample.com')).toMatchObject({ messages_count: 0 })

  const [listed] = await call('/mailbox/anna.b')
  expect(listed).toMatchObject({ id: messages[0].ID, mailbox: 'anna.b', to: ['<anna.b@example.com>'] })
  expect(await call(`/mailbox/anna.b/latest`)).toMatchObject({ body: { text: mail.Text, html: mail.HTML } })
  expect(await call('/mailbox/nobody')).toEqual([])
  expect(await call('/mailbox/nobody/latest')).toBe(404)

  expect(await call('/messages', 'DELETE', { IDs: [messages[0].ID] })).toBe(200)
  expect(await call('/messages')).toMatchObject({ total: 1 })
  expect(await call('/mailbox/ben', 'DELETE')).toBe(200)
  expect(await call('/messages')).toMatchObject({ total: 0, messages: [] })
})
