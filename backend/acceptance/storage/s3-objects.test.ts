import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import {
  type ChecksumAlgorithm,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { operator } from '../server.ts'
import { aBucket } from './rooms.ts'
import { bytesOf, refusalOf, s3Operator, s3Somebody } from './s3-clients.ts'

const md5 = (content: Buffer | string) => `"${createHash('md5').update(content).digest('hex')}"`

describe('buckets', () => {
  test('are created, found, listed and deleted', async () => {
    const s3 = s3Operator()
    const Bucket = `people-${randomUUID()}`
    expect(await refusalOf(s3.send(new HeadBucketCommand({ Bucket })))).toEqual({ code: 'NotFound', status: 404 })
    expect((await s3.send(new CreateBucketCommand({ Bucket }))).Location).toBe(`/${Bucket}`)
    await s3.send(new HeadBucketCommand({ Bucket }))
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}))
    expect(Buckets.find(({ Name }) => Name === Bucket)?.CreationDate).toBeInstanceOf(Date)
    expect((await s3.send(new GetBucketLocationCommand({ Bucket }))).LocationConstraint ?? '').toBe('')
    expect((await s3.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined()
    expect((await operator().storage.getBucket(Bucket)).data).toMatchObject({ id: Bucket, public: false })

    expect((await refusalOf(s3.send(new CreateBucketCommand({ Bucket })))).code).toBe('BucketAlreadyOwnedByYou')
    await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a' }))
    expect(await refusalOf(s3.send(new DeleteBucketCommand({ Bucket })))).toEqual({
      code: 'BucketNotEmpty',
      status: 409,
    })
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }))
    await s3.send(new DeleteBucketCommand({ Bucket }))
    expect((await refusalOf(s3.send(new DeleteBucketCommand({ Bucket })))).code).toBe('NoSuchBucket')
  })

  test('are inaccessible to users without a policy', async () => {
    const [Bucket, anna] = [await aBucket(), await s3Somebody()]
    expect((await anna.s3.send(new ListBucketsCommand({}))).Buckets ?? []).toEqual([])
    expect((await refusalOf(anna.s3.send(new HeadBucketCommand({ Bucket })))).status).toBe(404)
    const fresh = `people-${randomUUID()}`
    expect(await refusalOf(anna.s3.send(new CreateBucketCommand({ Bucket: fresh })))).toEqual({
      code: 'AccessDenied',
      status: 403,
    })
    expect((await refusalOf(anna.s3.send(new DeleteBucketCommand({ Bucket })))).code).toBe('NoSuchBucket')
    expect((await operator().storage.getBucket(Bucket)).error).toBeNull()
  })
})

describe('an object', () => {
  test('is returned as it was written, with all its metadata, through both protocols', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket()]
    const Body = randomBytes(100_000)
    const Metadata = { room: 'kitchen', 'with-dash': 'yes' }
    const put = await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'a/plan.pdf',
        Body,
        ContentType: 'application/pdf',
        CacheControl: 'max-age=60',
        Metadata,
      }),
    )
    expect(put.ETag).toBe(md5(Body))
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'a/plan.pdf' }))
    expect((await bytesOf(got)).equals(Body)).toBe(true)
    const said = {
      ContentType: 'application/pdf',
      CacheControl: 'max-age=60',
      ContentLength: 100_000,
      ETag: put.ETag,
      Metadata,
    }
    expect(got).toMatchObject(said)
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'a/plan.pdf' }))).toMatchObject(said)

    const { data } = await operator().storage.from(Bucket).info('a/plan.pdf')
    expect(data).toMatchObject({ size: 100_000, contentType: 'application/pdf', metadata: { room: 'kitchen' } })
    await operator()
      .storage.from(Bucket)
      .upload('native.txt', Buffer.from('from the other side'), { contentType: 'text/plain' })
    const native = await s3.send(new GetObjectCommand({ Bucket, Key: 'native.txt' }))
    expect((await bytesOf(native)).toString()).toBe('from the other side')
  })

  test.each(["name with (brackets) & more!'*", 'plus+sign=and,comma', 'a//b', 'semi;colon:at@dollar$'])(
    'may be named %j',
    async (Key) => {
      const [s3, Bucket] = [s3Operator(), await aBucket()]
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
      expect((await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key })))).toString()).toBe(Key)
      await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: encodeURIComponent(`${Bucket}/${Key}`) }))
      await s3.send(new DeleteObjectCommand({ Bucket, Key }))
      expect((await refusalOf(s3.send(new GetObjectCommand({ Bucket, Key })))).code).toBe('NoSuchKey')
    },
  )

  test('is not stored under an invalid key', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket()]
    for (const Key of ['naïve', 'a#b', 'x/../y']) {
      expect(await refusalOf(s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })))).toMatchObject({ status: 400 })
    }
    expect((await operator().storage.from(Bucket).list()).data).toEqual([])
  })

  test('may be compressed, and stays so', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket({ public: true })]
    const Body = gzipSync('plums '.repeat(1000))
    const packed = { ContentType: 'text/plain', ContentEncoding: 'gzip' }
    await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ...packed }))
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'b', ...packed }))
    const part = await s3.send(new UploadPartCommand({ Bucket, Key: 'b', UploadId, PartNumber: 1, Body }))
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: part.ETag }] }
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'b', UploadId, MultipartUpload }))
    for (const Key of ['a', 'b']) {
      const got = await s3.send(new GetObjectCommand({ Bucket, Key }))
      expect(got).toMatchObject({ ContentEncoding: 'gzip', ContentLength: Body.length })
      expect((await bytesOf(got)).equals(Body)).toBe(true)
      const answer = await fetch(operator().storage.from(Bucket).getPublicUrl(Key).data.publicUrl)
      expect(await answer.text()).toBe('plums '.repeat(1000))
    }
    const again = { Bucket, Key: 'a', CopySource: `${Bucket}/a`, MetadataDirective: 'REPLACE' } as const
    await s3.send(new CopyObjectCommand(again))
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).ContentEncoding).toBeUndefined()
    const odd = s3.send(new PutObjectCommand({ Bucket, Key: 'c', Body, ContentEncoding: 'x-mine' }))
    expect(await refusalOf(odd)).toEqual({ code: 'InvalidRequest', status: 400 })
  })

  test('may be empty, or a stream of unknown type', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket()]
    await s3.send(new PutObjectCommand({ Bucket, Key: 'empty', Body: '' }))
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'empty' }))).ContentLength).toBe(0)
    const content = randomBytes(300_000)
    const Body = Readable.from([content.subarray(0, 1), content.subarray(1, 200_000), content.subarray(200_000)])
    await s3.send(new PutObjectCommand({ Bucket, Key: 'stream', Body, ContentLength: content.length }))
    expect((await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key: 'stream' })))).equals(content)).toBe(true)
  })

  test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] satisfies ChecksumAlgorithm[])(
    'is accepted with a %s checksum, and refused with a wrong one',
    async (ChecksumAlgorithm) => {
      const [s3, Bucket] = [s3Operator(), await aBucket()]
      const content = randomBytes(70_000)
      await s3.send(new PutObjectCommand({ Bucket, Key: 'whole', Body: content, ChecksumAlgorithm }))
      const stream = { Body: Readable.from([content]), ContentLength: content.length }
      await s3.send(new PutObjectCommand({ Bucket, Key: 'stream', ...stream, ChecksumAlgorithm }))
      const wrong = { [`Checksum${ChecksumAlgorithm}`]: Buffer.alloc(8).toString('base64') }
      const refused = s3.send(new PutObjectCommand({ Bucket, Key: 'wrong', Body: content, ...wrong }))
      expect(await refusalOf(refused)).toEqual({ code: 'BadDigest', status: 400 })
      const ContentMD5 = createHash('md5').update('another').digest('base64')
      const mistaken = s3.send(new PutObjectCommand({ Bucket, Key: 'wrong', Body: content, ContentMD5 }))
      expect((await refusalOf(mistaken)).code).toBe('BadDigest')
      const { data } = await operator().storage.from(Bucket).list()
      expect(data?.map(({ name }) => name)).toEqual(['stream', 'whole'])
    },
  )

  test('is read in part, and only when a condition holds', async () => {
    const [s3, Bucket, Key] = [s3Operator(), await aBucket(), 'digits']
    const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: '0123456789' }))
    const get = (more: object) => s3.send(new GetObjectCommand({ Bucket, Key, ...more }))
    const part = await get({ Range: 'bytes=2-4' })
    expect(part).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3 })
    expect((await bytesOf(part)).toString()).toBe('234')
    expect((await bytesOf(await get({ Range: 'bytes=-3' }))).toString()).toBe('789')
    expect(await refusalOf(get({ Range: 'bytes=10-' }))).toEqual({ code: 'InvalidRange', status: 416 })
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key, Range: 'bytes=0-0' }))).toMatchObject({
      ContentLength: 1,
    })

    const [before, after] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
    for (const holds of [{ IfMatch: ETag }, { IfMatch: ETag.replaceAll('"', '') }, { IfNoneMatch: '"other"' }]) {
      expect((await bytesOf(await get(holds))).toString()).toBe('0123456789')
    }
    expect((await bytesOf(await get({ IfUnmodifiedSince: after }))).toString()).toBe('0123456789')
    expect((await bytesOf(await get({ IfModifiedSince: before }))).toString()).toBe('0123456789')
    for (const fails of [{ IfMatch: '"other"' }, { IfUnmodifiedSince: before }]) {
      expect(await refusalOf(get(fails))).toEqual({ code: 'PreconditionFailed', status: 412 })
    }
    for (const known of [{ IfNoneMatch: ETag }, { IfModifiedSince: after }]) {
      expect((await refusalOf(get(known))).status).toBe(304)
    }
  })

  test('is sent with the headers that the reader requests', async () => {
    const [s3, Bucket, Key] = [s3Operator(), await aBucket(), 'a']
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a' }))
    const wanted = {
      ResponseContentType: 'text/csv',
      ResponseContentDisposition: 'attachment; filename="a.csv"',
      ResponseCacheControl: 'no-store',
      ResponseContentLanguage: 'pt',
    }
    expect(await s3.send(new GetObjectCommand({ Bucket, Key, ...wanted }))).toMatchObject({
      ContentType: 'text/csv',
      ContentDisposition: 'attachment; filename="a.csv"',
      CacheControl: 'no-store',
      ContentLanguage: 'pt',
    })
    expect((await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet ?? []).toEqual([])
  })

  test('is never stored by shared caches, whatever its writer declared', async () => {
    const [s3, Bucket, Key] = [s3Operator(), await aBucket(), 'a']
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a', CacheControl: 'public, s-maxage=60, max-age=60' }))
    const private60 = { CacheControl: 'private, max-age=60' }
    expect(await s3.send(new GetObjectCommand({ Bucket, Key }))).toMatchObject(private60)
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject(private60)
  })

  test('is created only where none exists, on request', async () => {
    const [s3, Bucket, Key] = [s3Operator(), await aBucket(), 'once']
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'first', IfNoneMatch: '*' }))
    const again = s3.send(new PutObjectCommand({ Bucket, Key, Body: 'second', IfNoneMatch: '*' }))
    expect(await refusalOf(again)).toEqual({ code: 'PreconditionFailed', status: 412 })
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'third' }))
    expect((await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key })))).toString()).toBe('third')
  })

  test('is replaced only if unchanged, on request', async () => {
    const [s3, Bucket, Key] = [s3Operator(), await aBucket(), 'counter']
    const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: '1' }))
    const write = (Body: string, IfMatch: string, key = Key) =>
      s3.send(new PutObjectCommand({ Bucket, Key: key, Body, IfMatch }))
    expect((await refusalOf(write('1', ETag, 'nothing'))).code).toBe('NoSuchKey')
    const changed = { code: 'PreconditionFailed', status: 412 }
    expect(await refusalOf(write('2', '"another"'))).toEqual(changed)
    const outcomes = await Promise.all(['2', '3', '4', '5'].map((body) => refusalOf(write(body, ETag))))
    expect(outcomes.filter(({ code }) => code === 'none')).toHaveLength(1)
    expect(outcomes.filter(({ code }) => code !== 'none')).toEqual([changed, changed, changed])
    const conditional = s3.send(new DeleteObjectCommand({ Bucket, Key, IfMatch: '"another"' }))
    expect((await refusalOf(conditional)).code).toBe('NotImplemented')
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength).toBe(1)
  })

  test('is copied with its metadata, or with new metadata', async () => {
    const [s3, Bucket, Other] = [s3Operator(), await aBucket(), await aBucket()]
    const Metadata = { room: 'kitchen' }
    const { ETag } = await s3.send(
      new PutObjectCommand({ Bucket, Key: 'a', Body: 'plums', ContentType: 'text/csv', Metadata }),
    )
    const copy = await s3.send(new CopyObjectCommand({ Bucket: Other, Key: 'b', CopySource: `${Bucket}/a` }))
    expect(copy.CopyObjectResult).toMatchObject({ ETag, LastModified: expect.any(Date) })
    const got = await s3.send(new GetObjectCommand({ Bucket: Other, Key: 'b' }))
    expect(got).toMatchObject({ ContentType: 'text/csv', Metadata })
    expect((await bytesOf(got)).toString()).toBe('plums')

    const onto = { Bucket, Key: 'a', CopySource: `${Bucket}/a` }
    expect((await refusalOf(s3.send(new CopyObjectCommand(onto)))).code).toBe('InvalidRequest')
    const replaced = { MetadataDirective: 'REPLACE', ContentType: 'text/plain', Metadata: { room: 'attic' } } as const
    await s3.send(new CopyObjectCommand({ ...onto, ...replaced }))
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).toMatchObject({
      ContentType: 'text/plain',
      Metadata: { room: 'attic' },
    })
    const unless = s3.send(
      new CopyObjectCommand({ Bucket, Key: 'c', CopySource: `${Bucket}/a`, CopySourceIfMatch: '"x"' }),
    )
    expect((await refusalOf(unless)).code).toBe('PreconditionFailed')
    const missing = s3.send(new CopyObjectCommand({ Bucket, Key: 'c', CopySource: `${Bucket}/missing` }))
    expect((await refusalOf(missing)).code).toBe('NoSuchKey')
  })

  test('is deleted alone and with others, and a missing one counts as deleted', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket()]
    for (const Key of ['a', 'b&c', 'd']) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
    const Objects = [{ Key: 'a' }, { Key: 'b&c' }, { Key: 'never' }]
    const { Deleted = [], Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(Deleted.map(({ Key }) => Key)).toEqual(['a', 'b&c', 'never'])
    expect(Errors).toEqual([])
    expect((await operator().storage.from(Bucket).list()).data?.map(({ name }) => name)).toEqual(['d'])
    const quiet = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'd' }], Quiet: true } }))
    expect(quiet.Deleted ?? []).toEqual([])
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd' }))
    expect((await operator().storage.from(Bucket).list()).data).toEqual([])
  })
})
