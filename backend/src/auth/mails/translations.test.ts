import { expect, test } from 'vitest'
import { mailLanguageOf, translatedMail } from './translations.ts'

const variables = {
  brandName: 'Souk',
  name: 'Anna',
  email: 'anna@example.com',
  newEmail: 'new@example.com',
  otp: '012345',
  link: 'https://souk.example/x?a=1&b=2',
}
const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'reauthentication'] as const

test('an account gets its mails in the language that it names, and in English otherwise', () => {
  expect(mailLanguageOf({ locale: 'pt-BR' })).toBe('pt')
  expect(mailLanguageOf({ locale: 'fr' })).toBe('fr')
  for (const locale of ['en', 'xx', '', 7, null, undefined, 'constructor'])
    expect(mailLanguageOf({ locale })).toBeNull()
})

test.each(['pt', 'es', 'de', 'fr'])('every mail in %s fills in all that it names, and carries its code', (language) => {
  for (const type of TYPES) {
    const { subject, text, html } = translatedMail(type, language, variables)
    for (const said of [subject, text, html]) expect(said).not.toMatch(/[{}]|undefined|Hello/)
    expect(text).toContain('012345')
    expect(text).toContain('Anna')
    expect(html).toContain(`<html lang="${language}">`)
    expect(text.includes(variables.link)).toBe(type !== 'reauthentication')
  }
})

test('a name that a stranger typed becomes no markup in any language', () => {
  const { html } = translatedMail('signup', 'de', { ...variables, name: '<b>Anna</b>' })
  expect(html).toContain('Hallo &lt;b&gt;Anna')
})
