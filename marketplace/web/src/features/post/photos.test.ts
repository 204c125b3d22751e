import { describe, expect, test } from 'vitest'
import {
  fileProblem,
  isRefused,
  movePhoto,
  openPhotos,
  type PostPhoto,
  photoChanges,
  photosProblem,
  photosReducer,
  roomFor,
} from './photos.ts'

function createPhoto(id: string, change: Partial<PostPhoto> = {}): PostPhoto {
  return { id, path: `anna/ad/${id}`, previewUrl: null, name: `${id}.jpg`, alt: '', state: { is: 'ready' }, ...change }
}
const createRow = (id: string, position: number, alt = '') => ({ id, path: `anna/ad/${id}`, alt, position })
const ids = (photos: { id: string }[]) => photos.map((photo) => photo.id).join('')

describe('reordering', () => {
  const photos = [createPhoto('a'), createPhoto('b'), createPhoto('c'), createPhoto('d')]

  test.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [0, 4, 'abcd'],
    [-1, 2, 'abcd'],
    [9, 0, 'abcd'],
  ])('from %i to %i gives %s', (from, to, order) => {
    expect(ids(movePhoto(photos, from, to))).toBe(order)
  })

  test('goes through the reducer, and the new first photo is the cover', () => {
    expect(ids(photosReducer(photos, { type: 'move', from: 2, to: 0 }))).toBe('cabd')
  })
})

describe('an upload', () => {
  test('that fails affects only its own photo, and can still succeed', () => {
    const photos = [createPhoto('a'), createPhoto('b', { path: null, state: { is: 'uploading', progress: 0.4 } })]
    const failed = photosReducer(photos, {
      type: 'state',
      id: 'b',
      state: { is: 'failed', reason: 'Check your connection, then retry.', canRetry: true },
    })
    expect(failed[0]).toEqual(photos[0])
    expect(photosReducer(failed, { type: 'uploaded', id: 'b', path: 'anna/ad/b' })).toEqual([
      createPhoto('a'),
      createPhoto('b'),
    ])
  })
})

describe('a rejected file', () => {
  const refused = { is: 'failed', reason: 'This file is empty.', canRetry: false } as const

  test('leaves its place: accepted photos come first, also when more are added', () => {
    const photos = photosReducer([createPhoto('a'), createPhoto('b')], { type: 'state', id: 'a', state: refused })
    expect(ids(photos)).toBe('ba')
    const more = photosReducer(photos, { type: 'add', photos: [createPhoto('c')] })
    expect(ids(more)).toBe('bca')
    expect(more.map(isRefused)).toEqual([false, false, true])
  })

  test('differs from a photo that is still uploading, which keeps its place', () => {
    const waits = { ...refused, canRetry: true }
    expect(ids(photosReducer([createPhoto('a'), createPhoto('b')], { type: 'state', id: 'a', state: waits }))).toBe(
      'ab',
    )
  })
})

describe('files', () => {
  test('that cannot be photos are reported with the reason', () => {
    expect(fileProblem({ name: 'notes.txt', type: 'text/plain', size: 10 })).toContain('isn’t an image')
    expect(fileProblem({ name: 'big.jpg', type: 'image/jpeg', size: 30 * 1024 * 1024 })).toBe(
      'This photo is 30 MB. The limit is 20 MB.',
    )
    expect(fileProblem({ name: 'none.jpg', type: 'image/jpeg', size: 0 })).toContain('empty')
    expect(fileProblem({ name: 'logo.svg', type: 'image/svg+xml', size: 900 })).toContain('drawing')
  })

  test('that may be photos are accepted, even if the system does not know their type', () => {
    expect(fileProblem({ name: 'boots.jpg', type: 'image/jpeg', size: 20 * 1024 * 1024 })).toBeUndefined()
    expect(fileProblem({ name: 'IMG_1.HEIC', type: '', size: 10 })).toBeUndefined()
  })

  test('beyond the twentieth are dropped with a message', () => {
    expect(roomFor(0, 20)).toEqual({ taken: 20, message: undefined })
    expect(roomFor(18, 5)).toEqual({ taken: 2, message: 'You can add up to 20 photos. 3 were left out.' })
    expect(roomFor(20, 1)).toMatchObject({ taken: 0, message: expect.stringContaining('One was') })
  })
})

describe('storing', () => {
  test('writes only differences', () => {
    const stored = [createRow('a', 0), createRow('b', 1), createRow('c', 2)]
    const photos = [createPhoto('b'), createPhoto('a'), createPhoto('d', { alt: 'sole' })]
    expect(photoChanges(stored, photos)).toEqual({
      insert: [createRow('d', 2, 'sole')],
      update: [createRow('b', 0), createRow('a', 1)],
      remove: [createRow('c', 2)],
      wanted: [createRow('b', 0), createRow('a', 1), createRow('d', 2, 'sole')],
    })
  })

  test('omits failed and pending photos, without gaps in the positions', () => {
    const photos = [
      createPhoto('a', { path: null, state: { is: 'failed', reason: '', canRetry: true } }),
      createPhoto('b', { path: null, state: { is: 'uploading', progress: 0.5 } }),
      createPhoto('c'),
    ]
    expect(photoChanges([], photos)).toMatchObject({ insert: [createRow('c', 0)], update: [], remove: [] })
  })

  test('writes nothing for an unchanged ad', () => {
    const stored = [createRow('b', 1, 'heel'), createRow('a', 0)]
    const opened = openPhotos(stored)
    expect(ids(opened)).toBe('ab')
    expect(photoChanges(stored, opened)).toMatchObject({ insert: [], update: [], remove: [] })
  })
})

test('publishing needs enough photos; pending ones count, since publishing waits for them, failed ones do not', () => {
  expect(photosProblem([], 1)).toBe('Add at least one photo.')
  expect(photosProblem([createPhoto('b', { state: { is: 'uploading', progress: 0 } })], 1)).toBeUndefined()
  const failed = createPhoto('b', { state: { is: 'failed', reason: '', canRetry: true } })
  expect(photosProblem([createPhoto('a'), failed], 1)).toBeUndefined()
  expect(photosProblem([failed], 1)).toBeDefined()
})
