import { describe, expect, test } from 'vitest'
import { mayRedirectTo } from './redirects.ts'

const rules = {
  siteUrl: 'https://souk.example',
  redirectAllowList: ['https://*.preview.example/**', 'https://app.example.com/{a,b}/*', 'myapp://cb', 'http*://**'],
}
const strict = { ...rules, redirectAllowList: rules.redirectAllowList.slice(0, 3) }
const local = { siteUrl: 'http://localhost:3000', redirectAllowList: [] }

describe('the redirect allow list', () => {
  test.each([
    ['https://souk.example', strict],
    ['https://souk.example/auth?next=%2Fpost#top', strict],
    ['https://one.preview.example/any/where?x=1', strict],
    ['https://app.example.com/a/x', strict],
    ['https://app.example.com/b/x#fragment', strict],
    ['myapp://cb', strict],
    ['http://127.0.0.1:5173/auth', strict],
    ['http://localhost:5173/auth', local],
  ])('allows redirects to %s', (url, given) => {
    expect(mayRedirectTo(given, url)).toBe(true)
  })

  test.each([
    ['http://souk.example', strict, 'another scheme'],
    ['https://souk.example:8443/', strict, 'another port'],
    ['https://souk.example.evil.example/', strict, 'a longer host'],
    ['https://a.b.preview.example/', strict, 'a star that would have to cross a dot'],
    ['https://app.example.com/c/x', strict, 'no alternative of the braces'],
    ['https://app.example.com/a/x/y', strict, 'a star that would have to cross a slash'],
    ['https://app-example.com/a/x', strict, 'a dot is a dot'],
    ['https://2130706433/', rules, 'a decimal number for a host'],
    ['https://0x7f000001/', rules, 'a hexadecimal number for a host'],
    ['https://10.0.0.1/', rules, 'an address that is not loopback'],
    ['https://user@souk.example/', rules, 'a user name'],
    ['https://evil.example\\@souk.example/', rules, 'a backslash'],
    ['https://souk.example/\n', rules, 'a control character'],
    ['javascript:alert(1)', { ...rules, redirectAllowList: ['**'] }, 'a script'],
    ['data:text/html,x', { ...rules, redirectAllowList: ['**'] }, 'a document'],
    ['//souk.example', rules, 'no scheme'],
    ['someone@example.com', rules, 'no address at all'],
  ])('never allows redirects to %j', (url, given) => {
    expect(mayRedirectTo(given, url)).toBe(false)
  })
})
