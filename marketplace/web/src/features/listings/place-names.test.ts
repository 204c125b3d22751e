import { afterEach, beforeEach, expect, test } from 'vitest'
import { activateLocale } from '../../i18n/messages.ts'
import { labelName, placeName, shortPlaceName } from '../../i18n/place-names.ts'
import { shortPlace } from './place-words.ts'

beforeEach(() => activateLocale('de'))
afterEach(() => activateLocale('en'))

test('on cards and in the place picker a city is named in the reader’s language, an area keeps its local name', () => {
  expect(shortPlaceName({ area: '', city: 'Lisbon' })).toBe('Lissabon')
  expect(placeName({ area: 'Graça', city: 'Lisbon' })).toBe('Graça, Lissabon')
  expect(labelName('Graça, Lisbon')).toBe('Graça, Lissabon')
  expect(shortPlace('Lisbon')).toBe('Lissabon')
})
