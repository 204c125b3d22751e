import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPushSender, vapidPublicKey } from './push-sender.ts'

const KEY = new Uint8Array(32).fill(5)

test("the public key is a P-256 point in the browsers' format, and depends only on the secret", () => {
  const key = Buffer.from(vapidPublicKey(KEY), 'base64url')
  expect([key.length, key[0]]).toEqual([65, 4])
  expect(vapidPublicKey(KEY)).toBe(vapidPublicKey(new Uint8Array(32).fill(5)))
  expect(vapidPublicKey(KEY)).not.toBe(vapidPublicKey(new Uint8Array(32).fill(6)))
})

test('a subscription cannot make the server call private addresses', async () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') }
  const sender = createPushSender(KEY, 'mailto:somebody@example.com')
  const message = { title: 'Hello', body: '', path: '/', tag: 'x', unread: 1 }
  const send = (endpoint: string) => sender.send({ id: 'x', endpoint, ...keys }, message)
  // A literal address is rejected as such; a host name by its resolved address, on connecting.
  expect(await send('https://127.0.0.1:9/push')).toBe('gone')
  expect(await send('https://[::1]:9/push')).toBe('gone')
  await expect(send('https://localhost:9/push')).rejects.toThrow('localhost is not out on the internet')
})
