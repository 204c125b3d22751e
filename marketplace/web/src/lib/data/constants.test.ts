import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'
import { isTriedAgain } from './retry.ts'
import { supabase } from './supabase.ts'

test('queries are fresh for 5 minutes and are tried once more', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({ staleTime: 300_000, retry: isTriedAgain })
  const lost = new TypeError('Failed to fetch')
  expect([0, 1, 2].map((failures) => isTriedAgain(failures, lost))).toEqual([true, false, false])
})

test('realtime sends a heartbeat every 25 s', () => {
  expect(supabase.realtime.heartbeatIntervalMs).toBe(25_000)
})
