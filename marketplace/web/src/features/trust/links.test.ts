import { describe, expect, test } from 'vitest'
import { ownerIn, piecesOf } from './links.ts'

describe('web addresses in a message', () => {
  test.each([
    ['Look at https://ctt.pt/a?b=1.', ['Look at ', 'https://ctt.pt/a?b=1', '.']],
    ['souk-pay.example/get and www.photos.com!', ['souk-pay.example/get', ' and ', 'www.photos.com', '!']],
    ['It costs 4.50, see you at 18.30', ['It costs 4.50, see you at 18.30']],
    ['Mail me@example.com', ['Mail me@example.com']],
    ['', []],
  ])('%s', (text, pieces) => {
    expect(piecesOf(text).map((piece) => piece.text)).toEqual(pieces)
  })

  test('link to their URL, with a scheme', () => {
    expect(piecesOf('see souk.example/x')[1]?.url).toBe('https://souk.example/x')
    expect(piecesOf('see http://souk.example')[1]?.url).toBe('http://souk.example')
  })

  test('show the registrable domain, whatever surrounds it', () => {
    expect(ownerIn('https://souk.com.evil.example/souk.com', 'evil.example')).toEqual({
      before: 'https://souk.com.',
      domain: 'evil.example',
      after: '/souk.com',
    })
    expect(ownerIn('http://203.0.113.7/pay', null)).toEqual({ before: 'http://', domain: '203.0.113.7', after: '/pay' })
    expect(ownerIn('not an address', null)).toEqual({ before: '', domain: 'not an address', after: '' })
  })
})
