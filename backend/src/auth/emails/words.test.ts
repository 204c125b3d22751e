import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type EmailVariables, renderEmail } from './email.ts'
import { notice } from './notice.ts'
import { builtInWords, type EmailKind, NOTICE_KINDS, readAuthWords } from './words.ts'

const LANGUAGES = ['en', 'pt', 'es', 'de', 'fr']
const KINDS: readonly EmailKind[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'reauthentication']
const variables: EmailVariables = {
  brandName: 'App',
  name: 'Anna',
  email: 'anna@example.com',
  newEmail: 'new@example.com',
  otp: '012345',
  link: 'https://souk.example/x?a=1&b=2',
}
const moment = { at: new Date('2026-07-21T10:05:00Z'), timeZone: null }
const spoken = (locale: unknown) => builtInWords({ locale })

/** Every text of a language with its path: "emails signup subject". */
function textsOf(words: unknown, place = ''): [place: string, text: string | null][] {
  if (typeof words !== 'object' || words === null) return [[place, words as string | null]]
  return Object.entries(words).flatMap(([key, value]) => textsOf(value, `${place} ${key}`.trim()))
}
const placesOf = (locale: string) => textsOf(spoken(locale).words)
const bracesOf = (text: string | null) => [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).sort()

test('an account gets its emails in the language of its locale, or in English', () => {
  expect(spoken('pt-BR').language).toBe('pt')
  expect(spoken('FR_fr').language).toBe('fr')
  for (const locale of ['en', 'xx', '', 7, null, undefined, 'constructor', '__proto__'])
    expect(spoken(locale).language).toBe('en')
})

test.each(LANGUAGES)('%s has every text, with the same placeholders as English', (language) => {
  const english = placesOf('en')
  const texts = placesOf(language)
  expect(texts.map(([place]) => place)).toEqual(english.map(([place]) => place))
  for (const [at, [place, text]] of texts.entries()) {
    expect(text === null, place).toBe(english[at]?.[1] === null)
    if (text !== null) expect(text.trim(), place).not.toBe('')
    expect(bracesOf(text), place).toEqual(bracesOf(english[at]?.[1] ?? null))
  }
})

describe.each(LANGUAGES)('in %s', (language) => {
  test('every email fills its placeholders and contains its code', () => {
    for (const kind of KINDS) {
      const { subject, text, html } = renderEmail(kind, spoken(language), variables)
      for (const said of [subject, text, html]) {
        expect(said).not.toMatch(/undefined|\{\w+\}/)
        if (language !== 'en') expect(said).not.toContain('Hello')
      }
      for (const form of [text, html]) {
        expect(form).toContain('012345')
        expect(form).toContain('Anna')
      }
      expect(html).toContain(`<html lang="${language}" dir="ltr">`)
      expect(text.includes(variables.link)).toBe(kind !== 'reauthentication')
    }
  })

  test.each(NOTICE_KINDS)('the notice %s fills its placeholders and has no link', (kind) => {
    const names = [...JSON.stringify(spoken(language).words.notices[kind]).matchAll(/\{(\w+)\}/g)].map(
      ([, name]) => name ?? '',
    )
    const details = Object.fromEntries(
      names.filter((name) => !['device', 'network', 'time'].includes(name)).map((name) => [name, `<${name}>`]),
    )
    const where: Record<string, string> =
      kind === 'new_sign_in' ? { browser: '<Firefox>', system: 'Linux', network: '203.0.x.x' } : {}
    const { subject, text, html } = notice(kind, spoken(language), {
      brandName: 'App',
      name: 'Anna',
      email: 'anna@example.com',
      details: { ...details, ...where },
      ...moment,
    })
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|: ,|, ,/)
    expect(subject).toContain('App')
    expect(html).not.toContain('<a ')
    for (const [name, value] of Object.entries(details)) {
      if (name === 'brand' || name === 'email') continue
      expect(text).toContain(value)
      expect(html).toContain(`&lt;${name}&gt;`)
    }
  })
})

test("a notice names device, network and time in the user's language and time zone", () => {
  const details = { browser: 'Firefox', system: 'Linux', network: '203.0.x.x' }
  const to = { brandName: 'App', name: null, email: 'a@example.com' }
  const { text } = notice('new_sign_in', spoken('de'), { ...to, details, ...moment })
  expect(text).toContain('Firefox auf Linux, Netz 203.0.x.x.')
  expect(text).toContain('Wann: 21. Juli 2026 um 10:05 UTC.')
  const unknown = { browser: '', system: '', network: '203.0.x.x' }
  const { text: french } = notice('new_sign_in', spoken('fr'), { ...to, details: unknown, ...moment })
  expect(french).toContain('un programme, réseau 203.0.x.x')
  const changed = (timeZone: string | null) =>
    notice('password_changed', spoken('en'), { ...to, details: {}, ...moment, timeZone }).text
  expect(changed('Asia/Kolkata')).toContain('When: 21 July 2026 at 15:35 GMT+5:30.')
  for (const none of [null, '', 'Mars/Olympus Mons'])
    expect(changed(none)).toContain('When: 21 July 2026 at 10:05 UTC.')
})

test('text typed by a stranger is escaped in every language', () => {
  for (const language of LANGUAGES) {
    const { html } = renderEmail('signup', spoken(language), {
      ...variables,
      name: 'Anna & <b>Co</b>',
      email: '"><img src=x>@example.com',
      link: 'https://souk.example/auth/v1/verify?token=abc&redirect_to=https://souk.example/"onclick="x',
    })
    expect(html).toContain('Anna &amp; &lt;b&gt;Co&lt;/b&gt;')
    for (const markup of ['<b>', '<img', '"onclick=']) expect(html).not.toContain(markup)
  }
})

test('an account without an address gets only the new one', () => {
  expect(renderEmail('email_change', spoken('en'), variables).text).toContain(
    'from anna@example.com to new@example.com',
  )
  const first = renderEmail('email_change', spoken('en'), { ...variables, email: '' })
  expect(first.text).toContain('Your App address will change to new@example.com.')
})

describe('custom texts', () => {
  let folder: string | null = null
  afterEach(async () => {
    if (folder !== null) await rm(folder, { recursive: true })
    folder = null
  })
  async function wordsFrom(files: Readonly<Record<string, string>>) {
    folder = await mkdtemp(join(tmpdir(), 'words-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return readAuthWords(folder)
  }

  test('override the built-in ones, and a new language falls back to English', async () => {
    const words = await wordsFrom({
      'de.json': JSON.stringify({ emails: { signup: { subject: 'Herzlich willkommen bei {brand}' } } }),
      'nl.json': JSON.stringify({ hello: 'Hallo,', helloNamed: 'Hallo {name},' }),
      'README.txt': 'not for us',
    })
    const german = renderEmail('signup', words({ locale: 'de' }), variables)
    expect(german.subject).toBe('Herzlich willkommen bei App')
    expect(german.text).toContain('Bestätige die Adresse')
    const dutch = renderEmail('signup', words({ locale: 'nl-NL' }), variables)
    expect([dutch.text.startsWith('Hallo Anna,'), dutch.subject]).toEqual([true, 'Confirm your App account'])
    expect(dutch.html).toContain('<html lang="nl"')
  })

  test.each([
    ['an unknown text', '{"emails":{"signup":{"subjet":"x"}}}', 'nothing says de.json emails signup subjet'],
    ['a button for an email without one', '{"emails":{"reauthentication":{"action":"x"}}}', 'cannot be changed so'],
    ['a number', '{"hello":7}', 'de.json hello cannot be changed so'],
    ['a truncated file', '{"hello":', 'is no JSON'],
    ['an array', '[]', 'should hold several words'],
  ])('prevent startup with a clear error: %s', async (_, text, sentence) => {
    await expect(wordsFrom({ 'de.json': text })).rejects.toThrow(sentence)
  })

  test('prevent startup if their folder is missing', async () => {
    await expect(readAuthWords('/nowhere/words')).rejects.toThrow('cannot be read')
  })
})
