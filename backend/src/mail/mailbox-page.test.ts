import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mailboxPage } from './mailbox-page.ts'

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['market.example.com', 200],
  ['evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost.evil.example:3000', 403],
])('the mailbox requested under host %s answers %i', async (host, status) => {
  const app = Fastify()
  const mailbox = { list: async () => [] }
  await app.register(mailboxPage, { mailbox, publicUrl: 'https://market.example.com' })
  for (const url of ['/dev/mail', '/dev/mail.json'])
    expect((await app.inject({ url, headers: { host } })).statusCode).toBe(status)
})
