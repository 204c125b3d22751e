import { expect, test } from 'vitest'
import { readHelp } from '../../../../contract/help/read-help.ts'
import { Articles } from './articles.ts'

const english = new Articles(readHelp('en'))
const found = (query: string) => english.find(query).map((article) => article.id)

test('an article with the word in its question ranks above one that only mentions it', () => {
  expect(found('pay')[0]).toBe('when-to-pay')
  expect(found('pay')).toContain('five-scams')
})

test('every word must match, ignoring case and accents', () => {
  expect(found('DELETE account')[0]).toBe('delete-account')
  expect(found('cafe')).toEqual(['where-to-meet'])
  expect(found('delete zebra')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('keywords find the article, ranked below matches in the text', () => {
  expect(found('wishlist')).toEqual(['save-an-ad'])
  expect(found('newsletter')[0]).toBe('mails')
})

test('each language has its own search words, with or without accents', () => {
  const german = new Articles(readHelp('de'))
  const ids = (query: string) => german.find(query).map((article) => article.id)
  expect(ids('Konto löschen')[0]).toBe('delete-account')
  expect(ids('ubergabe code')).toContain('handover')
  expect(ids('kündigen')).toContain('delete-account')
  expect(ids('wishlist')).toEqual([])
})
