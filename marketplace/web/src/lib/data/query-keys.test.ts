import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keys } from './query-keys.ts'

const FEATURES = join(import.meta.dirname, '../../features')
/** A literal key: an array that begins with a string, where a key is expected. */
const WRITTEN_OUT = /(?:[qQ]ueryKey(?::| =)|(?:get|set)QueryData(?:<[^(]*>)?\(|Key = .*=>) \[?'?([a-z-]+)'/g

test('each query key subject belongs to one feature, or is shared by name', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: FEATURES, exclude: ['**/*.test.*'] })) {
    const [feature = ''] = file.split('/')
    for (const [, subject = ''] of readFileSync(join(FEATURES, file), 'utf8').matchAll(WRITTEN_OUT))
      owners.set(subject, (owners.get(subject) ?? new Set()).add(feature))
  }
  expect(owners.size).toBeGreaterThan(20)
  const shared = [...owners].filter(([subject, features]) => features.size > 1 || subject in keys)
  expect(shared.map(([subject, features]) => `${subject}: ${[...features].join(', ')}`)).toEqual([])
})
