import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'

const aSecret = () => createSecretKey(randomBytes(32))
const secret = aSecret()
const sessionId = '0b6f9a52-3a1e-4a58-9a52-6a8f3f0c2d11'

describe('a refresh token', () => {
  test('contains any session id and counter', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.maxSafeNat(), (id, counter) => {
        const token = { sessionId: id, counter }
        expect(readRefreshToken(writeRefreshToken(token, secret), secret)).toEqual({ kind: 'genuine', token })
      }),
    )
  })

  test('is deterministic, so that a lost response can be repeated', () => {
    expect(writeRefreshToken({ sessionId, counter: 3 }, secret)).toBe(
      writeRefreshToken({ sessionId, counter: 3 }, secret),
    )
  })

  test('is malformed if any byte is changed', () => {
    const bytes = Buffer.from(writeRefreshToken({ sessionId, counter: 300 }, secret), 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const damaged = Buffer.from(bytes)
      damaged[index] = (damaged[index] ?? 0) ^ 1
      expect(readRefreshToken(damaged.toString('base64url'), secret).kind).toBe('malformed')
    }
  })

  test('made with another secret, or with a recomputed checksum, is forged', () => {
    expect(readRefreshToken(writeRefreshToken({ sessionId, counter: 1 }, aSecret()), secret)).toEqual({
      kind: 'forged',
    })
    const body = Buffer.from(writeRefreshToken({ sessionId, counter: 1 }, secret), 'base64url').subarray(0, -4)
    body[17] = 2 // the counter
    const checksum = createHash('sha256').update(body).digest().subarray(0, 4)
    const recomputed = Buffer.concat([body, checksum]).toString('base64url')
    expect(readRefreshToken(recomputed, secret)).toEqual({ kind: 'forged' })
  })

  test.each(['', 'abc', 'nonsense nonsense', 'A'.repeat(2000)])('is malformed if it is %j', (text) => {
    expect(readRefreshToken(text, secret)).toEqual({ kind: 'malformed' })
  })
})
