import { expect, test } from 'vitest'
import { target } from '../server.ts'

/** Headers that a client may forge to fake its address. */
const FORGED = {
  'x-forwarded-for': '203.0.113.66',
  forwarded: 'for=203.0.113.66',
  'x-real-ip': '203.0.113.66',
  'cf-connecting-ip': '203.0.113.66',
  'true-client-ip': '203.0.113.66',
  'x-client-ip': '203.0.113.66',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-on-behalf-of': 'guessed 203.0.113.66',
}

test('SQL sees the address that the server determined, not forged headers', async () => {
  const { url, publishableKey } = target()
  const response = await fetch(`${url}/rest/v1/rpc/library_whoami`, { headers: { apikey: publishableKey, ...FORGED } })
  const { headers } = (await response.json()) as { headers: Record<string, string> }
  expect(headers['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/)
  expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113\.66|evil\.example/)
})

test('a function does not see a forged address', async () => {
  const { url, publishableKey } = target()
  const ask = async (name: string) =>
    (await fetch(`${url}/functions/v1/${name}`, { headers: { apikey: publishableKey, ...FORGED } })).text()
  expect(await ask('echo')).not.toMatch(/203\.0\.113\.66|evil\.example/)
})
