import { expect, test } from 'vitest'
import { avatarSize, PHOTO_WIDTHS, PICTURE_SIZES, photoSize, sizeQuery, WHOLE_PHOTO } from './picture-sizes.ts'

const listed = new Set(PICTURE_SIZES.map(sizeQuery))

test('any requested shape and size maps to one of a few sizes that the server renders', () => {
  const shapes = [148 / 276, 200 / 424, 0.6, 0.88, 1, 1.06, 4 / 3, 12, undefined]
  for (const width of PHOTO_WIDTHS)
    for (const shape of shapes) expect(listed).toContain(sizeQuery(photoSize(width, shape)))
  for (const drawn of [26, 40, 56, 88, 200]) expect(listed).toContain(sizeQuery(avatarSize(drawn)))
  expect(listed).toContain(sizeQuery(WHOLE_PHOTO))
  expect(PICTURE_SIZES.length).toBeLessThan(50)
})

test('a size is formatted as a query string', () => {
  expect(sizeQuery(photoSize(320, 1))).toBe('width=320&height=320&resize=cover')
  expect(sizeQuery(photoSize(320))).toBe('width=320&resize=contain')
  expect(avatarSize(56)).toMatchObject({ width: 112, height: 112 })
})
