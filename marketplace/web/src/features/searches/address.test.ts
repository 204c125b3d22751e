import { describe, expect, test } from 'vitest'
import { isSearch, keptAddress, keptQuery, withExcluded, wordsOf } from './address.ts'

describe('a saved search', () => {
  test('is the same whatever its order, page and view', () => {
    expect(keptAddress('q=lamp&sort=price_asc&page=3&view=map&category=lamps')).toBe('category=lamps&q=lamp')
    expect(keptAddress('category=lamps&q=lamp&posted_since=3')).toBe('category=lamps&q=lamp')
  })

  test('keeps filters and drops order and excluded words', () => {
    const search = { q: 'lamp', price_max: 4000, sort: 'newest', exclude: ['red'], posted_within_days: 3 } as const
    expect(keptQuery(search)).toEqual({ q: 'lamp', price_max: 4000 })
  })

  test('must have at least one filter', () => {
    expect(isSearch({ sort: 'newest' })).toBe(false)
    expect(isSearch({ lat: 1, lng: 2 })).toBe(false)
    expect(isSearch({ lat: 1, lng: 2, radius_km: 10 })).toBe(true)
    expect(isSearch({ category: 'lamps' })).toBe(true)
  })

  test('parses excluded words from free text, and includes them in its URL', () => {
    expect(wordsOf(' broken, spare;parts broken ')).toEqual(['broken', 'spare', 'parts'])
    expect(withExcluded('q=lamp', ['red', 'broken'])).toBe('exclude=red+broken&q=lamp')
    expect(withExcluded('exclude=red&q=lamp', [])).toBe('q=lamp')
  })
})
