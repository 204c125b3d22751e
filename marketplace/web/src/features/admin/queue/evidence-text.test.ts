import { expect, test } from 'vitest'
import { quoteOf } from './evidence-text.ts'
import type { ReportItem } from './types.ts'

test('the messages of a report say who wrote them, without codes of the system', () => {
  const report: ReportItem = {
    ...{ kind: 'report', id: 'r', since: '2026-11-20T10:00:00Z', priority: 1, target_kind: 'message', target_id: 'm' },
    ...{ count: 1, reasons: ['scam'], taken: false, taken_by_me: false, details: [] },
    person: {
      ...{ id: 'tom', display_name: 'Tom', avatar_path: null },
      ...{ standing: 'good', trust_level: 0, joined_at: '2026-11-20T10:00:00Z' },
    },
    evidence: {
      body: 'Pay me here',
      messages: [
        { sender_id: 'rita', kind: 'text', body: 'Is it still there?' },
        { sender_id: 'tom', kind: 'offer', body: null },
        { sender_id: null, kind: 'system', body: 'offer_accepted' },
        { sender_id: 'tom', kind: 'image', body: null },
        { sender_id: 'tom', kind: 'text', body: 'Pay me here' },
      ],
    },
  }
  expect(quoteOf(report).split('\n')).toEqual([
    'Pay me here',
    'Other person: “Is it still there?”',
    'Sender: “Photo”',
    'Sender: “Pay me here”',
  ])
})
