import { describe, expect, test } from 'vitest'
import { contentOf, formOf, isBlank, type LocalCopy, mergeDraft, readLocalCopy, writeLocalCopy } from './draft.ts'
import { type Attribute, EMPTY_FORM, type OwnListing, type PostForm } from './types.ts'

const attributes: Attribute[] = [
  anAttribute({ key: 'eu_size', type: 'size', options: [{ id: '38', label: '38' }] }),
  anAttribute({ key: 'heel_cm', type: 'decimal' }),
  anAttribute({ key: 'box', type: 'bool' }),
]

const form: PostForm = {
  ...EMPTY_FORM,
  title: ' Fringed suede boots ',
  category: 'boots',
  condition: 'good',
  attributes: { eu_size: '38', heel_cm: '7,5', box: 'no', seats: '3' },
  description: 'Worn three times.',
  price: '55,50',
  openToOffers: true,
  place: 'estrela',
  ship: true,
  shipCost: '4,20',
}

const stored: OwnListing = {
  ...contentOf(form, attributes),
  id: 'one',
  state: 'draft',
  updated_at: '2026-03-01T10:00:00Z',
  listing_photos: [],
}

function aLocalCopy(change: Partial<LocalCopy>): LocalCopy {
  return {
    userId: 'anna',
    listingId: 'one',
    stored: true,
    form: { ...form, title: 'Typed on the train' },
    changedAt: Date.parse('2026-03-01T10:00:05Z'),
    synced: false,
    ...change,
  }
}

describe('storing', () => {
  test('text becomes the columns: cents, types, coordinates and handover', () => {
    expect(contentOf(form, attributes)).toMatchObject({
      title: 'Fringed suede boots',
      type: 'sell',
      price_minor: 5550,
      price_type: 'negotiable',
      attributes: { eu_size: '38', heel_cm: 7.5, box: false },
      area: 'Estrela',
      city: 'Lisbon',
      lat: 38.712,
      delivery: 'both',
      ship_cost_minor: 420,
    })
  })

  test('a gift has no price, even when one was typed before', () => {
    expect(contentOf({ ...form, giveAway: true }, attributes)).toMatchObject({
      type: 'free',
      price_type: 'free',
      price_minor: null,
    })
  })

  test('what cannot be read yet is left out, not guessed', () => {
    const half = contentOf({ ...EMPTY_FORM, price: '5o', attributes: { eu_size: '99', heel_cm: 'low' } }, attributes)
    expect(half).toMatchObject({ price_minor: null, attributes: {}, condition: null, category: null })
  })

  test('a wanted ad stays wanted', () => {
    expect(contentOf(form, attributes, { type: 'wanted', currency: 'EUR', price_type: 'fixed' }).type).toBe('wanted')
  })

  test('what was stored opens as it was typed', () => {
    expect(contentOf(formOf(stored), attributes)).toEqual(contentOf(form, attributes))
  })
})

describe('merging', () => {
  test('what was typed later and never reached the server wins', () => {
    expect(mergeDraft(stored, aLocalCopy({}))).toMatchObject({ from: 'local', form: { title: 'Typed on the train' } })
  })

  test.each<[string, Partial<LocalCopy>]>([
    ['the server has it already', { synced: true }],
    ['the server is newer', { changedAt: Date.parse('2026-03-01T09:59:00Z') }],
    ['it belongs to another ad', { listingId: 'two' }],
  ])('the server wins when %s', (_, change) => {
    expect(mergeDraft(stored, aLocalCopy(change))).toMatchObject({
      from: 'server',
      form: { title: 'Fringed suede boots' },
    })
  })

  test('the server wins when there is no copy', () => {
    expect(mergeDraft(stored, null).from).toBe('server')
  })
})

describe('the copy in the browser', () => {
  test('is given back to the person who wrote it and to nobody else', () => {
    const storage = aStorage()
    writeLocalCopy(aLocalCopy({}), storage)
    expect(readLocalCopy('anna', storage)).toEqual(aLocalCopy({}))
    expect(readLocalCopy('ben', storage)).toBeNull()
  })

  test('is ignored when it is damaged', () => {
    expect(readLocalCopy('anna', aStorage('{"userId":"anna"'))).toBeNull()
    expect(readLocalCopy('anna', aStorage('{"userId":"anna","form":{}}'))).toBeNull()
  })
})

test('a form with only the defaults is blank, one with a word or a chosen condition is not', () => {
  expect(isBlank({ ...EMPTY_FORM, place: 'Estrela, Lisbon' })).toBe(true)
  expect(isBlank({ ...EMPTY_FORM, title: 'Boots' })).toBe(false)
  expect(isBlank({ ...EMPTY_FORM, condition: 'good' })).toBe(false)
})

function anAttribute(change: Partial<Attribute>): Attribute {
  return {
    key: 'key',
    label: { en: 'Label' },
    type: 'text',
    unit: null,
    options: [],
    required: false,
    show_on_card: false,
    ...change,
  }
}

function aStorage(text: string | null = null): Storage {
  let kept = text
  return {
    length: 1,
    key: () => null,
    clear: () => {},
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value
    },
    removeItem: () => {},
  }
}
