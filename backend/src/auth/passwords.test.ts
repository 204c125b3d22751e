import * as bcrypt from '@node-rs/bcrypt'
import { beforeAll, describe, expect, test } from 'vitest'
import { WeakPasswordError } from './errors.ts'
import { createPasswords, isKnownHash, type Passwords } from './passwords.ts'

let passwords: Passwords
beforeAll(async () => {
  passwords = await createPasswords({ minLength: 6 })
})

describe('passwords', () => {
  test('are stored as argon2id with the parameters that OWASP names first', async () => {
    const hash = await passwords.hash('quiet-lantern-42')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(isKnownHash(hash)).toBe(true)
    expect(await passwords.matches('quiet-lantern-42', hash)).toBe(true)
    expect(await passwords.matches('quiet-lantern-43', hash)).toBe(false)
  })

  test('match bcrypt hashes of an import', async () => {
    const hash = await bcrypt.hash('correct horse', 4)
    expect(isKnownHash(hash)).toBe(true)
    expect(await passwords.matches('correct horse', hash)).toBe(true)
    expect(await passwords.matches('wrong horse', hash)).toBe(false)
  })

  test('never match an account without one, nor when they are too long to have been set', async () => {
    expect(await passwords.matches('', null)).toBe(false)
    expect(await passwords.matches('x'.repeat(73), await passwords.hash(''))).toBe(false)
  })

  test('name every rule that they break', () => {
    const weakness = passwords.weaknessOf('12345')
    expect(weakness).toBeInstanceOf(WeakPasswordError)
    expect(weakness?.reasons).toEqual(['length'])
    expect(passwords.weaknessOf('Password1')?.reasons).toEqual(['pwned'])
    expect(passwords.weaknessOf('quiet-lantern-42')).toBeNull()
    expect(() => passwords.requireStrong('é'.repeat(37))).toThrow('Password cannot be longer than 72 characters')
  })

  test.each([
    'plain',
    '$2b$31$fsC.QL6AOJtI49gvB2u/H.cnfLQPF8FYj6NnnFI8IhSPMIfJ6vrba',
    '$argon2id$v=19$m=9999999,t=2,p=1$aaaaaaaaaaa$bbbbbbbbbbb',
    '$argon2id$v=19$m=7,t=0,p=0$aaaaaaaaaaa$bbbbbbbbbbb',
  ])('are not imported from %s', (hash) => {
    expect(isKnownHash(hash)).toBe(false)
  })
})
