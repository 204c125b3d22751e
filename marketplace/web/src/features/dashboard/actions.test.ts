import { expect, test } from 'vitest'
import { actionsFor } from './actions.ts'
import { STATES } from './types.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ad = { expires_at: '2026-04-30T12:00:00Z', sold_at: null }

test('a live ad can be sold, reserved and paused; a draft can only be finished or deleted', () => {
  expect(actionsFor({ ...ad, state: 'active' }, now)).toEqual([
    'edit',
    'view',
    'sell',
    'reserve',
    'pause',
    'copy',
    'delete',
  ])
  expect(actionsFor({ ...ad, state: 'draft' }, now)).toEqual(['edit', 'delete'])
})

test('an ad can be extended in its last ten days', () => {
  expect(actionsFor({ ...ad, state: 'active', expires_at: '2026-03-08T12:00:00Z' }, now)).toContain('extend')
})

test('a sale can be undone for 14 days', () => {
  expect(actionsFor({ ...ad, state: 'sold', sold_at: '2026-02-20T12:00:00Z' }, now)).toContain('relist')
  expect(actionsFor({ ...ad, state: 'sold', sold_at: '2026-02-10T12:00:00Z' }, now)).not.toContain('relist')
})

test('an ad that moderators have hidden allows nothing', () => {
  expect(actionsFor({ ...ad, state: 'hidden' }, now)).toEqual([])
})

test('reserving and unreserving are never offered together', () => {
  for (const state of STATES) {
    const actions = actionsFor({ ...ad, state }, now)
    expect(actions.includes('reserve') && actions.includes('unreserve')).toBe(false)
  }
})
