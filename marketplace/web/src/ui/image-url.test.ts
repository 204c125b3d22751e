import { expect, test } from 'vitest'
import { imageSrcSet, imageUrl } from './image-url.ts'

test('a picture is requested by width, with every part of its path encoded', () => {
  const url = new URL(
    imageUrl('listing-photos', 'u1/a photo#1.jpg', { width: 320, height: 320, resize: 'cover' }),
    'https://souk.example',
  )
  expect(url.pathname).toBe('/storage/v1/render/image/public/listing-photos/u1/a%20photo%231.jpg')
  expect(Object.fromEntries(url.searchParams)).toEqual({ width: '320', height: '320', resize: 'cover' })
})

test('the source set lists every standard width, cropped to the ratio', () => {
  const set = imageSrcSet('listing-photos', 'a.jpg', 1).split(', ')
  expect(set.map((entry) => entry.split(' ')[1])).toEqual(['160w', '320w', '480w', '640w', '840w', '1280w'])
  expect(set[1]).toContain('width=320&height=320&resize=cover')
})
