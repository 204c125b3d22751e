import { expect, test } from 'vitest'
import { canReview } from './types.ts'
import { endingText, suggestedAmounts, timeLeft } from './wording.ts'

const NOW = new Date(2026, 10, 21, 12, 0)

test('the remaining time is in hours, in minutes within the last hour, and empty once it is over', () => {
  const twoDays = new Date(NOW.getTime() + 48 * 3_600_000).toISOString()
  expect(timeLeft(twoDays, new Date(NOW.getTime() + 1000))).toBe('48 h left')
  expect(timeLeft(new Date(NOW.getTime() + 59.9 * 60_000).toISOString(), NOW)).toBe('1 h left')
  expect(timeLeft(new Date(NOW.getTime() + 59 * 60_000).toISOString(), NOW)).toBe('59 min left')
  expect(timeLeft(new Date(NOW.getTime() + 1).toISOString(), NOW)).toBe('1 min left')
  expect(timeLeft(NOW.toISOString(), NOW)).toBeNull()
})

test('suggested amounts are round, below the price and not below the minimum', () => {
  expect(suggestedAmounts(5500, 2750)).toEqual([4700, 5000, 5200])
  expect(suggestedAmounts(39_000, 19_500)).toEqual([33_500, 35_500, 37_000])
  expect(suggestedAmounts(5500, 5100)).toEqual([5200])
  expect(suggestedAmounts(400, 200)).toEqual([])
  expect(suggestedAmounts(null, null)).toEqual([])
})

test('a no-show is worded from the reader’s side', () => {
  const missed = { state: 'no_show', end_reason: null, no_show_by: 'me' } as const
  expect(endingText(missed, 'me', 'Ben')).toBe('Ben says you didn’t show up.')
  expect(endingText(missed, 'somebody else', 'Anna')).toBe('Anna didn’t show up.')
  expect(endingText({ state: 'cancelled', end_reason: 'ran_out', no_show_by: null }, 'me', 'Ben')).toBe(
    'Cancelled: 72 hours passed.',
  )
})

test('a review can be written for 14 days after a completed or missed deal', () => {
  const ended = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
  expect(canReview({ state: 'completed', ended_at: ended(13.9) }, NOW)).toBe(true)
  expect(canReview({ state: 'no_show', ended_at: ended(1) }, NOW)).toBe(true)
  expect(canReview({ state: 'completed', ended_at: ended(14.1) }, NOW)).toBe(false)
  expect(canReview({ state: 'cancelled', ended_at: ended(1) }, NOW)).toBe(false)
  expect(canReview({ state: 'scheduled', ended_at: null }, NOW)).toBe(false)
})
