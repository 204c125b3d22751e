import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sql } from '../../database/database.ts'
import type { ObjectRow } from './object-row.ts'
import { createPublicObjects } from './public-objects.ts'

// A database that another process writes to: each test sets its answer.
let answer: Promise<unknown[]>
let questions: number
const admin = ((first: unknown) => {
  if (Array.isArray(first) && !('raw' in first)) return first // columns
  questions += 1
  return answer
}) as Sql

const row = (version: string, isPublic = true) => ({
  is_public: isPublic,
  avif_autodetection: false,
  id: 'id',
  bucket_id: 'photos',
  name: 'a.jpg',
  version,
  updated_at: new Date('2026-11-21T10:00:00Z'),
})
const rows = (...found: unknown[]) => Promise.resolve(found)

beforeEach(() => {
  questions = 0
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})
afterEach(() => vi.useRealTimers())

/** A cached object, and a check whether it is still current. */
async function found() {
  answer = rows(row('1'))
  const objects = createPublicObjects(admin)
  const known = await objects.find('photos', 'a.jpg')
  return { objects, isCurrent: objects.watch(known.row as ObjectRow) }
}

test('a lookup stays valid for less than a second, even if the wall clock changes', async () => {
  const { objects, isCurrent } = await found()
  vi.setSystemTime(0)
  vi.advanceTimersByTime(999)
  expect(isCurrent()).toBe(true)
  await objects.find('photos', 'a.jpg')
  expect(questions).toBe(1)
  vi.advanceTimersByTime(1)
  expect(isCurrent()).toBe(false)
  await objects.find('photos', 'a.jpg')
  expect(questions).toBe(2)
  expect(isCurrent()).toBe(true)
})

test.each([
  ['replaced', [row('2')]],
  ['removed', [{ ...row('1'), id: null }]],
  ['no longer public', [row('1', false)]],
  ['gone with its bucket', []],
])('is not current after another process made it %s and it was looked up again', async (_what, now) => {
  const { objects, isCurrent } = await found()
  vi.advanceTimersByTime(1000)
  answer = rows(...now)
  await objects.find('photos', 'a.jpg')
  expect(isCurrent()).toBe(false)
})

test.each([
  ['the object', 'forget'],
  ['its bucket', 'forgetBucket'],
] as const)('a change to %s in this process counts at once', async (_what, forgets) => {
  const { objects, isCurrent } = await found()
  objects[forgets]('photos', 'a.jpg')
  expect(isCurrent()).toBe(false)
})

test('a lookup that started before a change does not count after it', async () => {
  const objects = createPublicObjects(admin)
  let tell: (rows: unknown[]) => void = () => undefined
  answer = new Promise((resolve) => {
    tell = resolve
  })
  const early = objects.find('photos', 'a.jpg')
  objects.forget('photos', 'a.jpg')
  tell([row('1')])
  const isCurrent = objects.watch((await early).row as ObjectRow)
  expect(isCurrent()).toBe(false)
  answer = rows(row('2'))
  expect((await objects.find('photos', 'a.jpg')).row?.version).toBe('2')
  expect(isCurrent()).toBe(false)
})

test('a missing object is looked up again each time', async () => {
  answer = rows()
  const objects = createPublicObjects(admin)
  await objects.find('photos', 'a.jpg')
  answer = rows(row('1'))
  expect((await objects.find('photos', 'a.jpg')).row?.version).toBe('1')
})
