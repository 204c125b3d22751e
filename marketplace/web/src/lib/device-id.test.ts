import { expect, test } from 'vitest'
import { deviceId } from './device-id.ts'

test('a browser keeps its id, and has none if storage is blocked', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(
    deviceId(
      () => storage,
      () => 'one',
    ),
  ).toBe('one')
  expect(
    deviceId(
      () => storage,
      () => 'two',
    ),
  ).toBe('one')
  const closed = () => {
    throw new Error('closed')
  }
  expect(deviceId(closed, () => 'one')).toBe('')
})
