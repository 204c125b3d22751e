import { describe, expect, test } from 'vitest'
import { identityMetadata, mergeMetadata, requireMetadataSize, signUpMetadata } from './metadata.ts'

describe('metadata', () => {
  test('merges at the top level; null removes a key', () => {
    expect(mergeMetadata({ a: 1, b: { c: 1 }, d: 1 }, { b: { e: 2 }, d: null, f: null })).toEqual({ a: 1, b: { e: 2 } })
  })

  test('cannot reach a prototype', () => {
    const changes = JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}')
    const merged = mergeMetadata({}, changes)
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
    expect(merged.admin).toBeUndefined()
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('of a sign-up cannot set keys reserved for the server', () => {
    expect(
      signUpMetadata({ email: 'x', sub: 'x', email_verified: true, phone: '+41', phone_verified: true, city: 'Bern' }),
    ).toEqual({ phone: '+41', city: 'Bern' })
  })

  test('of an identity contains no phone number, which account linking would trust', () => {
    expect(identityMetadata({ phone: '+41', email: 'x', city: 'Bern' })).toEqual({ city: 'Bern' })
  })

  test('must fit into a token', () => {
    expect(() => requireMetadataSize({ bio: 'x'.repeat(8000) })).not.toThrow()
    expect(() => requireMetadataSize({ bio: 'é'.repeat(4100) })).toThrow('Metadata cannot be larger than 8192 bytes')
  })
})
