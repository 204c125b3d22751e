import { expect, test } from 'vitest'
import { readSchedule } from './cron-worker.ts'

const due = (schedule: string, times: readonly string[]) =>
  times.filter((time) => readSchedule(schedule)(new Date(time)))

test('a schedule is due exactly at its times', () => {
  const times = ['2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z', '2026-03-02T09:30:00Z', '2026-03-02T09:30:30Z']
  expect(due('30 seconds', times)).toEqual(times)
  expect(due('*/30 9 * * mon-fri', times)).toEqual([times[2]])
  expect(due('0 0 $ * *', times)).toEqual([times[0]])
  expect(due('@monthly', times)).toEqual([times[1]])
  expect(due('0 0 * mar 7', times)).toEqual([times[1]])
})
