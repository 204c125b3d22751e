import { describe, expect, test } from 'vitest'
import { isBlank, type KeptDraft, mergeDraft } from './draft.ts'
import { contentOf, EMPTY_FORM, formOf, type OwnListing, type PostForm } from './listing-form.ts'
import type { Attribute } from './types.ts'

const attributes: Attribute[] = [
  createAttribute({ key: 'eu_size', type: 'size', options: [{ id: '38', label: '38' }] }),
  createAttribute({ key: 'heel_cm', type: 'decimal' }),
  createAttribute({ key: 'box', type: 'bool' }),
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
  version: 4,
  updated_at: '2026-03-01T10:00:00Z',
  listing_photos: [],
}

function createKeptDraft(change: Partial<KeptDraft>): KeptDraft {
  return {
    userId: 'anna',
    listingId: 'one',
    stored: true,
    version: 3,
    form: { ...form, title: 'Typed on the train' },
    photos: [],
    storedPhotos: [],
    changedAt: Date.parse('2026-03-01T10:00:05Z'),
    isTextSaved: false,
    ...change,
  }
}

describe('storing', () => {
  test('keeps "price on request", which has no amount', () => {
    const asked = contentOf({ ...form, price: '', onRequest: true, quantity: '5' }, attributes)
    expect(asked).toMatchObject({ price_type: 'on_request', price_minor: null, quantity: 5 })
    expect(formOf(asked)).toMatchObject({ onRequest: true, price: '', quantity: '5' })
  })

  test('converts text to columns: cents, types, coordinates and handover', () => {
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

  test('omits the price of a free item, even if one was typed', () => {
    expect(contentOf({ ...form, type: 'free' }, attributes)).toMatchObject({
      type: 'free',
      price_type: 'free',
      price_minor: null,
    })
  })

  test('omits invalid values instead of guessing', () => {
    const half = contentOf({ ...EMPTY_FORM, price: '5o', attributes: { eu_size: '99', heel_cm: 'low' } }, attributes)
    expect(half).toMatchObject({ price_minor: null, attributes: {}, condition: null, category: null })
  })

  test('keeps a wanted ad wanted', () => {
    expect(contentOf({ ...form, type: 'wanted' }, attributes).type).toBe('wanted')
  })

  test('restores stored values as they were typed', () => {
    expect(contentOf(formOf(stored), attributes)).toEqual(contentOf(form, attributes))
  })
})

describe('opening', () => {
  test('restores unsaved changes with the version they are based on', () => {
    expect(mergeDraft(stored, createKeptDraft({}))).toMatchObject({
      form: { title: 'Typed on the train' },
      version: 3,
      isUnsaved: true,
    })
  })

  test('shows the server’s text if nothing local is unsaved', () => {
    const expected = { form: { title: 'Fringed suede boots' }, version: 4, isUnsaved: false }
    expect(mergeDraft(stored, createKeptDraft({ isTextSaved: true }))).toMatchObject(expected)
    expect(mergeDraft(stored, null)).toMatchObject(expected)
  })

  test('keeps the position of photos that are still uploading', () => {
    const row = (id: string, position: number) => ({ id, path: `anna/one/${id}`, alt: '', position })
    const kept = (id: string) => ({ id, path: null, name: `${id}.jpg`, alt: '' })
    const server = { ...stored, listing_photos: [row('a', 0), row('gone', 1), row('c', 2), row('new', 3)] }
    const { photos } = mergeDraft(
      server,
      createKeptDraft({
        isTextSaved: true,
        photos: [kept('c'), kept('waits'), kept('a'), kept('elsewhere')],
        // "gone" was removed here, "elsewhere" on another device, where "new" was added.
        storedPhotos: ['a', 'gone', 'c', 'elsewhere'],
      }),
    )
    expect(photos.map(({ id, state }) => [id, state.is])).toEqual([
      ['c', 'ready'],
      ['waits', 'waiting'],
      ['a', 'ready'],
      ['new', 'ready'],
    ])
  })
})

test('a form with only defaults is blank, one with any input is not', () => {
  expect(isBlank({ ...EMPTY_FORM, place: 'Estrela, Lisbon' })).toBe(true)
  expect(isBlank({ ...EMPTY_FORM, title: 'Boots' })).toBe(false)
  expect(isBlank({ ...EMPTY_FORM, condition: 'good' })).toBe(false)
})

function createAttribute(change: Partial<Attribute>): Attribute {
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
