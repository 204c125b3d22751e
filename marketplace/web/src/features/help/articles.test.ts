import { expect, test } from 'vitest'
import { readHelp } from '../../../../contract/help/read-help.ts'
import { Articles } from './articles.ts'

const english = new Articles(readHelp('en'))
const found = (query: string) => english.find(query).map((article) => article.id)

test('an article with the word in its question comes before one that only mentions it', () => {
  expect(found('pay')[0]).toBe('when-to-pay')
  expect(found('pay')).toContain('five-scams')
})

test('every word must be there, whatever the case or accent', () => {
  expect(found('DELETE account')[0]).toBe('delete-account')
  expect(found('cafe')).toEqual(['where-to-meet'])
  expect(found('delete zebra')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('words that only people use find the article, behind those that say them', () => {
  expect(found('wishlist')).toEqual(['save-an-ad'])
  expect(found('newsletter')[0]).toBe('mails')
})

test('each language is searched by its own words, with or without its accents', () => {
  const german = new Articles(readHelp('de'))
  const ids = (query: string) => german.find(query).map((article) => article.id)
  expect(ids('Konto löschen')[0]).toBe('delete-account')
  expect(ids('ubergabe code')).toContain('handover')
  expect(ids('kündigen')).toContain('delete-account')
  expect(ids('wishlist')).toEqual([])
})
