import { expect, test } from 'vitest'
import { confirmSignUp } from './confirm-sign-up.ts'
import { reauthenticate } from './reauthenticate.ts'

const variables = {
  brandName: 'Souk',
  name: 'Anna & <b>Co</b>',
  email: '"><img src=x>@example.com',
  newEmail: null,
  otp: '012345',
  link: 'https://souk.example/auth/v1/verify?token=abc&type=signup&redirect_to=https://souk.example/"onclick="x',
}

test('a mail has a text and an HTML form that say the same, with link and code', () => {
  const mail = confirmSignUp({
    ...variables,
    name: 'Anna',
    email: 'anna@example.com',
    link: 'https://souk.example/x?a=1&b=2',
  })
  expect(mail.subject).toBe('Confirm your Souk account')
  for (const form of [mail.text, mail.html]) {
    expect(form).toContain('Hello Anna,')
    expect(form).toContain('anna@example.com')
    expect(form).toContain('012345')
  }
  expect(mail.text).toContain('https://souk.example/x?a=1&b=2')
  expect(mail.html).toContain('href="https://souk.example/x?a=1&amp;b=2"')
})

test('nothing that a stranger typed becomes markup', () => {
  const { html } = confirmSignUp(variables)
  expect(html).toContain('Anna &amp; &lt;b&gt;Co&lt;/b&gt;')
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('"onclick=')
})

test('a mail that carries only a code has no link', () => {
  const mail = reauthenticate(variables)
  expect(mail.subject).toContain('012345')
  expect(mail.html).not.toContain('<a ')
})
