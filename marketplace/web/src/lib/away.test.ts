import { expect, test } from 'vitest'
import { awayUntil } from './away.ts'

test('a vacation starts on its first day and ends automatically on the day of return', () => {
  const vacation = { away_from: '2026-11-23', away_until: '2026-12-07' }
  const on = (day: string) => awayUntil(vacation, new Date(`${day}T12:00:00Z`))
  expect([on('2026-11-22'), on('2026-11-23'), on('2026-12-06'), on('2026-12-07')]).toEqual([
    null,
    '2026-12-07',
    '2026-12-07',
    null,
  ])
  expect(awayUntil({ away_from: null, away_until: null })).toBeNull()
})
