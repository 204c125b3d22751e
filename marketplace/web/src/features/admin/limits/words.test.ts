import { expect, test } from 'vitest'
import { limitText, spanText } from './words.ts'

test('intervals are formatted as text', () => {
  expect(['1 day', '01:00:00', '12:00:00', '7 days', '00:01:00'].map(spanText)).toEqual([
    '1 day',
    '1 hour',
    '12 hours',
    '7 days',
    '1 minute',
  ])
  expect(limitText({ level: 2, span: '1 day', scope: 'network' })).toBe('Trusted · 1 day · each network')
})
