import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { operator } from '../server.ts'
import { aBucket } from './rooms.ts'
import { refusalOf, s3Operator, s3Somebody } from './s3-clients.ts'

const KEYS = [
  'B',
  'a',
  'a b+c',
  'a&b',
  'docs/',
  'docs/1',
  'docs/2',
  'docs/deep/1',
  'docs/deep/2',
  'docs-1',
  'pics/1',
  'z',
]
const inByteOrder = (names: readonly string[]) =>
  names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))

const s3 = s3Operator()
let Bucket = ''

beforeAll(async () => {
  Bucket = await aBucket()
  for (const key of KEYS) {
    const { error } = await operator().storage.from(Bucket).upload(key.replace(/\/$/, '/x'), Buffer.from(key))
    if (error) throw error
  }
})
const STORED = inByteOrder(KEYS.map((key) => key.replace(/\/$/, '/x')))

/** Every page of a listing: the names in their order, folders with a trailing slash. */
async function listed(options: Partial<ListObjectsV2CommandInput>): Promise<string[][]> {
  const pages: string[][] = []
  for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket, ...options })) {
    const folders = (page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix)
    const names = [...(page.Contents ?? []).map(({ Key = '' }) => Key), ...folders]
    expect(page.KeyCount).toBe(names.length)
    pages.push(names)
  }
  return pages
}

/** The listing that S3 specifies, computed from all keys. */
function expected({ Prefix = '', Delimiter = '', StartAfter = '' }: Partial<ListObjectsV2CommandInput>): string[] {
  const names = STORED.filter(
    (key) => key.startsWith(Prefix) && inByteOrder([key, StartAfter])[1] === key && key !== StartAfter,
  )
  return [
    ...new Set(
      names.map((key) => {
        const at = Delimiter === '' ? -1 : key.indexOf(Delimiter, Prefix.length)
        return at < 0 ? key : key.slice(0, at + Delimiter.length)
      }),
    ),
  ]
}

describe('a listing', { timeout: 60_000 }, () => {
  test('has every key in byte order, with size, ETag and time', async () => {
    const { Contents = [], IsTruncated } = await s3.send(new ListObjectsV2Command({ Bucket }))
    expect(Contents.map(({ Key }) => Key)).toEqual(STORED)
    expect(IsTruncated).toBe(false)
    expect(Contents[0]).toMatchObject({
      Size: 1,
      ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      LastModified: expect.any(Date),
    })
  })

  test('contains each folder once, and continues after it', async () => {
    const { Contents = [], CommonPrefixes = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }))
    expect(Contents.map(({ Key }) => Key)).toEqual(['B', 'a', 'a b+c', 'a&b', 'docs-1', 'z'])
    expect(CommonPrefixes.map(({ Prefix }) => Prefix)).toEqual(['docs/', 'pics/'])
    const inside = await s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/', Prefix: 'docs/' }))
    expect(inside.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['docs/deep/'])
  })

  test('is the same for every page size, with any prefix, delimiter and start', async () => {
    const part = fc.constantFrom('', '/', 'd', 'docs', 'docs/', 'docs/d', 'a', '-', 'oc', 'pics/1', 'zz')
    const listing = fc.record({
      Prefix: part,
      Delimiter: part,
      StartAfter: part,
      MaxKeys: fc.integer({ min: 1, max: 13 }),
    })
    await fc.assert(
      fc.asyncProperty(listing, async (options) => {
        const pages = await listed(options)
        expect(pages.slice(0, -1).every((page) => page.length === options.MaxKeys)).toBe(true)
        expect(inByteOrder(pages.flat())).toEqual(inByteOrder(expected(options)))
      }),
      { numRuns: 30 },
    )
  })

  test('of version 1 continues from its marker', async () => {
    const seen: string[] = []
    let Marker: string | undefined
    do {
      const page = await s3.send(new ListObjectsCommand({ Bucket, Delimiter: '/', MaxKeys: 3, Marker }))
      seen.push(
        ...(page.Contents ?? []).map(({ Key = '' }) => Key),
        ...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix),
      )
      Marker = page.IsTruncated ? page.NextMarker : undefined
    } while (Marker !== undefined)
    expect(inByteOrder(seen)).toEqual(inByteOrder(expected({ Delimiter: '/' })))
    const plain = await s3.send(new ListObjectsCommand({ Bucket, Marker: 'docs/deep/2' }))
    expect(plain.Contents?.map(({ Key }) => Key)).toEqual(['docs/x', 'pics/1', 'z'])
  })

  test('encodes names on request, and may be empty', async () => {
    const { Contents = [], EncodingType } = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'a', EncodingType: 'url' }),
    )
    expect(EncodingType).toBe('url')
    expect(Contents.map(({ Key }) => Key)).toEqual(['a', 'a%20b%2Bc', 'a%26b'])
    expect(await s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }))).toMatchObject({
      KeyCount: 0,
      IsTruncated: false,
    })
    expect((await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'none' }))).Contents).toBeUndefined()
  })

  test('omits objects that the caller’s policies hide', async () => {
    const anna = await s3Somebody()
    expect((await anna.s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
    for (const key of [`${anna.id}/a`, 'shared/a', 'secret/a']) await operator().storage.from(Bucket).upload(key, 'x')
    const all = await anna.s3.send(new ListObjectsV2Command({ Bucket }))
    expect(all.Contents?.map(({ Key }) => Key)).toEqual([`${anna.id}/a`, 'shared/a'])
    const folders = await anna.s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }))
    expect(folders.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual([`${anna.id}/`, 'shared/'])
    await operator()
      .storage.from(Bucket)
      .remove([`${anna.id}/a`, 'shared/a', 'secret/a'])
  })

  test('is refused for invalid tokens, numbers and buckets', async () => {
    const refusal = (options: object) => refusalOf(s3.send(new ListObjectsV2Command({ Bucket, ...options })))
    expect((await refusal({ ContinuationToken: 'made-up' })).code).toBe('InvalidArgument')
    expect((await refusal({ MaxKeys: -1 })).code).toBe('InvalidArgument')
    expect(await refusal({ Bucket: 'nowhere' })).toEqual({ code: 'NoSuchBucket', status: 404 })
  })
})
