import { describe, expect, test } from 'vitest'
import { judge } from './token-refresh.ts'

const now = new Date('2026-01-01T00:00:20Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
// Three rotations: number 2 was replaced 5 s ago, number 1 9 s ago, number 0 15 s ago.
const session = { counter: 3, now, recent_rotations: [secondsAgo(5), secondsAgo(9), secondsAgo(15)] }

describe('a presented refresh token', () => {
  test.each([
    [3, 'active', 'the active one'],
    [2, 'repeated', 'its direct predecessor'],
    [1, 'repeated', 'one that was replaced within the reuse interval'],
    [0, 'stolen', 'one that was replaced before the reuse interval'],
    [4, 'ahead', 'one that was never issued'],
  ])('with number %i is %s: %s', (presented, judgement) => {
    expect(judge(presented, session, 10)).toBe(judgement)
  })

  test('is repeated at any time if it is the direct predecessor', () => {
    const old = { counter: 1, now, recent_rotations: [secondsAgo(86_400)] }
    expect(judge(0, old, 10)).toBe('repeated')
  })

  test('is stolen if its rotation is no longer remembered', () => {
    expect(judge(0, { ...session, recent_rotations: [secondsAgo(1)] }, 10)).toBe('stolen')
  })
})
