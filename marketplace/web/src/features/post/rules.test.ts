import { beforeAll, describe, expect, test } from 'vitest'
import { learnRefusals } from '../../i18n/refusals.ts'
import { EMPTY_FORM, type PostForm } from './listing-form.ts'
import { problemsOf, storageProblem } from './rules.ts'
import type { Attribute } from './types.ts'

beforeAll(learnRefusals)

const size: Attribute = {
  key: 'eu_size',
  label: { en: 'EU size' },
  type: 'size',
  unit: null,
  options: [{ id: '38', label: '38' }],
  required: true,
  show_on_card: true,
}
const heel: Attribute = {
  key: 'heel_cm',
  label: { en: 'Heel' },
  type: 'decimal',
  unit: 'cm',
  min: 0,
  max: 25,
  options: [],
  required: false,
  show_on_card: false,
}

const goodAd: PostForm = {
  ...EMPTY_FORM,
  title: 'Fringed suede boots, cream',
  category: 'boots',
  condition: 'good',
  attributes: { eu_size: '38', heel_cm: '7,5' },
  description: 'Worn three times, bought in Madrid last spring.',
  price: '55',
  place: 'Estrela, Lisbon',
}

function messagesFor(change: Partial<PostForm>): Record<string, string> {
  const problems = problemsOf({ ...goodAd, ...change }, { attributes: [size, heel] })
  return Object.fromEntries(problems.map(({ path, message }) => [path.join('.'), message]))
}

test('a complete ad is valid, also without condition and description', () => {
  expect(messagesFor({})).toEqual({})
  expect(messagesFor({ condition: '', description: '' })).toEqual({})
})

test('a postcode alone is not a place', () => {
  expect(messagesFor({ place: '1000-001' })).toEqual({ place: 'Add a location.' })
  expect(messagesFor({ place: '1000-001 Lisboa' })).toEqual({})
})

test('a draft may lack everything, and reports what it cannot store', () => {
  const problemWith = (change: Partial<PostForm>) => storageProblem({ ...EMPTY_FORM, ...change })
  expect(problemWith({})).toBeUndefined()
  expect(problemWith({ title: 'Hm', description: 'Call 912 345 678', price: '0', place: ',' })).toBeUndefined()
  expect(problemWith({ title: 'boot '.repeat(20) })).toContain('the title to 80 characters')
  expect(problemWith({ description: 'boot '.repeat(1100) })).toContain('the description to 5000 characters')
  expect(problemWith({ price: '99999999' })).toContain('The maximum price is')
  expect(problemWith({ price: '99999999', type: 'free' })).toBeUndefined()
  expect(problemWith({ ship: true, shipCost: '99999' })).toContain('The maximum for shipping is')
  expect(problemWith({ ship: false, shipCost: '99999' })).toBeUndefined()
  expect(problemWith({ place: '1000-001' })).toBeUndefined()
  expect(problemWith({ place: 'x'.repeat(81) })).toContain('shorter area name')
})

test('an empty form reports every required field at its path', () => {
  const problems = problemsOf(EMPTY_FORM, { attributes: [size, heel] })
  expect(problems.map(({ path }) => path.join('.')).sort()).toEqual([
    'attributes.eu_size',
    'category',
    'place',
    'price',
    'title',
  ])
})

test('a title with contact data is refused at the title', () => {
  expect(messagesFor({ title: 'Boots, call 912 345 678' }).title).toContain('phone')
})

describe('the price', () => {
  test('is not required for a free item', () => {
    expect(messagesFor({ price: '', type: 'free' })).toEqual({})
  })

  test.each(['', '0', '0.50', '2000000', '999999', 'fifty'])('"%s" is refused', (price) => {
    expect(messagesFor({ price })).toHaveProperty('price')
  })
})

test('far below all sales is refused as a lure, given enough sales', () => {
  const judge = (price: string, usualMinor?: number) =>
    problemsOf({ ...goodAd, price }, { attributes: [], ...(usualMinor ? { usualMinor } : {}) }).map(
      ({ path }) => path[0],
    )
  expect(judge('1', 9000)).toEqual(['price'])
  expect(judge('1')).toEqual([])
  expect(judge('5', 9000)).toEqual([])
  expect(judge('6', 900_000)).toEqual([])
})

test('a category can exclude types of ads', () => {
  const problems = problemsOf({ ...goodAd, type: 'free' }, { attributes: [], allowTypes: ['sell'] })
  expect(problems).toEqual([{ path: ['type'], message: 'No free ads in this category. Choose a type with a price.' }])
})

test('a wanted ad needs neither price nor attributes, but its budget is validated', () => {
  expect(messagesFor({ type: 'wanted', price: '', attributes: {} })).toEqual({})
  expect(messagesFor({ type: 'wanted', price: 'fifty' })).toHaveProperty('price')
})

test('a swap needs no price', () => {
  expect(messagesFor({ type: 'swap', price: '' })).toEqual({})
})

test('a required attribute is enforced, an optional number is checked against its range', () => {
  expect(messagesFor({ attributes: { heel_cm: '30' } })).toEqual({
    'attributes.eu_size': 'Choose the EU size.',
    'attributes.heel_cm': 'Heel: 25 cm or less.',
  })
})

test('a handover is required, and a shipping cost only when it ships', () => {
  expect(messagesFor({ meet: false })).toHaveProperty('meet')
  expect(messagesFor({ ship: true })).toHaveProperty('shipCost')
  expect(messagesFor({ ship: true, shipCost: '0' })).toEqual({})
})

test('a placeholder price is refused, and "Price on request" is an option', () => {
  for (const price of ['1234567', '123456', '9999999', '999999']) expect(messagesFor({ price }).price).toBeTruthy()
  expect(messagesFor({ price: '', onRequest: true })).toEqual({})
})

test('a quantity is 1 to 999, and one if empty', () => {
  for (const quantity of ['1', '999', '']) expect(messagesFor({ quantity })).toEqual({})
  for (const quantity of ['0', '1000', '2.5', 'some']) expect(messagesFor({ quantity }).quantity).toBeTruthy()
})
