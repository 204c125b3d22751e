import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPushSender, isPublicAddress, vapidPublicKey } from './push-sender.ts'

const KEY = new Uint8Array(32).fill(5)

test('the public key is a point on P-256 in the form that browsers take, and the same for the same secret', () => {
  const key = Buffer.from(vapidPublicKey(KEY), 'base64url')
  expect([key.length, key[0]]).toEqual([65, 4])
  expect(vapidPublicKey(KEY)).toBe(vapidPublicKey(new Uint8Array(32).fill(5)))
  expect(vapidPublicKey(KEY)).not.toBe(vapidPublicKey(new Uint8Array(32).fill(6)))
})

test.each([
  ['127.0.0.1', 4],
  ['10.1.2.3', 4],
  ['192.168.1.1', 4],
  ['169.254.169.254', 4],
  ['172.31.0.1', 4],
  ['::1', 6],
  ['::ffff:10.0.0.1', 6],
  ['fd00::1', 6],
  ['fe80::1', 6],
])('%s is of our own network', (address, family) => {
  expect(isPublicAddress(address, family)).toBe(false)
})

test.each([
  ['93.184.216.34', 4],
  ['2606:2800:220:1:248:1893:25c8:1946', 6],
])('%s is out on the internet', (address, family) => {
  expect(isPublicAddress(address, family)).toBe(true)
})

test('a browser cannot make the server call a machine of its own network', async () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') }
  const sender = createPushSender(KEY, 'mailto:somebody@example.com')
  const message = { title: 'Hello', body: '', path: '/', tag: 'x', unread: 1 }
  const send = (endpoint: string) => sender.send({ id: 'x', endpoint, ...keys }, message)
  // An address is refused as it stands; a name by what it stands for, at the moment of connecting.
  expect(await send('https://127.0.0.1:9/push')).toBe('gone')
  expect(await send('https://[::1]:9/push')).toBe('gone')
  await expect(send('https://localhost:9/push')).rejects.toThrow('localhost is not out on the internet')
})
