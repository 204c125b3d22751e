import { expect, test } from 'vitest'
import { findArticles } from './articles.ts'

const found = (query: string) => findArticles(query).map((article) => article.id)

test('an article with the word in its question comes before one that only mentions it', () => {
  expect(found('pay')[0]).toBe('when-to-pay')
  expect(found('pay')).toContain('five-scams')
})

test('every word must be there, whatever the case or accent', () => {
  expect(found('DELETE account')).toEqual(['delete-account'])
  expect(found('cafe')).toEqual(['where-to-meet'])
  expect(found('delete zebra')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('words that only people use find the article, behind those that say them', () => {
  expect(found('wishlist')).toEqual(['save-an-ad'])
  expect(found('newsletter')[0]).toBe('mails')
})
