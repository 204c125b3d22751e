import { scryptSync } from 'node:crypto'
import * as argon2 from '@node-rs/argon2'
import * as bcrypt from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { ARGON2ID, isKnownHash, needsRehash, verifyHash } from './password-hashes.ts'

/** The example published at github.com/firebase/scrypt, in the format of imported exports. */
const FIREBASE =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==' +
  '$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

test('hashes exported from Firebase match only their password', async () => {
  expect(isKnownHash(FIREBASE)).toBe(true)
  expect(await verifyHash('user1password', FIREBASE)).toBe(true)
  expect(await verifyHash('user2password', FIREBASE)).toBe(false)
  expect(await verifyHash('user1password', FIREBASE.replace('lSrf', 'lSrg'))).toBe(false)
})

test('scrypt (RFC 7914), bcrypt and argon2 hashes match only their password', async () => {
  const key = scryptSync('pleaseletmein', 'SodiumChloride', 64, { cost: 16384, blockSize: 8, parallelization: 1 })
  // The third vector of RFC 7914, section 12.
  expect(key.toString('hex')).toMatch(/^7023bdcb3afd7348461c06cd81fd38eb/)
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const hashes = [
    `$scrypt$ln=14,r=8,p=1$${unpadded(Buffer.from('SodiumChloride'))}$${unpadded(key)}`,
    await bcrypt.hash('pleaseletmein', 4),
    await argon2.hash('pleaseletmein', { ...ARGON2ID, algorithm: 1 }),
  ]
  for (const hash of hashes) {
    expect([hash, isKnownHash(hash), needsRehash(hash)]).toEqual([hash, true, true])
    expect(await verifyHash('pleaseletmein', hash)).toBe(true)
    expect(await verifyHash('Pleaseletmein', hash)).toBe(false)
  }
})

test('our own hashes need no rehash, and weaker argon2id hashes do', async () => {
  expect(needsRehash(await argon2.hash('x', ARGON2ID))).toBe(false)
  expect(needsRehash(await argon2.hash('x', { ...ARGON2ID, timeCost: 1 }))).toBe(true)
})

test.each([
  ['text', 'correct horse'],
  ['an excessive cost', FIREBASE.replace('n=14', 'n=30')],
  ['an excessive block size', FIREBASE.replace('r=8', 'r=99')],
  ['too many lanes', FIREBASE.replace('p=1', 'p=64')],
  ['a cost of zero', FIREBASE.replace('n=14', 'n=0')],
  ['no signer key', FIREBASE.replace(/,sk=[^$]+/, '')],
  ['another version', FIREBASE.replace('v=1', 'v=2')],
])('rejects an unknown hash: %s', (_what, text) => {
  expect(isKnownHash(text)).toBe(false)
})
