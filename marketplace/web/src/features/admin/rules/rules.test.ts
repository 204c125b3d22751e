import { expect, test } from 'vitest'
import type { GuardRule } from './api.ts'
import { byRule } from './queries.ts'

const version = (id: string, number: number, retired: boolean): GuardRule => ({
  id,
  version: number,
  pattern: 'bulk',
  signals: "'phone'",
  weight: 10,
  action: 'warn',
  created_at: '2026-11-21T10:00:00Z',
  retired_at: retired ? '2026-11-21T11:00:00Z' : null,
})

test('versions are grouped by rule, newest first, even if all are retired', () => {
  const rules = byRule([version('a.one', 1, true), version('b.two', 1, true), version('a.one', 2, false)])
  expect(rules.map(({ id, latest, versions }) => [id, latest.version, versions.length])).toEqual([
    ['a.one', 2, 2],
    ['b.two', 1, 1],
  ])
})
