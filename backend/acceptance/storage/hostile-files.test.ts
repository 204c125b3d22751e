import { randomUUID } from 'node:crypto'
import { crc32, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { aBucket, aBucketOfPictures, aPhotograph, callAs } from './rooms.ts'

type Person = Awaited<ReturnType<typeof newUser>>
let anna: Person
let pictures: string
let files: string

beforeAll(async () => {
  anna = await newUser()
  pictures = await aBucketOfPictures({ maxEdge: 1200, maxPixels: 4_000_000 })
  files = await aBucket({ public: true })
})

const SCRIPT = '<script>alert(document.cookie)</script>'
const bytes = (text: string) => Buffer.from(text, 'latin1')

async function send(into: string, content: Buffer, contentType: string, name = randomUUID()) {
  const key = `${anna.id}/${name}`
  const { error } = await anna.client.storage.from(into).upload(key, content, { contentType })
  return { key, error }
}

async function open(bucket: string, key: string) {
  const answer = await fetch(visitor().storage.from(bucket).getPublicUrl(key).data.publicUrl)
  return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

/** A minimal ZIP archive with one stored file. */
function aZip(): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([bytes('PK\x03\x04'), Buffer.alloc(26), end])
}

const polyglots: readonly [string, () => Promise<Buffer>][] = [
  ['a GIF that is a script', async () => bytes('GIF89a/*\x01\x00\x01\x00\x00\x00\x00*/=1;alert(document.cookie)//')],
  ['a whole GIF with a script behind its end', async () => Buffer.concat([await aGif(), bytes(SCRIPT)])],
  ['a JPEG whose comment is a page', async () => withComment(await aPhotograph(600, 400), SCRIPT)],
  [
    'a JPEG with a page behind its end',
    async () => Buffer.concat([await aPhotograph(600, 400), bytes(`<html>${SCRIPT}`)]),
  ],
  ['a JPEG that is also an archive', async () => Buffer.concat([await aPhotograph(600, 400), aZip()])],
  ['a PNG whose text is a page', async () => withText(await aPng(), SCRIPT)],
  ['a PNG with a page behind its end', async () => Buffer.concat([await aPng(), bytes(SCRIPT)])],
  ['a WebP with a page in an extra chunk', async () => withChunk(await aWebp(), SCRIPT)],
  ['a PDF that is an archive', async () => Buffer.concat([bytes('%PDF-1.7\n%%EOF\n'), aZip()])],
  [
    'a page that begins like a PNG',
    async () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), bytes(SCRIPT)]),
  ],
]

const onePixel = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
const aGif = () => onePixel().gif().toBuffer()
const aPng = () => onePixel().png().toBuffer()
const aWebp = () => onePixel().webp({ lossless: true }).toBuffer()

function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, bytes(text), jpeg.subarray(2)])
}

function withText(png: Buffer, text: string): Buffer {
  const content = bytes(`tEXtComment\0${text}`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([png.subarray(0, 33), length, content, check, png.subarray(33)])
}

function withChunk(webp: Buffer, text: string): Buffer {
  const padded = text.length % 2 === 0 ? text : `${text} `
  const head = Buffer.alloc(8)
  head.write('JUNK', 'latin1')
  head.writeUInt32LE(padded.length, 4)
  const whole = Buffer.concat([webp, head, bytes(padded)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

describe('in a bucket for images', () => {
  test.each(polyglots)('%s is refused, or loses everything but the image', async (_, make) => {
    const { key, error } = await send(pictures, await make(), 'image/png')
    const { headers, body } = await open(pictures, key)
    if (error) {
      expect(['400', '415']).toContain((error as { statusCode?: string }).statusCode)
      expect((await operator().storage.from(pictures).exists(key)).data).toBe(false)
      return
    }
    for (const trace of ['script', 'alert', 'PK\x03\x04', '<html']) expect(body.includes(trace)).toBe(false)
    expect(headers.get('content-type')).toMatch(/^image\/(jpeg|webp|png)$/)
    await sharp(body).raw().toBuffer()
  })

  test.each([
    [
      'a compressed SVG',
      () => gzipSync(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`),
    ],
    ['a compressed bomb', () => gzipSync(Buffer.alloc(40_000_000))],
    [
      'an entity bomb',
      () => bytes(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]><svg>&a;&a;</svg>`),
    ],
    [
      'a document that refers to files',
      () => bytes('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg><text>&e;</text></svg>'),
    ],
    [
      'a script for a renderer',
      () => bytes('push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 1,1 "https://localhost/"\n'),
    ],
    ['a TIFF', () => bytes('II*\0\x08\0\0\0\0\0\0\0\0\0')],
    ['an ICO', () => bytes('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0 \0')],
    ['PostScript', () => bytes('%!PS-Adobe-3.0 EPSF-3.0\n/Times findfont')],
    ['a film', () => bytes('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')],
  ])('%s is refused whatever its declared type', async (_, make) => {
    for (const type of ['image/jpeg', 'image/svg+xml']) {
      const { key, error } = await send(pictures, make(), type, `${randomUUID()}.jpg`)
      expect(error).toMatchObject({ statusCode: '415' })
      expect((await operator().storage.from(pictures).exists(key)).data).toBe(false)
    }
  })

  test('every truncation of an image is refused, or is an image', async () => {
    const whole = {
      jpeg: await aPhotograph(300, 200),
      png: await sharp(await aPhotograph(90, 60))
        .png()
        .toBuffer(),
      webp: await sharp(await aPhotograph(300, 200))
        .webp()
        .toBuffer(),
    }
    for (const content of Object.values(whole)) {
      for (const share of [0.01, 0.2, 0.5, 0.9, 0.99]) {
        const { key, error } = await send(
          pictures,
          content.subarray(0, Math.floor(content.length * share)),
          'image/jpeg',
        )
        expect(error).toMatchObject({ statusCode: expect.stringMatching(/^4(00|15)$/) })
        expect((await operator().storage.from(pictures).exists(key)).data).toBe(false)
      }
    }
  })

  test('the bytes decide, not the name: an image named as a page is an image, a page named as an image is refused', async () => {
    const { key } = await send(pictures, await aPhotograph(200, 100), 'text/html', `${randomUUID()}.html`)
    const { headers } = await open(pictures, key)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await send(pictures, bytes(`<html>${SCRIPT}`), 'image/jpeg', `${randomUUID()}.jpg`)).error).toMatchObject({
      statusCode: '415',
    })
  })
})

describe('in a bucket for any file', () => {
  test.each([
    'text/html',
    'TEXT/HTML;charset=utf-7',
    'text/html; charset=x-user-defined',
    'application/xhtml+xml',
    'image/svg+xml',
    'application/xml',
    'text/xml',
    'application/rss+xml',
    'text/xsl',
    'text/javascript',
    'application/javascript',
    'application/ecmascript',
    'text/vtt',
    'multipart/x-mixed-replace',
    'message/rfc822',
    'application/wasm',
  ])('%s is a download that runs nothing', async (type) => {
    const { key, error } = await send(files, bytes(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), type)
    expect(error).toBeNull()
    const { headers } = await open(files, key)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('content-type')).not.toMatch(/text\/html|javascript|ecmascript/i)
    expect(headers.get('content-encoding')).toBeNull()
  })

  test.each(polyglots)('%s keeps its declared type, and is sent with nosniff', async (_, make) => {
    const content = await make()
    const { key } = await send(files, content, 'image/gif')
    const { headers, body } = await open(files, key)
    expect(body.equals(content)).toBe(true)
    expect(headers.get('content-type')).toBe('image/gif')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  test('a compressed bomb is stored as opaque bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(40_000_000))
    const { key } = await send(files, bomb, 'image/svg+xml', `${randomUUID()}.svgz`)
    const { headers, body } = await open(files, key)
    expect(headers.get('content-encoding')).toBeNull()
    expect(body.equals(bomb)).toBe(true)
    const rendered = await fetch(
      visitor()
        .storage.from(files)
        .getPublicUrl(key, { transform: { width: 9 } }).data.publicUrl,
    )
    expect(rendered.status).toBe(400)
  })

  test.each([
    'text/html\r\nx-injected: 1',
    'text/plain, text/html',
    'text/html;text/plain',
    'text',
    '*/*',
    `${'a'.repeat(300)}/b`,
  ])('a form cannot declare %j', async (type) => {
    const key = `${anna.id}/${randomUUID()}`
    const form = new FormData()
    form.append('contentType', type)
    form.append('', new Blob(['x']))
    const token = (await anna.client.auth.getSession()).data.session?.access_token ?? ''
    const answer = await callAs(token, 'POST', `/object/${files}/${key}`, { body: form })
    expect(answer.status).toBe(400)
    expect((await operator().storage.from(files).exists(key)).data).toBe(false)
  })

  test.each([
    ['a right-to-left mark', 'photo\u202Egpj.exe'],
    ['a full-width full stop', 'a/\uFF0E\uFF0E/b'],
    ['an overlong slash', 'a%C0%AFb'],
    ['a null', 'a\0.png'],
    ['a line break', 'a\r\nb'],
    ['a lone surrogate', 'a\uD800b'],
    ['look-alike letters', 'p\u0430ypal.png'],
    ['a letter in two pieces', 'e\u0301.png'],
    ['an invisible letter', 'a\u200Bb'],
    ['a backslash', 'a\\..\\b'],
    ['a drive', 'C:\\windows\\x'],
  ])('a key with %s is refused', async (_, name) => {
    const token = (await anna.client.auth.getSession()).data.session?.access_token ?? ''
    // Encoded, because the client's `fetch` would normalise it before sending.
    const path = name.includes('%') ? name : encodeURIComponent(name.toWellFormed())
    const answer = await callAs(token, 'POST', `/object/${files}/${anna.id}/${path}`, { body: 'x' })
    expect(answer.status).toBe(400)
  })
})
