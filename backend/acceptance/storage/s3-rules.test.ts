import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { operator, target } from '../server.ts'
import { aBucket, aBucketOfPictures, aPhotograph, callAs } from './rooms.ts'
import { bytesOf, refusalOf, s3Operator, s3Somebody } from './s3-clients.ts'

describe('the rules of other uploads apply', () => {
  test('a user writes, reads, lists and deletes where the policies allow it, and nowhere else', async () => {
    const [Bucket, anna, ben] = [await aBucket(), await s3Somebody(), await s3Somebody()]
    const mine = { Bucket, Key: `${anna.id}/a` }
    await anna.s3.send(new PutObjectCommand({ ...mine, Body: 'mine' }))
    expect((await bytesOf(await anna.s3.send(new GetObjectCommand(mine)))).toString()).toBe('mine')
    expect((await operator().storage.from(Bucket).info(mine.Key)).data).toMatchObject({ size: 4 })

    expect(await refusalOf(ben.s3.send(new GetObjectCommand(mine)))).toEqual({ code: 'NoSuchKey', status: 404 })
    expect((await refusalOf(ben.s3.send(new HeadObjectCommand(mine)))).status).toBe(404)
    const denied = { code: 'AccessDenied', status: 403 }
    expect(await refusalOf(ben.s3.send(new PutObjectCommand({ ...mine, Body: 'his' })))).toEqual(denied)
    const CopySource = `${Bucket}/${mine.Key}`
    expect((await refusalOf(ben.s3.send(new CopyObjectCommand({ Bucket, Key: `${ben.id}/a`, CopySource })))).code).toBe(
      'NoSuchKey',
    )
    expect(await refusalOf(anna.s3.send(new CopyObjectCommand({ Bucket, Key: `${ben.id}/a`, CopySource })))).toEqual(
      denied,
    )
    await ben.s3.send(new DeleteObjectCommand(mine)) // ben learns nothing, and nothing happens

    await s3Operator().send(new PutObjectCommand({ Bucket, Key: 'shared/a', Body: 'ours' }))
    expect((await bytesOf(await ben.s3.send(new GetObjectCommand({ Bucket, Key: 'shared/a' })))).toString()).toBe(
      'ours',
    )
    expect(await refusalOf(ben.s3.send(new DeleteObjectCommand({ Bucket, Key: 'shared/a' })))).toEqual(denied)
    const Objects = [{ Key: 'shared/a' }, { Key: mine.Key }]
    const { Errors } = await ben.s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(Errors?.map(({ Key, Code }) => [Key, Code])).toEqual([['shared/a', 'AccessDenied']])
    expect((await bytesOf(await anna.s3.send(new GetObjectCommand(mine)))).toString()).toBe('mine')
  })

  test('everyone with a session can read a public bucket', async () => {
    const [Bucket, ben] = [await aBucket({ public: true }), await s3Somebody()]
    await s3Operator().send(new PutObjectCommand({ Bucket, Key: 'poster', Body: 'come all' }))
    expect((await bytesOf(await ben.s3.send(new GetObjectCommand({ Bucket, Key: 'poster' })))).toString()).toBe(
      'come all',
    )
  })

  test('a bucket enforces its size and types', async () => {
    const s3 = s3Operator()
    const Bucket = await aBucket({ fileSizeLimit: 1000, allowedMimeTypes: ['text/plain'] })
    const put = (Body: string | Readable, ContentType: string, more = {}) =>
      s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ContentType, ...more }))
    await put('x'.repeat(1000), 'text/plain')
    expect(await refusalOf(put('x'.repeat(1001), 'text/plain'))).toEqual({ code: 'EntityTooLarge', status: 400 })
    const stream = put(Readable.from([Buffer.alloc(2000)]), 'text/plain', { ContentLength: 2000 })
    expect((await refusalOf(stream)).code).toBe('EntityTooLarge')
    expect((await refusalOf(put('x', 'text/html'))).status).toBe(415)
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).ContentLength).toBe(1000)
  })

  test('an image bucket accepts only images, and cleans them', async () => {
    const s3 = s3Operator()
    const Bucket = await aBucketOfPictures({ maxEdge: 200, maxPixels: 1_000_000 })
    await s3.send(
      new PutObjectCommand({ Bucket, Key: 'a.jpg', Body: await aPhotograph(400, 300), ContentType: 'text/html' }),
    )
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'a.jpg' }))).toMatchObject({ ContentType: 'image/jpeg' })
    expect((await operator().storage.from(Bucket).list()).data?.[0]?.metadata).toMatchObject({
      width: 200,
      height: 150,
    })
    const Body = '<script>alert(1)</script>'
    expect(
      (await refusalOf(s3.send(new PutObjectCommand({ Bucket, Key: 'b.jpg', Body, ContentType: 'image/jpeg' }))))
        .status,
    ).toBe(415)
  })
})

describe('an unsupported feature', () => {
  test('is reported as such, and overwrites nothing', async () => {
    const [s3, Bucket, Key] = [s3Operator(), await aBucket(), 'a']
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'as it was' }))
    const missing = { code: 'NotImplemented', status: 501 }
    expect(await refusalOf(s3.send(new PutObjectAclCommand({ Bucket, Key, ACL: 'public-read' })))).toEqual(missing)
    expect(await refusalOf(s3.send(new PutBucketPolicyCommand({ Bucket, Policy: '{}' })))).toEqual(missing)
    expect(await refusalOf(s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', Tagging: 'a=b' })))).toEqual(missing)
    expect(await refusalOf(s3.send(new GetObjectCommand({ Bucket, Key, VersionId: 'abc' })))).toEqual(missing)
    expect((await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key })))).toString()).toBe('as it was')
    expect((await refusalOf(s3.send(new GetObjectCommand({ Bucket: 'nowhere', Key })))).code).toBe('NoSuchBucket')
  })

  test('returns an error document with a code and the request id', async () => {
    const answer = await callAs(target().secretKey, 'GET', '/s3/some-bucket/a')
    const text = await answer.text()
    const id = answer.headers.get('x-amz-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/xml'])
    expect(text).toContain(`<Resource>/storage/v1/s3/some-bucket/a</Resource><RequestId>${id}</RequestId>`)
  })
})
