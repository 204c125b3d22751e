import { expect, test } from 'vitest'
import { decisionsFor } from './decisions.ts'
import type { QueueItem } from './types.ts'

const waiting = { id: 'one', since: '2026-03-01T12:00:00Z', priority: 40, person: null }
const report: QueueItem = {
  ...waiting,
  kind: 'report',
  target_kind: 'listing',
  target_id: 'ad',
  count: 1,
  reasons: ['scam'],
  taken: false,
  taken_by_me: false,
  details: [],
  evidence: null,
}
const ad: QueueItem = {
  ...waiting,
  kind: 'ad',
  person: {
    ...{ id: 'tom', display_name: 'Tom', avatar_path: null },
    ...{ standing: 'good', trust_level: 0, joined_at: '2026-02-01T12:00:00Z' },
  },
  title: 'Plimsolls',
  description: '',
  price_minor: 2500,
  currency: 'EUR',
  rule: 'photo_elsewhere:1',
  rule_name: null,
  reason: null,
  cover_path: null,
}
const message: QueueItem = {
  ...waiting,
  kind: 'message',
  body: 'Hi',
  pattern: 'other',
  state: 'held',
  sentence: null,
  before: [],
  appeal: null,
}
const appeal: QueueItem = {
  ...waiting,
  kind: 'appeal',
  decision_no: 1,
  action: 'hide',
  target_kind: 'listing',
  statement: '',
  appeal: '',
  mine: false,
}

test.each([report, ad, message, appeal])(
  'each decision about a $kind has a unique key, and one is marked as likely',
  (item) => {
    const decisions = decisionsFor(item)
    const keys = decisions.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    // J, K and S move between cases.
    expect(keys.filter((key) => !/^[A-Z]$/.test(key) || 'JKS'.includes(key))).toEqual([])
    expect(decisions.filter(({ isFirst }) => isFirst)).toHaveLength(1)
  },
)

test('the statement to the user matches the decision and is long enough for the server', () => {
  const all = [report, ad, message, appeal].flatMap(decisionsFor).flatMap(({ says }) => says ?? [])
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((says) => says.length < 10)).toEqual([])
  expect(decisionsFor(ad).find(({ isFirst }) => isFirst)).toMatchObject({
    label: 'Ask for own photos',
    says: 'Your ad isn’t live yet: one of its photos is from another ad. Add your own photos and publish again.',
  })
})

test('the seller of a waiting ad can be banned from there', () => {
  const ban = decisionsFor(ad).find(({ key }) => key === 'B')
  expect(ban).toMatchObject({ label: 'Block seller', isGrave: true, isFinal: true })
  expect(ban?.toAction('because of that', 7)).toMatchObject({ targetKind: 'profile', targetId: 'tom', action: 'ban' })
})

test('only a limit and a suspension have a duration', () => {
  const timed = decisionsFor(report).filter((decision) => 'days' in decision.toAction('because of that', 7))
  expect(timed.map(({ key }) => key)).toEqual(['L', 'U'])
})
