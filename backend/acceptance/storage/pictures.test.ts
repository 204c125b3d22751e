import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { encode } from 'uqr'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { aBomb, aBucketOfPictures, aPhotograph, difference, fixture } from './rooms.ts'
import { aPhotoWithWords } from './written-photo.ts'

type Person = Awaited<ReturnType<typeof newUser>>
let anna: Person
let bucket: string

beforeAll(async () => {
  anna = await newUser()
  bucket = await aBucketOfPictures({ maxEdge: 1200, minEdge: 30, maxPixels: 4_000_000 })
})

async function send(bytes: Buffer | Blob, declaredType = 'image/jpeg', into = bucket) {
  const key = `${anna.id}/${randomUUID()}`
  const { error } = await anna.client.storage.from(into).upload(key, bytes, { contentType: declaredType })
  return { key, error }
}

async function aPhotoOfACode(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { border: 4 })
  const grey = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)))
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } })
    .resize(600, 600, { kernel: 'nearest' })
    .toColourspace('srgb')
    .png()
    .toBuffer()
}

async function stored(key: string): Promise<Buffer> {
  const { data, error } = await visitor().storage.from(bucket).download(key)
  if (error) throw error
  return Buffer.from(await data.arrayBuffer())
}

async function metadataOf(key: string, of = bucket) {
  const { data } = await operator()
    .storage.from(of)
    .list(anna.id, { search: key.split('/')[1] })
  return data?.[0]?.metadata
}

/** Resolves once codes and text were read, which happens after the upload was answered. */
async function readMetadataOf(key: string, of: string) {
  await expect
    .poll(async () => (await metadataOf(key, of))?.reading, { timeout: 50_000, interval: 100 })
    .toBeUndefined()
  return metadataOf(key, of)
}

describe('an uploaded image', () => {
  test('loses its location and all other metadata', async () => {
    const original = await fixture('gps-DSCN0010.jpg')
    expect((await sharp(original).metadata()).exif).toBeDefined() // otherwise there would be nothing to lose
    const { key, error } = await send(original)
    expect(error).toBeNull()
    const bytes = await stored(key)
    const { exif, xmp, iptc, icc, orientation, width, height, format } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect({ width, height, format }).toEqual({ width: 640, height: 480, format: 'jpeg' })
    for (const trace of ['Exif', 'GPS', 'NIKON', 'http://ns.adobe.com']) expect(bytes.includes(trace)).toBe(false)
    expect(await difference(bytes, original)).toBeLessThan(4)
  })

  test.each(['orientation-landscape_6.jpg', 'orientation-portrait_5.jpg'])('%s is turned upright', async (name) => {
    const original = await fixture(name)
    const { key } = await send(original)
    const bytes = await stored(key)
    const upright = await sharp(original).autoOrient().toBuffer({ resolveWithObject: true })
    const { width, height, orientation } = await sharp(bytes).metadata()
    expect({ width, height, orientation }).toEqual({ width: upright.info.width, height: upright.info.height })
    expect(await difference(bytes, upright.data)).toBeLessThan(4)
    expect(await difference(bytes, await sharp(original).toBuffer())).toBeGreaterThan(20) // stored rotated in the file
    expect(await metadataOf(key)).toMatchObject({ width, height, mimetype: 'image/jpeg', size: bytes.length })
  })

  test('is downsized to the bucket’s longest edge', async () => {
    const { key } = await send(await aPhotograph(1600, 900))
    expect(await metadataOf(key)).toMatchObject({ width: 1200, height: 675 })
  })

  test('gets a perceptual hash, by which copies are found, whatever the client declares', async () => {
    const photo = await fixture('gps-DSCN0010.jpg')
    const first = await send(photo)
    const smaller = await send(await sharp(photo).resize(320).webp({ quality: 50 }).toBuffer())
    const mirrored = await send(await sharp(photo).flop().toBuffer())
    expect((await metadataOf(first.key))?.perceptualHash).toMatch(/^[0-9a-f]{16}$/)
    const distance = async (other: string) =>
      (await anna.client.rpc('look_of', { bucket, name: first.key, other }).overrideTypes<number, { merge: false }>())
        .data
    expect(await distance(smaller.key)).toBeLessThanOrEqual(8)
    expect(await distance(mirrored.key)).toBeGreaterThan(14)
    // Callers without access to the rows learn nothing.
    const ben = await newUser()
    expect((await ben.client.rpc('look_of', { bucket, name: first.key, other: smaller.key })).data).toBeNull()

    const claimed = `${anna.id}/${randomUUID()}`
    const claim = { perceptualHash: '0000000000000000', width: 1 }
    await anna.client.storage.from(bucket).upload(claimed, photo, { metadata: claim })
    expect(await metadataOf(claimed)).toMatchObject({ width: 640 })
    expect((await metadataOf(claimed))?.perceptualHash).toBe((await metadataOf(first.key))?.perceptualHash)
  })

  test('has the text of its codes in the metadata where the bucket asks for it, unless it is the operator’s own', async () => {
    const asking = await aBucketOfPictures({ maxEdge: 1200, maxPixels: 4_000_000, readCodes: true })
    const photo = await aPhotoOfACode('https://pay.example/get')
    const [asked, unasked] = [await send(photo, 'image/png', asking), await send(photo, 'image/png')]
    expect([asked.error, unasked.error]).toEqual([null, null])
    expect(await readMetadataOf(asked.key, asking)).toMatchObject({ codes: ['https://pay.example/get'] })
    expect(await metadataOf(unasked.key)).not.toHaveProperty('codes')
    const own = `${anna.id}/${randomUUID()}`
    await operator().storage.from(asking).upload(own, photo, { contentType: 'image/png' })
    expect(await readMetadataOf(own, asking)).not.toHaveProperty('codes')
  })

  test('has its recognised text in the metadata where the bucket asks for it, unless it is the operator’s own', async () => {
    const asking = await aBucketOfPictures({ maxEdge: 1200, maxPixels: 4_000_000, readText: true })
    const photo = await aPhotoWithWords('WhatsApp +351 912 345 678')
    const [asked, unasked] = [await send(photo, 'image/jpeg', asking), await send(photo, 'image/jpeg')]
    expect([asked.error, unasked.error]).toEqual([null, null])
    expect((await readMetadataOf(asked.key, asking))?.texts?.join(' ')).toContain('+351 912 345 678')
    expect(await metadataOf(unasked.key)).not.toHaveProperty('texts')
    const own = `${anna.id}/${randomUUID()}`
    await operator().storage.from(asking).upload(own, photo, { contentType: 'image/jpeg' })
    expect(await readMetadataOf(own, asking)).not.toHaveProperty('texts')
  })

  test('is kept byte for byte when nothing needs to change', async () => {
    const clean = await aPhotograph(800, 600)
    const { key } = await send(clean)
    expect(Buffer.compare(await stored(key), clean)).toBe(0)
  })

  test('is re-encoded when data is hidden after its end', async () => {
    const { key, error } = await send(
      Buffer.concat([await aPhotograph(800, 600), Buffer.from('<script>alert(1)</script>')]),
    )
    expect(error).toBeNull()
    expect((await stored(key)).includes('<script>')).toBe(false)
  })

  test('has the type of its bytes, not the declared one', async () => {
    const png = await sharp({ create: { width: 100, height: 80, channels: 4, background: '#ff000080' } })
      .withExif({ IFD0: { Artist: 'nobody' } })
      .png()
      .toBuffer()
    const { key } = await send(png, 'text/html')
    const { format, hasAlpha, exif } = await sharp(await stored(key)).metadata()
    expect({ format, hasAlpha, exif }).toEqual({ format: 'webp', hasAlpha: true, exif: undefined })
    const answer = await fetch(visitor().storage.from(bucket).getPublicUrl(key).data.publicUrl)
    expect(answer.headers.get('content-type')).toBe('image/webp')
  })
})

describe('is refused without storing anything', () => {
  const NOT_A_PICTURE = /^This file is not a picture we can read\./
  const refusals: [string, () => Promise<Buffer>, string, RegExp][] = [
    ['a text', async () => Buffer.from('this is no picture, whatever its name says'), '415', NOT_A_PICTURE],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
      '415',
      NOT_A_PICTURE,
    ],
    ['nothing at all', async () => Buffer.alloc(0), '415', NOT_A_PICTURE],
    [
      'a HEIC file',
      async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      '415',
      /^HEIC pictures cannot be read here/,
    ],
    ['a PNG with broken checksums', () => fixture('xcsn0g01.png'), '400', /incomplete or damaged/],
    ['a PNG with an impossible depth', () => fixture('xd0n2c08.png'), '400', /incomplete or damaged/],
    [
      'a clean JPEG cut off in the middle',
      async () => (await aPhotograph(800, 600)).subarray(0, 20_000),
      '400',
      /incomplete or damaged/,
    ],
    [
      'a picture with too many pixels',
      () => aPhotograph(2500, 2000),
      '413',
      /^This picture has 5 megapixels; at most 4 are allowed\./,
    ],
    [
      'a picture that is too small',
      () => aPhotograph(20, 15),
      '400',
      /longer side has 20 pixels, at least 30 are needed/,
    ],
  ]

  test.each(refusals)('%s', async (_, make, statusCode, message) => {
    const { key, error } = await send(await make())
    expect(error).toMatchObject({ statusCode, message: expect.stringMatching(message) })
    expect((await operator().storage.from(bucket).exists(key)).data).toBe(false)
  })

  test('a bomb: a small file with enormous declared dimensions', async () => {
    const bomb = await aBomb(30_000, 30_000)
    expect(bomb.length).toBeLessThan(1000)
    const { error } = await send(bomb, 'image/png')
    expect(error).toMatchObject({ statusCode: '413', message: expect.stringContaining('900 megapixels') })
  })

  test.each(['a buffer', 'a form'])('a file of 30 MB against a limit of 20 MiB, sent as %s', async (kind) => {
    const limited = await aBucketOfPictures({ maxEdge: 2560, maxPixels: 50_000_000 }, 20 * 1024 * 1024)
    const bytes = Buffer.alloc(30_000_000, 1)
    const { key, error } = await send(
      kind === 'a form' ? new Blob([bytes], { type: 'image/jpeg' }) : bytes,
      'image/jpeg',
      limited,
    )
    expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
    expect((await operator().storage.from(limited).exists(key)).data).toBe(false)
  })

  test('another user’s image is not replaced', async () => {
    const { key } = await send(await aPhotograph(200, 100))
    const ben = await newUser()
    const { error } = await ben.client.storage.from(bucket).upload(key, await aPhotograph(100, 200), { upsert: true })
    expect(error).toMatchObject({ statusCode: '403' })
    expect(await metadataOf(key)).toMatchObject({ width: 200, height: 100 })
  })
})
