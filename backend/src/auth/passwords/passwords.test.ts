import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as bcrypt from '@node-rs/bcrypt'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { defaultsOf } from '../../config/own-config.ts'
import { PASSWORD_VARIABLES, readPasswordRules } from '../../config/passwords.ts'
import { WeakPasswordError } from '../errors.ts'
import { isKnownHash } from './password-hashes.ts'
import { createPasswords, type Passwords } from './passwords.ts'

const log = pino({ level: 'silent' })
const rulesOf = (environment: Readonly<Record<string, string>> = {}, production = false) =>
  readPasswordRules({ ...defaultsOf(PASSWORD_VARIABLES), ...environment }, { production })
let passwords: Passwords
beforeAll(async () => {
  passwords = await createPasswords({ passwords: rulesOf() }, log)
})

describe('passwords', () => {
  test('are stored as argon2id with the parameters that OWASP names first', async () => {
    const hash = await passwords.hash('quiet-lantern-42', null)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(isKnownHash(hash)).toBe(true)
    expect(await passwords.matches('quiet-lantern-42', hash, null)).toBe(true)
    expect(await passwords.matches('quiet-lantern-43', hash, null)).toBe(false)
  })

  test('match imported bcrypt hashes', async () => {
    const hash = await bcrypt.hash('correct horse', 4)
    expect(isKnownHash(hash)).toBe(true)
    expect(await passwords.matches('correct horse', hash, null)).toBe(true)
    expect(await passwords.matches('wrong horse', hash, null)).toBe(false)
  })

  test('never match an account without a password, or when they are too long to have been set', async () => {
    expect(await passwords.matches('', null, null)).toBe(false)
    expect(await passwords.matches('x'.repeat(73), await passwords.hash('', null), null)).toBe(false)
  })

  test('are reported with every rule that they break', async () => {
    const weakness = await passwords.weaknessOf('12345')
    expect(weakness).toBeInstanceOf(WeakPasswordError)
    expect(weakness?.reasons).toEqual(['length'])
    expect((await passwords.weaknessOf('Password1'))?.reasons).toEqual(['pwned'])
    expect(await passwords.weaknessOf('quiet-lantern-42')).toBeNull()
    await expect(passwords.requireStrong('é'.repeat(37))).rejects.toThrow(
      'Password cannot be longer than 72 characters',
    )
  })

  test('can be required to be longer and to contain several kinds of characters', async () => {
    const environment = { PASSWORD_MIN_LENGTH: '10', PASSWORD_CHARACTERS: 'lower_upper_digits_symbols' }
    const strict = await createPasswords({ passwords: rulesOf(environment, true) }, log)
    expect((await strict.weaknessOf('lantern'))?.reasons).toEqual(['length', 'characters'])
    const weakness = await strict.weaknessOf('quietlantern42')
    expect(weakness?.reasons).toEqual(['characters'])
    expect(weakness?.message).toMatch(/^Password should contain at least one character of each: abc.*, ABC.*, 0123/)
    expect(await strict.weaknessOf('Quiet-lantern-42')).toBeNull()
  })

  test('are rejected if they are among the most common: 10,000, or as many as configured', async () => {
    const reasonsOf = async (password: string, environment: Record<string, string>, production = false) => {
      const passwords = rulesOf(environment, production)
      return (await (await createPasswords({ passwords }, log)).weaknessOf(password))?.reasons ?? []
    }
    expect(await reasonsOf('password123', {})).toEqual([])
    expect(await reasonsOf('password123', {}, true)).toEqual(['pwned'])
    expect(await reasonsOf('Password123', { PASSWORD_COMMON: '800' })).toEqual(['pwned'])
    expect(await reasonsOf('123456', { PASSWORD_COMMON: '0' }, true)).toEqual([])
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

describe('leaked passwords', () => {
  let service: Server | undefined
  afterEach(() => {
    service?.closeAllConnections()
    service?.close()
  })

  /** A fake range service. @returns its URL and the requests that it received */
  async function leakService(answer: (response: ServerResponse) => void) {
    const asked: { url: string; padding: unknown }[] = []
    service = createServer((request, response) => {
      asked.push({ url: request.url ?? '', padding: request.headers['add-padding'] })
      answer(response)
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    return { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`, asked }
  }
  const withLeaks = (url: string, more: Record<string, string> = {}) =>
    createPasswords({ passwords: rulesOf({ PASSWORD_HIBP: '1', PASSWORD_HIBP_URL: url, ...more }) }, log)
  // SHA-1 of "quiet-lantern-42" and of "other-lantern-43".
  const [LEAKED, PADDED] = ['quiet-lantern-42', 'other-lantern-43'].map((password) =>
    createHash('sha1').update(password).digest('hex').toUpperCase(),
  ) as [string, string]

  test('are looked up by five digits of their hash, ignoring padding', async () => {
    const { url, asked } = await leakService((response) =>
      response.end(`${LEAKED.slice(5)}:17\r\n${PADDED.slice(5)}:0\r\n`),
    )
    const checked = await withLeaks(url)
    expect((await checked.weaknessOf('quiet-lantern-42'))?.reasons).toEqual(['pwned'])
    expect(await checked.weaknessOf('other-lantern-43')).toBeNull()
    expect(asked).toEqual([
      { url: `/range/${LEAKED.slice(0, 5)}`, padding: 'true' },
      { url: `/range/${PADDED.slice(0, 5)}`, padding: 'true' },
    ])
  })

  test('pass if the service fails, unless configured otherwise', async () => {
    const { url } = await leakService((response) => response.writeHead(503).end())
    expect(await (await withLeaks(url)).weaknessOf('quiet-lantern-42')).toBeNull()
    const closed = await withLeaks(url, { PASSWORD_HIBP_FAIL_CLOSED: '1' })
    expect((await closed.weaknessOf('quiet-lantern-42'))?.reasons).toEqual(['pwned'])
    await expect(closed.requireStrong('quiet-lantern-42')).rejects.toBeInstanceOf(WeakPasswordError)
  })

  test('pass if the service does not answer', async () => {
    const { url } = await leakService(() => undefined)
    expect(await (await withLeaks(url)).weaknessOf('quiet-lantern-42')).toBeNull()
  })
})
