import { describe, expect, test } from 'vitest'
import { findPlace } from './find-place.ts'
import type { QueueItem } from './queue/types.ts'

const report: QueueItem = {
  kind: 'report',
  id: 'case-1',
  since: '2026-11-01T10:00:00Z',
  priority: 1,
  person: null,
  target_kind: 'listing',
  target_id: 'ad-1',
  count: 1,
  reasons: ['scam'],
  taken: false,
  taken_by_me: false,
  details: [{ no: 41, reason: 'scam', detail: '', weight: 1, at: '2026-11-01T10:00:00Z', appeal: null }],
  evidence: null,
}

const found = (people: number, ads: number) => ({
  readQueue: async () => ({ items: [report] }),
  findPeople: async () => Array.from({ length: people }),
  findAds: async () => Array.from({ length: ads }),
})

describe('the search in the header of the administration', () => {
  test.each([
    ['the case of a number', '#41', found(1, 1), '/admin/queue?case=case-1'],
    ['people', 'Clara', found(2, 3), '/admin/people?q=Clara'],
    ['ads if it finds no people', 'blue plimsolls', found(0, 3), '/admin/ads?q=blue+plimsolls'],
    ['ads by their number', '42', found(0, 1), '/admin/ads?q=42'],
    ['the page that says that nothing was found', 'zzz', found(0, 0), '/admin/people?q=zzz'],
  ])('opens %s', async (_, q, from, path) => {
    expect(await findPlace(q, from)).toBe(path)
  })
})
