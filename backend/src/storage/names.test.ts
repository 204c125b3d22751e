import { expect, test } from 'vitest'
import { isValidKey, requireBucketName } from './names.ts'

test.each([
  'a',
  'a/b.txt',
  'folder with blank/file (1).jpg',
  "it's!",
  'a&b$c@d=e;f:g+h,i?j',
  'x'.repeat(1024),
  '.hidden',
  '..a/b..',
])('accepts the key %j', (key) => expect(isValidKey(key)).toBe(true))

test.each([
  '',
  '/a',
  '.',
  '..',
  'a/..',
  'a/../b',
  './a',
  'a\\b',
  'a\0b',
  'a%2e',
  'a#b',
  'a~b',
  'é',
  'a\nb',
  '[a]',
  '"a"',
  'x'.repeat(1025),
])('rejects the key %j', (key) => expect(isValidKey(key)).toBe(false))

test.each(['a', 'my-bucket', 'With Blank', 'x'.repeat(100)])('accepts the bucket name %j', (name) => {
  expect(requireBucketName(name)).toBe(name)
})

test.each(['', ' a', 'a ', 'a/b', '..', 'x'.repeat(101), 'logs--table-s3', 'é'])(
  'rejects the bucket name %j',
  (name) => {
    expect(() => requireBucketName(name)).toThrow('Bucket name invalid')
  },
)
