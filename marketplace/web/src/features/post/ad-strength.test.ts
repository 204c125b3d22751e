import { expect, test } from 'vitest'
import { adStrength } from './ad-strength.ts'
import type { PostPhoto } from './photos.ts'
import { EMPTY_FORM, type PostForm } from './types.ts'

const photo = (id: string): PostPhoto => ({ id, path: id, previewUrl: null, name: '', alt: '', state: { is: 'ready' } })
const goodAd: PostForm = {
  ...EMPTY_FORM,
  title: 'Fringed suede boots, cream',
  description: 'Worn three times, bought in Madrid last spring. The heels are new and the box comes with them.',
  price: '55',
  attributes: { a: '1' },
}
const attribute = {
  key: 'a',
  label: { en: 'A' },
  type: 'text' as const,
  unit: null,
  options: [],
  required: false,
  show_on_card: false,
}

test('an empty ad has just begun and every point says what to do', () => {
  const { score, verdict } = adStrength(EMPTY_FORM, [], [attribute], undefined)
  expect({ score, verdict }).toEqual({ score: 0, verdict: 'begun' })
})

test('a complete ad is strong', () => {
  const photos = ['a', 'b', 'c'].map(photo)
  expect(adStrength(goodAd, photos, [attribute], { count: 20, p25: 4000, p75: 6000 }).verdict).toBe('strong')
})

test('words that could not be published make no ad stronger', () => {
  const shouted = { ...goodAd, title: goodAd.title.toUpperCase(), description: goodAd.description.toUpperCase() }
  expect(adStrength(goodAd, [], [attribute], undefined).score).toBe(4)
  expect(adStrength(shouted, [], [attribute], undefined).score).toBe(2)
})

test('a price above most sales costs a point, a missing guide does not', () => {
  const points = (p75?: number) => adStrength(goodAd, [], [attribute], { count: 9, p75 }).points.at(-1)
  expect(points(5000)).toEqual({ done: false, text: 'Most similar things sold for less' })
  expect(points(undefined)).toEqual({ done: true, text: 'A price is set' })
})
