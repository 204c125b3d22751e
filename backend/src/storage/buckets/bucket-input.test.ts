import { expect, test } from 'vitest'
import { parseSize, readBucketColumns } from './bucket-input.ts'

test.each([
  ['20mb', 20_000_000],
  ['1.5KB', 1500],
  ['12345 B', 12_300], // three significant digits
  ['1GB', 1_000_000_000],
])('%s are %i bytes', (text, bytes) => expect(parseSize(text)).toBe(bytes))

test.each(['', '20', 'MB', '-1MB', '1e3MB', '1TB'])('rejects %j as a size', (text) => {
  expect(() => parseSize(text)).toThrow('Invalid file size format')
})

test('omitted fields stay absent, and null clears a field', () => {
  expect(readBucketColumns({ public: true }, 100)).toEqual({ public: true })
  expect(readBucketColumns({ file_size_limit: null, allowed_mime_types: null }, 100)).toEqual({
    file_size_limit: null,
    allowed_mime_types: null,
  })
})

test('a bucket cannot exceed the limit of the installation', () => {
  expect(readBucketColumns({ file_size_limit: 100 }, 100)).toEqual({ file_size_limit: 100 })
  expect(() => readBucketColumns({ file_size_limit: 101 }, 100)).toThrow('exceeded the maximum allowed size')
})
