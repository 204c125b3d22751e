import { expect, test } from 'vitest'
import { aListingDetail } from '../listing.fixtures.ts'
import type { AttributeDefinition } from '../listing.ts'
import { questionsFor } from './questions.ts'

const defined = (key: string, label: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  key,
  label: { en: label },
  type: 'text',
  unit: null,
  options: [],
  ...more,
})
const photo = { id: 'p', path: 'a/b.jpg', width: 900, height: 900, alt: null, position: 0 }
const three = [photo, photo, photo]

test('missing facts that buyers filter by are asked first', () => {
  const definitions = [
    defined('colour', 'Colour', { facet: true }),
    defined('width_cm', 'Width', { type: 'int', unit: 'cm', required: true }),
    defined('ram_gb', 'RAM', { facet: true, type: 'int', unit: 'GB' }),
  ]
  const listing = aListingDetail({ photos: three, delivery: 'both', attributes: { colour: 'blue' } })
  expect(questionsFor(listing, definitions)).toEqual([
    'What’s the width, in cm?',
    'What’s the RAM, in GB?',
    'When can I come and see it?',
  ])
})

test('asks about few photos, no shipping and unknown shipping costs, four questions at most', () => {
  const listing = aListingDetail({ photos: [photo], delivery: 'pickup' })
  expect(questionsFor(listing, [])).toEqual([
    'Could you send more photos?',
    'Can you ship it?',
    'When can I come and see it?',
  ])
  expect(questionsFor(aListingDetail({ photos: three, delivery: 'ship', ship_cost_minor: null }), [])[0]).toBe(
    'How much is shipping?',
  )
  const many = [defined('a', 'A'), defined('b', 'B'), defined('c', 'C')]
  expect(questionsFor(listing, many)).toHaveLength(4)
})

test('under a wanted ad the item is offered, not asked about', () => {
  expect(questionsFor(aListingDetail({ type: 'wanted' }), [defined('colour', 'Colour')])[0]).toContain('I have one')
})
