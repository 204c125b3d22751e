import { expect, test } from 'vitest'
import { parseSnapshot } from '../../database/replication/snapshot.ts'
import type { Dependencies } from './dependencies.ts'
import { SeenCommits } from './seen-commits.ts'

const on = (...tables: string[]): Dependencies => ({ tables: new Set(tables), anything: false, keeping: 'normal' })
const onAnything: Dependencies = { tables: new Set(), anything: true, keeping: 'short' }

test('detects a snapshot that lacks a commit to a table it reads', () => {
  const commits = new SeenCommits()
  commits.add(15n, ['public.books'])
  const before = parseSnapshot('10:20:15')
  expect(commits.seenBy(before, on('public.books'))).toBe(false)
  expect(commits.seenBy(before, on('public.loans'))).toBe(true)
  expect(commits.seenBy(before, onAnything)).toBe(false)
  expect(commits.seenBy(parseSnapshot('10:20:12'), on('public.books'))).toBe(true)
})

test('detects a lagging replica that lacks an old commit', () => {
  const commits = new SeenCommits()
  commits.add(15n, ['public.books'])
  expect(commits.seenBy(parseSnapshot('30:30:'), on('public.books'))).toBe(true)
  expect(commits.seenBy(parseSnapshot('14:14:'), on('public.books'))).toBe(false)
})

test('summarises many commits without missing any', () => {
  const commits = new SeenCommits()
  for (let transaction = 1000n; transaction < 3000n; transaction++) commits.add(transaction, ['public.books'])
  expect(commits.seenBy(parseSnapshot('1005:3000:1005'), on('public.books'))).toBe(false)
  expect(commits.seenBy(parseSnapshot('3000:3000:'), on('public.books'))).toBe(true)
})

test('a changed definition affects every read', () => {
  const commits = new SeenCommits()
  commits.addDefinition(15n)
  expect(commits.seenBy(parseSnapshot('15:16:'), on('public.books'))).toBe(true)
  expect(commits.seenBy(parseSnapshot('15:15:'), on('public.books'))).toBe(false)
  expect(commits.definitionsSeenBy(parseSnapshot('10:16:15'))).toBe(false)
})
