import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { operator, target } from '../server.ts'

interface BucketOptions {
  public?: boolean
  fileSizeLimit?: number | string | null
  allowedMimeTypes?: string[] | null
}

/** A bucket for one test, in which every user has a folder named by their id. */
export async function aBucket(options: BucketOptions = {}): Promise<string> {
  const id = `people-${randomUUID()}`
  const { error } = await operator().storage.createBucket(id, { public: false, ...options })
  if (error) throw error
  return id
}

/** A public image bucket; its policy is an extension of this backend, which the client does not support. */
export async function aBucketOfPictures(
  imagePolicy: Record<string, number | boolean>,
  fileSizeLimit: number | null = null,
): Promise<string> {
  const id = `people-${randomUUID()}`
  const answer = await callAs(target().secretKey, 'POST', '/bucket', {
    body: JSON.stringify({ name: id, public: true, file_size_limit: fileSizeLimit, image_policy: imagePolicy }),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(await answer.text())
  return id
}

/** A plain request to the storage service, for requests that the client cannot send. */
export function callAs(
  bearer: string | null,
  method: string,
  path: string,
  init: { body?: RequestInit['body']; headers?: Record<string, string> } = {},
): Promise<Response> {
  const authorization = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  return fetch(`${target().url}/storage/v1${path}`, { method, ...init, headers: { ...authorization, ...init.headers } })
}

/** A POST to a path exactly as written: `fetch` would resolve dot segments before sending. */
export function postRaw(bearer: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(target().url)
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'text/plain', 'content-length': 1 }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: `/storage/v1${path}`, method: 'POST', headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(await answer.toArray()).toString() })
    })
    sent.on('error', reject).end('x')
  })
}

export function fixture(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, '../fixtures/pictures', name))
}

/** A photo-like JPEG whose colours change across the image, so that rotation and cropping are visible. */
export async function aPhotograph(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      pixels[at] = Math.round((255 * x) / width)
      pixels[at + 1] = Math.round((255 * y) / height)
      pixels[at + 2] = (x ^ y) & 0x3f
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, mozjpeg: false })
    .toBuffer()
}

/** A tiny PNG whose header declares the given size. */
export async function aBomb(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29) // of the header chunk's type and content
  return png
}

/** Mean colour difference of two images, 0 to 255, after scaling both to a small common size. */
export async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(64, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
  )
  if (!a || !b || a.length !== b.length) throw new Error('the pictures cannot be compared')
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}
