import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'
import { supabase } from './supabase.ts'

test('queries are fresh for 5 minutes and are tried once more', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({ staleTime: 300_000, retry: 1 })
})

test('realtime sends its heartbeat every 25 s', () => {
  expect(supabase.realtime.heartbeatIntervalMs).toBe(25_000)
})
