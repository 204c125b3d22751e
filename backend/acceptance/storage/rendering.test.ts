import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { aBucket, aPhotograph, difference, fixture } from './rooms.ts'

let bucket: string
let photo: Buffer
const KEY = 'photo.jpg'

beforeAll(async () => {
  bucket = await aBucket({ public: true })
  photo = await aPhotograph(800, 600)
  // Declared wrongly on purpose: the bytes decide.
  await operator().storage.from(bucket).upload(KEY, photo, { contentType: 'text/plain', cacheControl: '31536000' })
})

type Transform = NonNullable<
  NonNullable<Parameters<ReturnType<ReturnType<typeof visitor>['storage']['from']>['getPublicUrl']>[1]>['transform']
>

async function render(transform: Transform, headers: Record<string, string> = {}, key = KEY) {
  const { publicUrl } = visitor().storage.from(bucket).getPublicUrl(key, { transform }).data
  const answer = await fetch(publicUrl, { headers: { accept: '*/*', ...headers } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, bytes }
}

describe('a public image', () => {
  test('is cropped, fitted or stretched as requested, and says so', async () => {
    const cover = await render({ width: 200, height: 200, quality: 60 })
    expect(cover.answer.headers.get('x-transformations')).toBe('height:200,width:200,resizing_type:fill,quality:60')
    expect(cover.answer.headers.get('content-type')).toBe('image/jpeg')
    expect(Number(cover.answer.headers.get('content-length'))).toBe(cover.bytes.length)
    expect(await sharp(cover.bytes).metadata()).toMatchObject({ width: 200, height: 200 })
    const middle = await sharp(photo).extract({ left: 100, top: 0, width: 600, height: 600 }).toBuffer()
    expect(await difference(cover.bytes, middle)).toBeLessThan(8)

    const contain = await render({ width: 200, height: 200, resize: 'contain' })
    expect(contain.answer.headers.get('x-transformations')).toBe('height:200,width:200,resizing_type:fit')
    expect(await sharp(contain.bytes).metadata()).toMatchObject({ width: 200, height: 150 })
    expect(await sharp((await render({ width: 200, height: 200, resize: 'fill' })).bytes).metadata()).toMatchObject({
      width: 200,
      height: 200,
    })
    expect(await sharp((await render({ width: 400 })).bytes).metadata()).toMatchObject({ width: 400, height: 300 })
  })

  test('is never enlarged', async () => {
    expect(await sharp((await render({ width: 2000 })).bytes).metadata()).toMatchObject({ width: 800, height: 600 })
  })

  test('is sent as WebP to clients that accept it and unchanged to others, with Vary: Accept', async () => {
    const webp = await render({ width: 300 }, { accept: 'image/avif,image/webp,*/*' })
    const plain = await render({ width: 300 })
    expect([webp, plain].map(({ answer }) => answer.headers.get('content-type'))).toEqual(['image/webp', 'image/jpeg'])
    expect([webp, plain].map(({ answer }) => answer.headers.get('vary'))).toEqual(['Accept', 'Accept'])
    expect(webp.answer.headers.get('etag')).not.toBe(plain.answer.headers.get('etag'))
    expect(webp.answer.headers.get('cache-control')).toBe('max-age=31536000')
    expect(
      (await render({ width: 300, format: 'origin' }, { accept: 'image/webp' })).answer.headers.get('content-type'),
    ).toBe('image/jpeg')
  })

  test('is sent as AVIF when requested by name', async () => {
    const { publicUrl } = visitor().storage.from(bucket).getPublicUrl(KEY).data
    const answer = await fetch(`${publicUrl.replace('/object/', '/render/image/')}?width=64&format=avif`)
    expect(answer.headers.get('content-type')).toBe('image/avif')
    expect(answer.headers.get('x-transformations')).toBe('width:64,resizing_type:fill,format:avif')
  })

  test('is sent as AVIF by default where the bucket prefers that, to clients that accept it', async () => {
    const room = operator().storage.from('people-avif')
    const key = `${randomUUID()}.jpg`
    await room.upload(key, photo)
    const { publicUrl } = room.getPublicUrl(key, { transform: { width: 64 } }).data
    const typeFor = async (accept: string) => (await fetch(publicUrl, { headers: { accept } })).headers
    for (const _ of ['made', 'kept']) {
      expect((await typeFor('image/avif,image/webp,*/*')).get('content-type')).toBe('image/avif')
      expect((await typeFor('image/webp,*/*')).get('content-type')).toBe('image/webp')
      expect((await typeFor('*/*')).get('content-type')).toBe('image/jpeg')
      expect((await typeFor('image/avif,*/*')).get('vary')).toBe('Accept')
    }
  })

  test('is cropped according to gravity', async () => {
    const { publicUrl } = visitor().storage.from(bucket).getPublicUrl(KEY).data
    const cut = async (query: string) => {
      const url = `${publicUrl.replace('/object/', '/render/image/')}?width=150&height=300&${query}`
      const answer = await fetch(url)
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    // The photo is 800 by 600: at half that size it is cropped to a strip of 150.
    const strip = (left: number) =>
      sharp(photo).resize(400, 300).extract({ left, top: 0, width: 150, height: 300 }).toBuffer()
    for (const [query, left, described] of [
      ['gravity=we', 0, 'we'],
      ['gravity=ea&x_offset=20', 230, 'ea:20:0'],
      ['gravity=fp&x_offset=0.9&y_offset=0.5', 250, 'fp:0.9:0.5'],
      ['gravity=ce', 125, 'ce'],
    ] as const) {
      const { answer, bytes } = await cut(query)
      expect(answer.headers.get('x-transformations')).toBe(
        `height:300,width:150,resizing_type:fill,gravity:${described}`,
      )
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 150, height: 300 })
      expect(await difference(bytes, await strip(left))).toBeLessThan(4)
    }
    expect((await cut('gravity=sm')).answer.status).toBe(200)
    for (const query of ['gravity=up', 'gravity=fp', 'gravity=fp&x_offset=2&y_offset=0']) {
      const { answer, bytes } = await cut(query)
      expect([answer.status, JSON.parse(bytes.toString()).message]).toEqual([400, expect.stringContaining('gravity')])
    }
  })

  test('is shown upright and without camera metadata, even where the original keeps them', async () => {
    const original = await fixture('orientation-portrait_5.jpg')
    const key = `${randomUUID()}.jpg`
    await operator().storage.from(bucket).upload(key, original)
    const { bytes } = await render({ width: 225 }, {}, key)
    const { width, height, exif } = await sharp(bytes).metadata()
    expect({ width, height, exif }).toEqual({ width: 225, height: 300, exif: undefined })
    expect(await difference(bytes, await sharp(original).autoOrient().toBuffer())).toBeLessThan(8)
  })

  test('is not sent again while the client’s copy is valid, and is sent again after a replacement', async () => {
    const key = `${randomUUID()}.jpg`
    const room = operator().storage.from(bucket)
    await room.upload(key, photo)
    const first = await render({ width: 50 }, {}, key)
    const etag = first.answer.headers.get('etag') ?? ''
    const second = await render({ width: 50 }, { 'if-none-match': etag }, key)
    expect([second.answer.status, second.bytes.length]).toEqual([304, 0])
    await room.update(key, await sharp(photo).negate().jpeg().toBuffer())
    const third = await render({ width: 50 }, { 'if-none-match': etag }, key)
    expect(third.answer.status).toBe(200)
    expect(await difference(third.bytes, first.bytes)).toBeGreaterThan(40)
  })

  test('has the same headers whether just rendered or cached', async () => {
    const key = `${randomUUID()}.jpg`
    await operator().storage.from(bucket).upload(key, photo, { cacheControl: '60' })
    const headersOf = ({ answer }: { answer: Response }) => {
      const { date, ...headers } = Object.fromEntries(answer.headers)
      return { status: answer.status, headers }
    }
    const first = await render({ width: 70 }, {}, key)
    const [one, other] = [await render({ width: 70 }, {}, key), await render({ width: 70 }, {}, key)]
    expect([headersOf(one), headersOf(other)]).toEqual([headersOf(first), headersOf(first)])
    expect(other.bytes).toEqual(first.bytes)
    const condition = { 'if-none-match': first.answer.headers.get('etag') ?? '' }
    const unchanged = headersOf(await render({ width: 70 }, condition, key))
    expect(unchanged.status).toBe(304)
    expect(headersOf(await render({ width: 70 }, condition, key))).toEqual(unchanged)

    const { publicUrl } = visitor().storage.from(bucket).getPublicUrl(key).data
    const originals = [await fetch(publicUrl), await fetch(publicUrl)]
    const [cold, hot] = await Promise.all(
      originals.map(async (answer) => ({ ...headersOf({ answer }), bytes: await answer.bytes() })),
    )
    expect(hot).toEqual(cold)
    expect(Buffer.from(hot?.bytes ?? []).equals(photo)).toBe(true)
  })

  test('is refused immediately when its bucket becomes private or it is moved, even when cached in memory', async () => {
    const room = await aBucket({ public: true })
    await operator().storage.from(room).upload(KEY, photo)
    const { publicUrl } = visitor().storage.from(room).getPublicUrl(KEY).data
    const variantUrl = `${publicUrl.replace('/object/', '/render/image/')}?width=80`
    const statuses = async () => [(await fetch(publicUrl)).status, (await fetch(variantUrl)).status]
    for (const expected of [200, 200, 200]) expect(await statuses()).toEqual([expected, expected])
    await operator().storage.updateBucket(room, { public: false })
    expect(await statuses()).toEqual([400, 400])
    await operator().storage.updateBucket(room, { public: true })
    expect(await statuses()).toEqual([200, 200])
    await operator().storage.from(room).move(KEY, 'elsewhere.jpg')
    expect(await statuses()).toEqual([400, 400])
  })

  test('is gone after its removal', async () => {
    const key = `${randomUUID()}.jpg`
    await operator().storage.from(bucket).upload(key, photo)
    expect((await render({ width: 60 }, {}, key)).answer.status).toBe(200)
    await operator().storage.from(bucket).remove([key])
    expect((await render({ width: 60 }, {}, key)).answer.status).toBe(400)
  })
})

describe('refused', () => {
  test('a file that is no image, including SVG', async () => {
    for (const content of [
      'plain text',
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    ]) {
      const key = randomUUID()
      await operator().storage.from(bucket).upload(key, Buffer.from(content), { contentType: 'image/png' })
      const { answer, bytes } = await render({ width: 10 }, {}, key)
      expect(answer.status).toBe(400)
      expect(JSON.parse(bytes.toString())).toMatchObject({
        error: 'InvalidRequest',
        message: 'The source image is invalid or unsupported for rendering',
      })
    }
  })

  test.each(['width=-1', 'width=abc', 'quality=19', 'quality=101', 'resize=crop', 'format=bmp'])(
    'the query %s',
    async (query) => {
      const { publicUrl } = visitor().storage.from(bucket).getPublicUrl(KEY).data
      const answer = await fetch(`${publicUrl.replace('/object/', '/render/image/')}?${query}`)
      expect(answer.status).toBe(400)
      expect(((await answer.json()) as { message: string }).message).toContain(query.split('=')[0])
    },
  )

  test('a private image to everyone but its owner', async () => {
    const room = await aBucket()
    const anna = await newUser()
    const key = `${anna.id}/photo.jpg`
    await anna.client.storage.from(room).upload(key, photo, { contentType: 'image/jpeg' })
    const own = await anna.client.storage.from(room).download(key, { transform: { width: 100 } })
    expect(await sharp(Buffer.from((await own.data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()).toMatchObject({
      width: 100,
    })
    const ben = await newUser()
    expect((await ben.client.storage.from(room).download(key, { transform: { width: 100 } })).error).not.toBeNull()
    const { publicUrl } = visitor()
      .storage.from(room)
      .getPublicUrl(key, { transform: { width: 100 } }).data
    expect((await fetch(publicUrl)).status).toBe(400)
  })
})
