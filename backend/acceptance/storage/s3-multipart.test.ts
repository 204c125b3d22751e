import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { describe, expect, test } from 'vitest'
import { operator } from '../server.ts'
import { aBucket, aBucketOfPictures, aPhotograph } from './rooms.ts'
import { bytesOf, refusalOf, s3Operator, s3Somebody } from './s3-clients.ts'

const MEBIBYTE = 1024 * 1024
const FIRST = randomBytes(5 * MEBIBYTE)
const LAST = randomBytes(100_000)

function uploadTo(s3: S3Client, place: { Bucket: string; Key: string }) {
  return {
    async begin(more = {}): Promise<string> {
      const { UploadId = '' } = await s3.send(new CreateMultipartUploadCommand({ ...place, ...more }))
      return UploadId
    },
    async part(UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
      const { ETag } = await s3.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }))
      return { PartNumber, ETag }
    },
    complete: (UploadId: string, Parts: (CompletedPart | undefined)[]) =>
      s3.send(
        new CompleteMultipartUploadCommand({
          ...place,
          UploadId,
          MultipartUpload: { Parts: Parts.filter((part) => part !== undefined) },
        }),
      ),
    abort: (UploadId: string) => s3.send(new AbortMultipartUploadCommand({ ...place, UploadId })),
    parts: (UploadId: string, more = {}) => s3.send(new ListPartsCommand({ ...place, UploadId, ...more })),
  }
}

describe('a multipart upload', { timeout: 60_000 }, () => {
  test('becomes one object of its parts, sent in any order and more than once', async () => {
    const [s3, place] = [s3Operator(), { Bucket: await aBucket(), Key: 'a/film' }]
    const upload = uploadTo(s3, place)
    const id = await upload.begin({ ContentType: 'video/mp4', CacheControl: 'max-age=9', Metadata: { room: 'attic' } })
    const last = await upload.part(id, 7, LAST)
    await upload.part(id, 2, randomBytes(1000))
    const first = await upload.part(id, 2, FIRST)
    const { Parts = [] } = await upload.parts(id)
    expect(Parts).toMatchObject([
      { PartNumber: 2, Size: FIRST.length, ETag: first.ETag },
      { PartNumber: 7, Size: LAST.length, ETag: last.ETag },
    ])
    const page = await upload.parts(id, { MaxParts: 1 })
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' })
    expect((await refusalOf(s3.send(new HeadObjectCommand(place)))).status).toBe(404)

    const { ETag, Key } = await upload.complete(id, [first, last])
    const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest()
    expect(ETag).toBe(`"${createHash('md5').update(md5(FIRST)).update(md5(LAST)).digest('hex')}-2"`)
    expect(Key).toBe(place.Key)
    const got = await s3.send(new GetObjectCommand(place))
    expect((await bytesOf(got)).equals(Buffer.concat([FIRST, LAST]))).toBe(true)
    expect(got).toMatchObject({
      ETag,
      ContentType: 'video/mp4',
      CacheControl: 'max-age=9',
      Metadata: { room: 'attic' },
    })
    expect((await refusalOf(upload.parts(id))).code).toBe('NoSuchUpload')
  })

  test('by the managed uploader, of a stream of unknown length, stores that stream', async () => {
    const [client, Bucket] = [s3Operator(), await aBucket()]
    const content = randomBytes(12 * MEBIBYTE)
    const Body = Readable.from(
      (function* () {
        for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000)
      })(),
    )
    await new Upload({ client, params: { Bucket, Key: 'a', Body }, partSize: 5 * MEBIBYTE, queueSize: 3 }).done()
    const got = await bytesOf(await client.send(new GetObjectCommand({ Bucket, Key: 'a' })))
    expect(got.equals(content)).toBe(true)
  })

  test('accepts objects and ranges of objects as parts', async () => {
    const [s3, place] = [s3Operator(), { Bucket: await aBucket(), Key: 'copy' }]
    await s3.send(new PutObjectCommand({ ...place, Key: 'source', Body: Buffer.concat([FIRST, LAST]) }))
    const upload = uploadTo(s3, place)
    const UploadId = await upload.begin()
    const copy = async (PartNumber: number, CopySourceRange: string) => {
      const { CopyPartResult } = await s3.send(
        new UploadPartCopyCommand({
          ...place,
          UploadId,
          PartNumber,
          CopySource: `${place.Bucket}/source`,
          CopySourceRange,
        }),
      )
      return { PartNumber, ETag: CopyPartResult?.ETag }
    }
    const parts = [
      await copy(1, `bytes=0-${FIRST.length - 1}`),
      await copy(2, `bytes=${FIRST.length}-${FIRST.length + 9}`),
    ]
    await upload.complete(UploadId, parts)
    const got = await bytesOf(await s3.send(new GetObjectCommand(place)))
    expect(got.equals(Buffer.concat([FIRST, LAST.subarray(0, 10)]))).toBe(true)
  })

  test('can only be completed with existing parts, in order, and large enough', async () => {
    const upload = uploadTo(s3Operator(), { Bucket: await aBucket(), Key: 'a' })
    const id = await upload.begin()
    const [one, two] = [await upload.part(id, 1, LAST), await upload.part(id, 2, LAST)]
    const refused = async (parts: (CompletedPart | undefined)[]) => (await refusalOf(upload.complete(id, parts))).code
    expect(await refused([one, two])).toBe('EntityTooSmall')
    expect(await refused([two, one])).toBe('InvalidPartOrder')
    expect(await refused([one, one])).toBe('InvalidPartOrder')
    expect(await refused([{ PartNumber: 3, ETag: one.ETag }])).toBe('InvalidPart')
    expect(await refused([{ PartNumber: 1, ETag: '"0123456789abcdef0123456789abcdef"' }])).toBe('InvalidPart')
    expect(await refused([])).toBe('MalformedXML')
    await upload.complete(id, [two])
  })

  test('leaves nothing when aborted', async () => {
    const [s3, place] = [s3Operator(), { Bucket: await aBucket(), Key: 'a' }]
    const upload = uploadTo(s3, place)
    const id = await upload.begin()
    const part = await upload.part(id, 1, LAST)
    const list = async () => {
      const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: place.Bucket }))
      return Uploads.map(({ Key, UploadId }) => ({ Key, UploadId }))
    }
    expect(await list()).toEqual([{ Key: 'a', UploadId: id }])
    await upload.abort(id)
    expect(await list()).toEqual([])
    const gone = { code: 'NoSuchUpload', status: 404 }
    expect(await refusalOf(upload.abort(id))).toEqual(gone)
    expect(await refusalOf(upload.part(id, 1, LAST))).toEqual(gone)
    expect(await refusalOf(upload.complete(id, [part]))).toEqual(gone)
    expect((await refusalOf(s3.send(new HeadObjectCommand(place)))).status).toBe(404)
  })

  test('is listed page by page', async () => {
    const [s3, Bucket] = [s3Operator(), await aBucket()]
    const ids: string[] = []
    for (const Key of ['a', 'b', 'b', 'c/1']) ids.push(await uploadTo(s3, { Bucket, Key }).begin())
    const seen: (string | undefined)[] = []
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
    while (from !== null) {
      const page: Awaited<ReturnType<typeof listPage>> = await listPage(from)
      seen.push(...(page.Uploads ?? []).map(({ UploadId }) => UploadId))
      from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'c/' }))
    expect(Uploads?.map(({ UploadId }) => UploadId)).toEqual([ids[3]])

    function listPage(marker: object) {
      return s3.send(new ListMultipartUploadsCommand({ Bucket, MaxUploads: 1, ...marker }))
    }
  })

  test('belongs to its creator, and obeys the policies at every step', async () => {
    const [Bucket, anna, ben] = [await aBucket(), await s3Somebody(), await s3Somebody()]
    const place = { Bucket, Key: `${anna.id}/film` }
    expect(await refusalOf(uploadTo(ben.s3, place).begin())).toEqual({ code: 'AccessDenied', status: 403 })
    const upload = uploadTo(anna.s3, place)
    const id = await upload.begin()
    const part = await upload.part(id, 1, LAST)
    const his = uploadTo(ben.s3, place)
    const tries = [
      () => his.part(id, 1, LAST),
      () => his.complete(id, [part]),
      () => his.abort(id),
      () => his.parts(id),
    ]
    for (const tried of tries) {
      expect((await refusalOf(tried())).code).toBe('NoSuchUpload')
    }
    expect((await ben.s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads).toBeUndefined()
    const stolen = ben.s3.send(
      new UploadPartCopyCommand({
        Bucket,
        Key: `${ben.id}/a`,
        UploadId: id,
        PartNumber: 1,
        CopySource: `${Bucket}/shared/a`,
      }),
    )
    expect((await refusalOf(stolen)).code).toBe('NoSuchUpload')
    await upload.complete(id, [part])
    const { data } = await anna.client.storage.from(Bucket).download(place.Key)
    expect(data?.size).toBe(LAST.length)
  })

  test('obeys the limits of its bucket', async () => {
    const s3 = s3Operator()
    const small = uploadTo(s3, { Bucket: await aBucket({ fileSizeLimit: 6 * MEBIBYTE }), Key: 'a' })
    const id = await small.begin()
    const first = await small.part(id, 1, FIRST)
    expect((await refusalOf(small.part(id, 2, FIRST))).code).toBe('EntityTooLarge')
    await small.complete(id, [first, await small.part(id, 2, LAST)])

    const texts = uploadTo(s3, { Bucket: await aBucket({ allowedMimeTypes: ['text/plain'] }), Key: 'a' })
    expect((await refusalOf(texts.begin({ ContentType: 'text/html' }))).status).toBe(415)
    const Bucket = await aBucketOfPictures({ maxEdge: 200, maxPixels: 1_000_000 })
    const picture = uploadTo(s3, { Bucket, Key: 'a' })
    const pictureId = await picture.begin()
    await picture.complete(pictureId, [await picture.part(pictureId, 1, await aPhotograph(400, 300))])
    expect((await operator().storage.from(Bucket).list()).data?.[0]?.metadata).toMatchObject({
      width: 200,
      height: 150,
    })
    const noPicture = await picture.begin()
    const part = await picture.part(noPicture, 1, LAST)
    expect((await refusalOf(picture.complete(noPicture, [part]))).status).toBe(415)
  })
})
