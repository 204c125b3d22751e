import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { operator, visitor } from '../server.ts'
import { ethereumKey, solanaKey } from './wallets.ts'
import { call, NEW_SHAPE } from './wire.ts'

/** One of the pages that the server under test is told to redirect to. */
const page = 'https://app.example.com/auth'

const byEthereum = (key: ReturnType<typeof ethereumKey>, extra = {}) =>
  visitor().auth.signInWithWeb3({ chain: 'ethereum', wallet: key.wallet, options: { url: page }, ...extra })

/** Every line of a message, so that a test can break one of them. */
function siwe(address: string, changes: Record<string, string | null> = {}, statement = 'Welcome to the market.') {
  const { first = `${new URL(page).host} wants you to sign in with your Ethereum account:`, ...others } = changes
  const fields = {
    URI: page,
    Version: '1',
    'Chain ID': '1',
    Nonce: crypto.randomUUID(),
    'Issued At': new Date().toISOString(),
    ...others,
  }
  const lines = Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`]))
  return [first, address, '', statement, '', ...lines].join('\n')
}

const send = (body: Record<string, unknown>) => call('POST', '/token?grant_type=web3', { body, headers: NEW_SHAPE })

async function sendSigned(changes: Record<string, string | null>) {
  const key = ethereumKey()
  const message = siwe(key.address, changes)
  return send({ chain: 'ethereum', message, signature: await key.sign(message) })
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('a wallet', () => {
  test('of Ethereum signs in, and is the same account in any letter case', async () => {
    const key = ethereumKey()
    const { data, error } = await byEthereum(key, { statement: 'Welcome.' })
    expect(error).toBeNull()
    const address = key.address.toLowerCase()
    expect(data.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [{ provider: 'web3', id: `web3:ethereum:${address}` }],
      user_metadata: {
        sub: `web3:ethereum:${address}`,
        custom_claims: { address, chain: 'ethereum', network: '1', domain: new URL(page).host, statement: 'Welcome.' },
      },
    })
    const claims = JSON.parse(Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ amr: [{ method: 'web3' }], aal: 'aal1', role: 'authenticated' })

    const message = createSiweMessage({
      address: key.address as `0x${string}`, // the key made it
      chainId: 1,
      domain: new URL(page).host,
      nonce: 'abcdefgh12345678',
      uri: page,
      version: '1',
    })
    expect(message).toContain(key.address) // with its checksum: capitals and small letters
    const again = await visitor().auth.signInWithWeb3({
      chain: 'ethereum',
      message,
      signature: (await key.sign(message)) as `0x${string}`,
    })
    expect(again.data.user?.id).toBe(data.user?.id)
  })

  test('of Solana signs in, also when it is a device that wraps what it signs', async () => {
    const key = solanaKey()
    const options = { url: page }
    const { data, error } = await visitor().auth.signInWithWeb3({ chain: 'solana', wallet: key.wallet, options })
    expect(error).toBeNull()
    expect(data.user?.identities).toMatchObject([{ provider: 'web3', id: `web3:solana:${key.address}` }])

    const text = [
      `${new URL(page).host} wants you to sign in with your Solana account:`,
      key.address,
      '',
      'Version: 1',
      `URI: ${page}`,
      `Issued At: ${new Date().toISOString()}`,
      'Chain ID: solana:mainnet',
    ].join('\n')
    const head = Buffer.concat([Buffer.from([0xff]), Buffer.from('solana offchain'), Buffer.alloc(33)])
    const length = Buffer.from([text.length & 255, text.length >> 8])
    const envelope = Buffer.concat([head, Buffer.from([0, 1]), key.publicKey, length, Buffer.from(text)])
    const wrapped = await send({ chain: 'solana', message: text, signature: key.sign(envelope) })
    expect(wrapped.body.user?.id).toBe(data.user?.id)

    const other = await send({ chain: 'solana', message: `${text}\nNonce: 1`, signature: solanaKey().sign(text) })
    expect(other.body).toEqual({
      error: 'invalid_grant',
      error_description: 'Signature does not match address in message',
    })
  })

  test('signs each message for one session only, however often and however it is sent', async () => {
    const key = ethereumKey()
    const message = siwe(key.address)
    const signature = await key.sign(message)
    const body = { chain: 'ethereum', message, signature }
    const answers = await Promise.all([send(body), send(body), send(body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const recoveryBit = signature.endsWith('1b') ? '00' : '01'
    const respelt = await send({ ...body, signature: `${signature.slice(0, -2)}${recoveryBit}` })
    expect(respelt).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(respelt.body.error_description).toBe('Message has already been used to sign in')
  })

  test('that is banned stays out', async () => {
    const key = ethereumKey()
    const { data } = await byEthereum(key)
    await operator().auth.admin.updateUserById(data.user?.id ?? '', { ban_duration: '1h' })
    expect((await byEthereum(key)).error).toMatchObject({ status: 403, code: 'user_banned' })
  })
})

describe('a signature opens nothing', () => {
  test.each([
    ['for another site', { URI: 'https://elsewhere.example/' }, /signed for another app$/],
    ['without https', { URI: 'http://app.example.com/' }, /does not use HTTPS$/],
    ['shown for another domain', { first: 'evil.example wants you to sign in with your Ethereum account:' }, /Domain/],
    ['from too long ago', { 'Issued At': minutesFromNow(-11) }, /^Ethereum message was issued too long ago$/],
    ['from the future', { 'Issued At': minutesFromNow(11) }, /too far in the future$/],
    ['that has ended', { 'Expiration Time': minutesFromNow(-1) }, /is expired$/],
    ['that has not begun', { 'Not Before': minutesFromNow(2) }, /becomes valid in the future$/],
  ])('%s', async (_what, changes, message) => {
    const answer = await sendSigned(changes)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: 'invalid_grant', error_description: expect.stringMatching(message) })
  })

  test('of somebody else, or over another text', async () => {
    const [key, thief] = [ethereumKey(), ethereumKey()]
    const message = siwe(key.address)
    const theirs = await send({ chain: 'ethereum', message, signature: await thief.sign(message) })
    expect(theirs.body.error_description).toBe('Signature does not match address in message')
    const other = await send({ chain: 'ethereum', message, signature: await key.sign(`${message} `) })
    expect(other.body.error_description).toBe('Signature does not match address in message')
    const nothing = await send({ chain: 'ethereum', message, signature: `0x${'0'.repeat(130)}` })
    expect(nothing.body.error_description).toBe('Signature does not match address in message')
  })

  test.each([
    [{ Version: '2' }, 'siwe: Version must be 1'],
    [{ URI: null }, 'siwe: URI is missing or not absolute'],
    [{ 'Chain ID': null }, 'siwe: Chain ID is not valid'],
    [{ 'Issued At': null }, 'siwe: Issued At is missing'],
    [{ 'Issued At': 'yesterday' }, 'siwe: Issued At is not a valid time'],
    [{ first: 'Please sign:' }, 'siwe: message does not begin with the sentence of a sign-in'],
  ])('over a message that is none: %j', async (changes, message) => {
    expect(await sendSigned(changes)).toMatchObject({ status: 400, body: { code: 'validation_failed', message } })
  })

  test('of the wrong length, on an unknown chain, or over too little or too much text', async () => {
    const message = siwe(ethereumKey().address)
    const refused = async (body: object) => (await send({ chain: 'ethereum', message, signature: '0x', ...body })).body
    expect(await refused({})).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('65 bytes') })
    expect(await refused({ chain: 'bitcoin' })).toEqual({
      code: 'web3_unsupported_chain',
      message: 'Unsupported chain',
    })
    expect(await refused({ message: 'x'.repeat(63) })).toMatchObject({ message: 'message is too short' })
    expect(await refused({ message: 'x'.repeat(20_481) })).toMatchObject({ message: 'message must not exceed 20KB' })
  })
})
