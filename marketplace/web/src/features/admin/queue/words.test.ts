import { expect, test } from 'vitest'
import { SCAM_PATTERNS } from '../../../../../contract/scam-patterns.ts'
import { patternName, ruleName } from './words.ts'

test('codes of the database are shown to moderators as text', () => {
  for (const pattern of [...Object.keys(SCAM_PATTERNS), 'made_tomorrow']) expect(patternName(pattern)).not.toMatch(/_/)
  const rules = [
    'photo_elsewhere:1',
    'photo_code:1',
    'photo_text:1',
    'photo_waiting:1',
    'photo_unread:1',
    'prohibited:live_animals',
    'new_rule:x',
  ]
  for (const rule of rules) expect(ruleName(rule)).toMatch(/^[A-Z][a-z ]+$/)
  expect(ruleName('prohibited:live_animals', { en: 'Live animals' })).toBe('Live animals')
})
