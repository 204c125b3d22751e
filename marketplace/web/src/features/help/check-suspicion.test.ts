import { expect, test } from 'vitest'
import { withoutOwnLinks } from './check-suspicion.ts'

const OURS = 'https://souk.example'

test.each([
  [`${OURS}/listing/7?x=1`, '', 1],
  [`Look: ${OURS} and ${OURS}/browse#top ok`, 'Look:   and   ok', 2],
  ['https://souk.example.evil.com/x', 'https://souk.example.evil.com/x', 0],
  ['https://souk.example@evil.com/x', 'https://souk.example@evil.com/x', 0],
  ['https://souk.example:8443/x', 'https://souk.example:8443/x', 0],
  ['https://evil.com/https://souk.example.ru', 'https://evil.com/https://souk.example.ru', 0],
])('links to this site are removed from %s', (said, rest, own) => {
  expect(withoutOwnLinks(said, OURS)).toEqual({ rest, own })
})
