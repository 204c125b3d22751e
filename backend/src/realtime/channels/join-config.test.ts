import { expect, test } from 'vitest'
import { readJoinConfig, tokenIn } from './join-config.ts'

test('booleans may be strings in any case', () => {
  const config = readJoinConfig({
    config: { private: 'TRUE', broadcast: { ack: true, self: 'false' }, presence: { enabled: 'False' } },
  })
  expect(config).toMatchObject({ isPrivate: true, wantsAck: true, wantsOwnBroadcasts: false, wantsPresence: false })
})

test.each([
  [{}],
  [{ config: null }],
  [{ config: 'x' }],
  [{ config: { broadcast: 1, presence: [], postgres_changes: {} } }],
])('treats the invalid config %j as absent', (payload) => {
  expect(readJoinConfig(payload)).toMatchObject({
    isPrivate: false,
    wantsAck: false,
    wantsPresence: true,
    postgresChanges: [],
  })
})

test.each([[''], [7], ['x'.repeat(256)]])('replaces the presence key %j by a random one', (unusable) => {
  const key = () => readJoinConfig({ config: { presence: { key: unusable } } }).presenceKey
  expect(key()).toMatch(/^[0-9a-f-]{36}$/)
  expect(key()).not.toBe(key())
})

test('entries for changes are returned with an id that equal entries share', () => {
  const entry = { event: '*', schema: 'public', table: 'todos' }
  const { postgresChanges } = readJoinConfig({
    config: { postgres_changes: [entry, null, { ...entry, event: 'INSERT' }, entry] },
  })
  expect(postgresChanges).toMatchObject([entry, { ...entry, event: 'INSERT' }, entry])
  expect(postgresChanges[0]?.id).toBe(postgresChanges[2]?.id)
  expect(postgresChanges[0]?.id).not.toBe(postgresChanges[1]?.id)
  expect(postgresChanges[0]?.id).toBeGreaterThan(0)
})

test.each([
  [undefined, null],
  [{ wait: false }, null],
  [{ wait: true }, 15_000],
  [{ wait: 'true', timeout: 500 }, 500],
  [{ wait: true, timeout: 60_000 }, 20_000],
  [{ wait: true, timeout: 'long' }, 15_000],
])('a join with the options %j waits this many milliseconds for changes: %s', (options, expected) => {
  const config = { postgres_changes: [{ event: '*', schema: 'public' }], postgres_changes_options: options }
  expect(readJoinConfig({ config }).changesWaitMs).toBe(expected)
})

test('a join without changes does not wait', () => {
  const config = { postgres_changes: [], postgres_changes_options: { wait: true } }
  expect(readJoinConfig({ config }).changesWaitMs).toBeNull()
})

test('opaque keys are not user tokens', () => {
  expect(tokenIn({ access_token: 'sb_publishable_x' })).toBeNull()
  expect(tokenIn({ access_token: null })).toBeNull()
  expect(tokenIn({ access_token: '' })).toBe('')
  expect(tokenIn({ user_token: 'a.b.c' })).toBe('a.b.c')
})
