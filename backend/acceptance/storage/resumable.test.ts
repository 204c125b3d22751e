import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { type DetailedError, Upload } from 'tus-js-client'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { createBackend } from '../../src/create-backend.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { migratedFolder } from '../data-folder.ts'
import { newUser, operator, target } from '../server.ts'
import { aBucket, aBucketOfPictures, aPhotograph, callAs } from './rooms.ts'

const CHUNK = 256 * 1024
const MEBIBYTE = 1024 * 1024

interface Sending {
  readonly url?: string
  readonly bucket: string
  readonly key: string
  readonly content: Buffer
  readonly token?: string
  readonly headers?: Record<string, string>
  readonly metadata?: Record<string, string>
  /** The URL of an upload to resume. */
  readonly uploadUrl?: string
  /** Stops after this many bytes have been accepted. */
  readonly stopAfter?: number
}

/** Uploads with the unmodified client. Resolves with the upload's URL, complete or stopped. */
function send(sending: Sending): Promise<string> {
  const { bucket, key, content, token, headers, metadata, uploadUrl, stopAfter = Number.POSITIVE_INFINITY } = sending
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const path = headers?.['x-signature'] ? 'upload/resumable/sign' : 'upload/resumable'
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${sending.url ?? target().url}/storage/v1/${path}`,
      ...(uploadUrl === undefined ? {} : { uploadUrl }),
      chunkSize: CHUNK,
      retryDelays: null,
      headers: { ...authorization, ...headers },
      metadata: { bucketName: bucket, objectName: key, contentType: 'application/pdf', ...metadata },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
      onChunkComplete: (_size, accepted) => {
        if (accepted >= stopAfter) void upload.abort().then(() => resolve(upload.url ?? ''))
      },
    })
    upload.start()
  })
}

/** The server's error when it refused. */
async function refusal(sending: Sending): Promise<{ status: number; code: string | undefined; text: string }> {
  const error = await send(sending).then(
    () => null,
    (reason: DetailedError) => reason,
  )
  return {
    status: error?.originalResponse?.getStatus() ?? 0,
    code: error?.originalResponse?.getHeader('x-error-code'),
    text: error?.originalResponse?.getBody().trim() ?? '',
  }
}

async function tokenOf(person: Awaited<ReturnType<typeof newUser>>): Promise<string> {
  return (await person.client.auth.getSession()).data.session?.access_token ?? ''
}

async function someone() {
  const person = await newUser()
  return { ...person, token: await tokenOf(person) }
}

async function download(bucket: string, key: string): Promise<Buffer> {
  const { data, error } = await operator().storage.from(bucket).download(key)
  if (error) throw error
  return Buffer.from(await data.arrayBuffer())
}

const ask = (url: string, method: string, headers: Record<string, string> = {}) =>
  fetch(url, { method, headers: { 'tus-resumable': '1.0.0', ...headers } })

describe('a file sent in parts', () => {
  test('becomes the intended object with all its metadata', async () => {
    const [bucket, anna] = [await aBucket(), await someone()]
    const key = `${anna.id}/plan.pdf`
    const content = randomBytes(CHUNK * 3 + 17)
    const metadata = { cacheControl: '77', metadata: JSON.stringify({ room: 'kitchen' }) }
    const url = await send({ bucket, key, content, token: anna.token, metadata })
    expect((await download(bucket, key)).equals(content)).toBe(true)
    const { data } = await anna.client.storage.from(bucket).info(key)
    expect(data).toMatchObject({
      size: content.length,
      contentType: 'application/pdf',
      cacheControl: 'max-age=77',
      metadata: { room: 'kitchen' },
    })
    const [, , segment] = /^(.*\/storage\/v1\/upload\/resumable)\/([\w-]+)$/.exec(url) ?? []
    expect(url.startsWith(target().url)).toBe(true)
    expect(Buffer.from(segment ?? '', 'base64url').toString()).toMatch(new RegExp(`^${bucket}/${key}/[0-9a-f-]{36}$`))
  })

  test('resumes after an interruption', async () => {
    const [bucket, anna] = [await aBucket(), await someone()]
    const key = `${anna.id}/plan.pdf`
    const content = randomBytes(CHUNK * 4 + 1)
    const sending = { bucket, key, content, token: anna.token }
    const uploadUrl = await send({ ...sending, stopAfter: CHUNK * 2 })
    const authorization = `Bearer ${anna.token}`
    const head = await ask(uploadUrl, 'HEAD', { authorization })
    expect(head.headers.get('upload-offset')).toBe(String(CHUNK * 2))
    expect(head.headers.get('upload-length')).toBe(String(content.length))
    expect(head.headers.get('cache-control')).toBe('no-store')
    expect((await anna.client.storage.from(bucket).exists(key)).data).toBe(false)
    await send({ ...sending, uploadUrl })
    expect((await download(bucket, key)).equals(content)).toBe(true)
    // A repeated request reports the upload as complete, and cannot undo it.
    expect((await ask(uploadUrl, 'HEAD', { authorization })).headers.get('upload-offset')).toBe(String(content.length))
    expect((await ask(uploadUrl, 'DELETE', { authorization })).status).toBe(400)
  })

  test('replaces an existing file only with x-upsert', async () => {
    const [bucket, anna] = [await aBucket(), await someone()]
    const sending = { bucket, key: `${anna.id}/a`, token: anna.token }
    await send({ ...sending, content: Buffer.from('one') })
    expect(await refusal({ ...sending, content: Buffer.from('two') })).toEqual({
      status: 409,
      code: 'KeyAlreadyExists',
      text: 'The resource already exists',
    })
    await send({ ...sending, content: Buffer.from('three'), headers: { 'x-upsert': 'true' } })
    expect((await download(bucket, sending.key)).toString()).toBe('three')
  })

  test('may be empty', async () => {
    const [bucket, anna] = [await aBucket(), await someone()]
    const key = `${anna.id}/empty`
    await send({ bucket, key, content: Buffer.alloc(0), token: anna.token })
    expect((await download(bucket, key)).length).toBe(0)
  })

  test('can use a signed token instead of a session', async () => {
    const [bucket, anna] = [await aBucket(), await someone()]
    const key = `${anna.id}/signed`
    const { data } = await anna.client.storage.from(bucket).createSignedUploadUrl(key)
    const signature = data?.token ?? ''
    const content = randomBytes(CHUNK + 1)
    const url = await send({ bucket, key, content, headers: { 'x-signature': signature } })
    expect(url).toContain('/upload/resumable/sign/')
    expect((await download(bucket, key)).equals(content)).toBe(true)
    const elsewhere = { bucket, key: `${anna.id}/other`, content, headers: { 'x-signature': signature } }
    expect(await refusal(elsewhere)).toEqual({ status: 400, code: 'InvalidSignature', text: 'Invalid signature' })
  })

  test('can be cancelled', async () => {
    const [bucket, anna] = [await aBucket(), await someone()]
    const uploadUrl = await send({
      ...{ bucket, key: `${anna.id}/a`, token: anna.token },
      ...{ content: randomBytes(CHUNK * 3), stopAfter: CHUNK },
    })
    const authorization = `Bearer ${anna.token}`
    const ben = await someone()
    expect((await ask(uploadUrl, 'DELETE', { authorization: `Bearer ${ben.token}` })).status).toBe(403)
    expect((await ask(uploadUrl, 'DELETE', { authorization })).status).toBe(204)
    expect((await ask(uploadUrl, 'HEAD', { authorization })).status).toBe(404)
  })
})

describe('refused', () => {
  const content = randomBytes(CHUNK * 2)

  test('an upload without permission, at the start and at every part', async () => {
    const [bucket, anna, ben] = [await aBucket(), await someone(), await someone()]
    const denied = { status: 403, code: 'AccessDenied', text: 'new row violates row-level security policy' }
    const sending = { bucket, key: `${anna.id}/a`, content }
    expect(await refusal({ ...sending, token: ben.token })).toEqual(denied)
    const uploadUrl = await send({ ...sending, token: anna.token, stopAfter: CHUNK })
    expect(await refusal({ ...sending, token: ben.token, uploadUrl })).toEqual(denied)
    expect(await refusal(sending)).toEqual({ status: 403, code: 'AccessDenied', text: 'Invalid Compact JWS' })
  })

  test('a file too large for the bucket or of a wrong type, before a byte is sent', async () => {
    const anna = await someone()
    const small = await aBucket({ fileSizeLimit: MEBIBYTE })
    const key = `${anna.id}/a`
    const large = { bucket: small, key, content: Buffer.alloc(MEBIBYTE + 1), token: anna.token }
    // TUS errors have a status but no code.
    expect(await refusal(large)).toEqual({ status: 413, code: undefined, text: 'Maximum size exceeded' })
    const texts = await aBucket({ allowedMimeTypes: ['text/plain'] })
    expect(await refusal({ bucket: texts, key, content, token: anna.token })).toEqual({
      status: 415,
      code: 'InvalidMimeType',
      text: 'mime type application/pdf is not supported',
    })
    expect((await refusal({ bucket: 'nowhere', key, content, token: anna.token })).status).toBe(404)
    expect((await refusal({ bucket: small, key: '../x', content, token: anna.token })).status).toBe(400)
  })

  test('a file that is no image in an image bucket, while an image is cleaned as in any upload', async () => {
    const [bucket, anna] = [await aBucketOfPictures({ maxEdge: 300, maxPixels: 50_000_000 }), await someone()]
    const key = `${anna.id}/photo`
    const sending = { bucket, key, token: anna.token, metadata: { contentType: 'image/jpeg' } }
    const { status, text } = await refusal({ ...sending, content })
    expect([status, text]).toEqual([415, expect.stringContaining('not a picture we can read')])
    expect((await operator().storage.from(bucket).exists(key)).data).toBe(false)
    await send({ ...sending, content: await aPhotograph(900, 600) })
    expect(await sharp(await download(bucket, key)).metadata()).toMatchObject({ width: 300, height: 200 })
  })

  test('requests that violate the protocol', async () => {
    const anna = await someone()
    const authorization = `Bearer ${anna.token}`
    const url = `${target().url}/storage/v1/upload/resumable`
    expect((await fetch(url, { method: 'POST', headers: { authorization } })).status).toBe(412)
    expect((await ask(url, 'POST', { authorization, 'upload-length': '5' })).status).toBe(400)
    for (const id of ['x', '..%2f..%2fetc', Buffer.from(`a/b/${randomUUID()}`).toString('base64url')]) {
      expect((await ask(`${url}/${id}`, 'HEAD', { authorization })).status).toBe(404)
    }
  })
})

test('pictures in parts arrive no faster than pictures in one request', async () => {
  const [pictures, files, { id, token }] = [
    await aBucketOfPictures({ maxEdge: 300, maxPixels: 50_000_000 }),
    await aBucket(),
    await someone(),
  ]
  const takes = async (bucket: string) => {
    const described = { bucketName: bucket, objectName: `${id}/${randomUUID()}` }
    const metadata = Object.entries(described).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
    )
    const startedAt = performance.now()
    await callAs(token, 'POST', '/upload/resumable', {
      body: Buffer.alloc(4 * MEBIBYTE, 7),
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': `${4 * MEBIBYTE}`,
        'upload-metadata': metadata.join(','),
        'content-type': 'application/offset+octet-stream',
      },
    })
    return performance.now() - startedAt
  }
  const [picture, file] = [await takes(pictures), await takes(files)]
  expect(picture).toBeGreaterThan(450) // 4 MiB at 8 MB a second; timers round down to whole milliseconds
  expect(file).toBeLessThan(picture)
})

test('anyone may query the capabilities, including browsers of every origin', async () => {
  const url = `${target().url}/storage/v1/upload/resumable`
  const asked = await fetch(url, { method: 'OPTIONS' })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('tus-version')).toBe('1.0.0')
  expect(asked.headers.get('tus-extension')?.split(',')).toEqual(expect.arrayContaining(['creation', 'expiration']))
  const preflight = await fetch(`${url}/abc`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.com',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,x-upsert,upload-offset',
    },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-upsert')
  const { publishableKey } = target()
  const refused = await ask(url, 'POST', { authorization: `Bearer ${publishableKey}`, 'upload-length': '1' })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
})

test('an upload survives a restart of the server, and an unfinished one is gone after a day', {
  timeout: 300_000,
}, async () => {
  const { parent: folder, remove } = await migratedFolder('resumable')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: join(folder, 'data'), PORT: String(port), PUBLIC_URL: url, DEMO: '0' }
  const app = { migrations: join(import.meta.dirname, '../migrations'), functions: {}, web: null }
  const start = async () => {
    const backend = await createBackend(loadConfig({ ...settings, LOG_LEVEL: 'fatal' }), app)
    await backend.listen()
    return backend
  }
  let backend = await start()
  try {
    const token = backend.keyring.apiKeys.secretKey
    const client = () => createClient(url, token, { auth: { persistSession: false, autoRefreshToken: false } })
    await client().storage.createBucket('things')
    const content = randomBytes(CHUNK * 5)
    const sending = { url, bucket: 'things', key: 'a', content, token }
    const uploadUrl = await send({ ...sending, stopAfter: CHUNK * 2 })
    const [complete, abandoned] = [
      await send({ ...sending, key: 'b', stopAfter: CHUNK }),
      await send({ ...sending, key: 'c', stopAfter: CHUNK }),
    ]
    await backend.close()
    // As if the process had ended after the last byte of one, and the other had begun a day ago.
    const parts = join(settings.DATA_DIR, 'storage/tus')
    const idOf = (address: string) =>
      Buffer.from(address.split('/').at(-1) ?? '', 'base64url')
        .toString()
        .split('/')[2]
    await writeFile(join(parts, idOf(complete) ?? ''), content)
    const described = join(parts, `${idOf(abandoned)}.json`)
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
    await writeFile(described, JSON.stringify({ ...JSON.parse(await readFile(described, 'utf8')), creation_date: old }))
    backend = await start()

    await send({ ...sending, uploadUrl })
    await send({ ...sending, key: 'b', uploadUrl: complete })
    for (const key of ['a', 'b']) {
      const { data } = await client().storage.from('things').download(key)
      expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(content)).toBe(true)
    }
    await expect.poll(() => readdir(parts), { timeout: 120_000 }).not.toContain(idOf(abandoned))
    expect((await ask(abandoned, 'HEAD', { authorization: `Bearer ${token}` })).status).toBe(404)
    expect((await readdir(parts)).every((name) => name.endsWith('.json'))).toBe(true)
  } finally {
    await backend.close()
    await remove()
  }
})
