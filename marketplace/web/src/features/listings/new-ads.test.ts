import { expect, test } from 'vitest'
import { countNewAds } from './new-ads.ts'

test('the first poll records all ads and reports nothing new', () => {
  expect(countNewAds(null, ['b', 'a'], 10)).toEqual({ known: ['b', 'a'], count: 0, isMore: false })
})

test('ads before the first known one are new, even if a known one is gone', () => {
  expect(countNewAds({ known: ['b', 'a'] }, ['d', 'c', 'b', 'a'], 10)).toMatchObject({ count: 2, isMore: false })
  expect(countNewAds({ known: ['b', 'a'] }, ['c', 'a'], 10)).toMatchObject({ count: 1 })
  expect(countNewAds({ known: ['b', 'a'] }, ['a'], 10)).toMatchObject({ count: 0 })
  expect(countNewAds({ known: [] }, ['a'], 10)).toMatchObject({ count: 1, isMore: false })
})

test('a poll with only new ads reports that there may be more', () => {
  expect(countNewAds({ known: ['a'] }, ['d', 'c', 'b'], 3)).toMatchObject({ count: 3, isMore: true })
})
