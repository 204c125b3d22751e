import { expect, test } from 'vitest'
import { contextText } from './context.ts'

const shape = {
  schema: 'public',
  extraSearchPath: ['public', 'extensions'],
  readOnly: true,
  settings: [['statement_timeout', "3s'; drop table x; --"]] as const,
}

test('every setting is local to its transaction', () => {
  const text = contextText(shape, true)
  const calls = text.match(/set_config\(/g)?.length
  expect(calls).toBe(10)
  expect(text.match(/, true\)(?=,|\)$)/g)).toHaveLength(calls ?? 0)
  expect(text).not.toContain('false')
})

test('the role’s settings come before the role, and values are literals or parameters', () => {
  const text = contextText(shape, false)
  expect(text.indexOf('statement_timeout')).toBeLessThan(text.indexOf(`'role'`))
  expect(text).toContain(`'3s''; drop table x; --'`)
  expect(text).toContain(`set_config('search_path', '"public", "public", "extensions"', true)`)
  expect(text).toContain(`set_config('role', $1, true)`)
})

test('only requests that must not write are read-only', () => {
  expect(contextText(shape, false)).toContain(`set_config('transaction_read_only', 'on', true)`)
  expect(contextText({ ...shape, readOnly: false }, false)).not.toContain('read_only')
})

test('supports more settings than a function takes arguments', () => {
  const settings = Array.from({ length: 120 }, (_, n) => [`app.setting_${n}`, 'x'] as const)
  const text = contextText({ ...shape, settings }, false)
  expect(text.match(/set_config\(/g)).toHaveLength(128)
  expect(text).not.toContain('num_nulls')
})
