import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListBuckets,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { operator } from '../server.ts'
import { aBucket } from './rooms.ts'
import { bytesOf, refusalOf, s3Operator, s3Somebody } from './s3-clients.ts'

const GIVEN_HEADERS = {
  ContentDisposition: 'attachment; filename="plan.txt"',
  ContentLanguage: 'pt-PT',
  Expires: new Date('2030-01-01T00:00:00Z'),
}

describe('metadata set by the writer', () => {
  test('is returned however it was written, and copied along', async () => {
    const [s3, Bucket, Other] = [s3Operator(), await aBucket(), await aBucket()]
    const Metadata = { 'with.dot': 'yes', 'with-dash': 'too' }
    await s3.send(new PutObjectCommand({ Bucket, Key: 'put', Body: 'plums', ...GIVEN_HEADERS, Metadata }))
    const place = { Bucket, Key: 'parts' }
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...place, ...GIVEN_HEADERS, Metadata }))
    const { ETag } = await s3.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: 'plums' }))
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
    await s3.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload }))
    await s3.send(new CopyObjectCommand({ Bucket: Other, Key: 'copy', CopySource: `${Bucket}/parts` }))
    for (const where of [{ Bucket, Key: 'put' }, place, { Bucket: Other, Key: 'copy' }]) {
      expect(await s3.send(new HeadObjectCommand(where))).toMatchObject({ ...GIVEN_HEADERS, Metadata })
      expect(await s3.send(new GetObjectCommand(where))).toMatchObject({ ...GIVEN_HEADERS, Metadata })
    }
    const onto = { Bucket, Key: 'put', CopySource: `${Bucket}/put`, MetadataDirective: 'REPLACE' } as const
    await s3.send(new CopyObjectCommand({ ...onto, ContentLanguage: 'en' }))
    const replaced = await s3.send(new HeadObjectCommand({ Bucket, Key: 'put' }))
    expect(replaced).toMatchObject({ ContentLanguage: 'en', Metadata: {} })
    expect([replaced.ContentDisposition, replaced.ExpiresString]).toEqual([undefined, undefined])
  })

  test('is sent to readers who follow a link, unless they ask for another name', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket({ public: true })]
    await s3.send(
      new PutObjectCommand({ Bucket, Key: 'a', Body: 'plums', ContentType: 'text/plain', ...GIVEN_HEADERS }),
    )
    const shown = async (url: string) => {
      const { headers } = await fetch(url)
      return [headers.get('content-disposition'), headers.get('content-language')]
    }
    const room = operator().storage.from(Bucket)
    expect(await shown(room.getPublicUrl('a').data.publicUrl)).toEqual([GIVEN_HEADERS.ContentDisposition, 'pt-PT'])
    const named = await shown(room.getPublicUrl('a', { download: 'b.txt' }).data.publicUrl)
    expect(named[0]).toBe("attachment; filename=b.txt; filename*=UTF-8''b.txt")
    const signed = (more: object) => getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'a', ...more }))
    expect((await shown(await signed({})))[0]).toBe(GIVEN_HEADERS.ContentDisposition)
    expect((await shown(await signed({ ResponseContentDisposition: 'inline' })))[0]).toBe('inline')
  })

  test('never shows a page in our own origin', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket({ public: true })]
    const page = { Bucket, Body: '<script>alert(1)</script>', ContentType: 'text/html' }
    await s3.send(new PutObjectCommand({ ...page, Key: 'shown', ContentDisposition: 'inline; filename="a.html"' }))
    await s3.send(new PutObjectCommand({ ...page, Key: 'named', ContentDisposition: 'attachment; filename="a.html"' }))
    for (const [Key, expected] of [
      ['shown', 'attachment'],
      ['named', 'attachment; filename="a.html"'],
    ] as const) {
      const links = [
        operator().storage.from(Bucket).getPublicUrl(Key).data.publicUrl,
        await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key })),
      ]
      for (const link of links) expect((await fetch(link)).headers.get('content-disposition')).toBe(expected)
    }
  })

  test('is returned as attributes', async () => {
    const [s3, Bucket, anna] = [s3Operator(), await aBucket(), await s3Somebody()]
    const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'plums' }))
    const asked = { Bucket, Key: 'a', ObjectAttributes: ['ETag', 'ObjectSize', 'StorageClass', 'Checksum'] } as const
    const wanted = () => new GetObjectAttributesCommand({ ...asked, ObjectAttributes: [...asked.ObjectAttributes] })
    expect(await s3.send(wanted())).toMatchObject({
      ETag: ETag.replaceAll('"', ''),
      ObjectSize: 5,
      StorageClass: 'STANDARD',
      LastModified: expect.any(Date),
    })
    expect((await refusalOf(anna.s3.send(wanted()))).code).toBe('NoSuchKey')
    const odd = { Bucket, Key: 'a', ObjectAttributes: ['Colour' as 'ETag'] }
    expect((await refusalOf(s3.send(new GetObjectAttributesCommand(odd)))).code).toBe('InvalidArgument')
  })
})

test('an object is a single part for clients that read by part number', async () => {
  const [s3, Bucket] = [s3Operator(), await aBucket()]
  const place = { Bucket, Key: 'a' }
  await s3.send(new PutObjectCommand({ ...place, Body: 'plums' }))
  const first = await s3.send(new GetObjectCommand({ ...place, PartNumber: 1 }))
  expect(first).toMatchObject({ ContentRange: 'bytes 0-4/5', ContentLength: 5 })
  expect((await bytesOf(first)).toString()).toBe('plums')
  expect(await s3.send(new HeadObjectCommand({ ...place, PartNumber: 1 }))).toMatchObject({ ContentLength: 5 })
  expect(await refusalOf(s3.send(new GetObjectCommand({ ...place, PartNumber: 2 })))).toEqual({
    code: 'InvalidPartNumber',
    status: 416,
  })
  const both = new GetObjectCommand({ ...place, PartNumber: 1, Range: 'bytes=0-1' })
  expect((await refusalOf(s3.send(both))).code).toBe('InvalidRequest')
  await s3.send(new PutObjectCommand({ ...place, Body: '' }))
  expect((await bytesOf(await s3.send(new GetObjectCommand({ ...place, PartNumber: 1 })))).length).toBe(0)
})

test('an object and its copy each have one consistent time, in listings and on their own', async () => {
  const [s3, Bucket] = [s3Operator(), await aBucket()]
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'plums' }))
  const { CopyObjectResult } = await s3.send(
    new CopyObjectCommand({ Bucket, Key: 'b', CopySource: `${Bucket}/a`, MetadataDirective: 'COPY' }),
  )
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }))
  const seconds = (time: Date | undefined) => Math.floor((time?.getTime() ?? Number.NaN) / 1000)
  for (const { Key, LastModified } of Contents) {
    const alone = await s3.send(new HeadObjectCommand({ Bucket, Key }))
    expect(seconds(alone.LastModified)).toBe(seconds(LastModified))
  }
  const [first, second] = Contents
  expect(second?.LastModified).toEqual(CopyObjectResult?.LastModified)
  expect(second?.LastModified?.getTime()).toBeGreaterThan(first?.LastModified?.getTime() ?? Number.POSITIVE_INFINITY)
})

test('buckets are listed page by page, and by prefix', async () => {
  const s3 = s3Operator()
  const made = [await aBucket(), await aBucket(), await aBucket()].toSorted()
  const prefix = 'people-'
  const names: (string | undefined)[] = []
  for await (const page of paginateListBuckets({ client: s3, pageSize: 2 }, { Prefix: prefix })) {
    expect(page.Buckets?.length).toBeLessThanOrEqual(2)
    names.push(...(page.Buckets ?? []).map(({ Name }) => Name))
  }
  expect(names.filter((name) => made.includes(name ?? ''))).toEqual(made)
  expect(names.every((name) => name?.startsWith(prefix))).toBe(true)
  const madeUp = new ListBucketsCommand({ ContinuationToken: '%%%' })
  expect((await refusalOf(s3.send(madeUp))).code).toBe('InvalidArgument')
})
