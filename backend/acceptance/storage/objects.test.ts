import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { aBucket, callAs, postRaw } from './rooms.ts'

type Person = Awaited<ReturnType<typeof newUser>>
let anna: Person
let ben: Person
let bucket: string

beforeAll(async () => {
  anna = await newUser()
  ben = await newUser()
  bucket = await aBucket()
})

const mine = (person: Person, name = `${randomUUID()}.txt`) => `${person.id}/${name}`
const tokenOf = async (person: Person) => (await person.client.auth.getSession()).data.session?.access_token ?? ''

describe('uploading', () => {
  test('an uploaded file is returned byte for byte, to its owner and to nobody else', async () => {
    const key = mine(anna)
    const { data, error } = await anna.client.storage
      .from(bucket)
      .upload(key, Buffer.from('twelve plums'), { contentType: 'text/plain' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: key, fullPath: `${bucket}/${key}` })

    const own = await anna.client.storage.from(bucket).download(key)
    expect(await own.data?.text()).toBe('twelve plums')
    for (const other of [ben.client, visitor()]) {
      const { data: nothing, error: refusal } = await other.storage.from(bucket).download(key)
      expect(nothing).toBeNull()
      expect(refusal).toMatchObject({ status: 400 })
    }
  })

  test('nobody can write into another user’s folder', async () => {
    const key = mine(anna)
    const { error } = await ben.client.storage.from(bucket).upload(key, Buffer.from('x'))
    expect(error).toMatchObject({ statusCode: '403', message: 'new row violates row-level security policy' })
    expect((await operator().storage.from(bucket).exists(key)).data).toBe(false)
  })

  test('an existing key is refused, and replaced only on request', async () => {
    const key = mine(anna)
    const room = anna.client.storage.from(bucket)
    await room.upload(key, Buffer.from('first'))
    expect((await room.upload(key, Buffer.from('second'))).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
    expect(await (await room.download(key)).data?.text()).toBe('first')
    expect((await room.upload(key, Buffer.from('third'), { upsert: true })).error).toBeNull()
    expect(await (await room.download(key)).data?.text()).toBe('third')
    expect((await room.update(key, Buffer.from('fourth'))).error).toBeNull()
    expect(await (await room.download(key)).data?.text()).toBe('fourth')
  })

  test('exactly one of several concurrent uploads to one key is accepted', async () => {
    const key = mine(anna)
    const attempts = Array.from({ length: 8 }, (_, n) =>
      anna.client.storage.from(bucket).upload(key, Buffer.from(`attempt ${n}`)),
    )
    const outcomes = await Promise.all(attempts)
    const winners = outcomes.flatMap(({ error }, n) => (error ? [] : [n]))
    expect(winners).toHaveLength(1)
    expect(
      outcomes.filter(({ error }) => (error as { statusCode?: string } | null)?.statusCode === '409'),
    ).toHaveLength(7)
    expect(await (await anna.client.storage.from(bucket).download(key)).data?.text()).toBe(`attempt ${winners[0]}`)
  })

  test('a form with metadata and a stream without a length are stored too', async () => {
    const room = anna.client.storage.from(bucket)
    const form = mine(anna)
    const file = new File(['a,b\n1,2\n'], 'table.csv', { type: 'text/csv' })
    expect((await room.upload(form, file, { cacheControl: '120', metadata: { season: 'autumn' } })).error).toBeNull()
    expect((await room.info(form)).data).toMatchObject({
      size: 8,
      contentType: 'text/csv',
      cacheControl: 'max-age=120',
      metadata: { season: 'autumn' },
    })

    const streamed = mine(anna)
    const chunks = Array.from({ length: 40 }, (_, n) => new Uint8Array(100_000).fill(n))
    const stream = new Blob(chunks).stream()
    expect(
      (await room.upload(streamed, stream, { duplex: 'half', contentType: 'application/octet-stream' })).error,
    ).toBeNull()
    const back = new Uint8Array((await (await room.download(streamed)).data?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(Buffer.compare(back, Buffer.concat(chunks))).toBe(0)
  })

  test.each([
    'a/../b',
    '../../x',
    'a/%2e%2e/b',
    '%2e%2e%2f%2e%2e%2fx',
    './a',
    '..%5Cx',
    'a%00b',
    'a%23b',
    'a%252Fb',
    '%C3%A9',
    'x'.repeat(1025),
  ])('refuses the key %j', async (key) => {
    const { status, body } = await postRaw(await tokenOf(anna), `/object/${bucket}/${anna.id}/${key}`)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ statusCode: '400', error: 'InvalidKey' })
  })

  test.each([
    [
      'that is truncated',
      'multipart/form-data; boundary=X',
      '--X\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhal',
    ],
    ['without a boundary', 'multipart/form-data', 'anything'],
    [
      'without a file',
      'multipart/form-data; boundary=X',
      '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--\r\n',
    ],
    [
      'whose type carries another header',
      'multipart/form-data; boundary=X',
      '--X\r\nContent-Disposition: form-data; name="contentType"\r\n\r\ntext/plain\r\nset-cookie: a=b\r\n--X\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nx\r\n--X--\r\n',
    ],
  ])('refuses a form %s', async (_, contentType, body) => {
    const key = mine(anna)
    const answer = await callAs(await tokenOf(anna), 'POST', `/object/${bucket}/${key}`, {
      body,
      headers: { 'content-type': contentType },
    })
    expect(answer.status).toBe(400)
    expect((await operator().storage.from(bucket).exists(key)).data).toBe(false)
  })

  test('types not allowed in the bucket are refused by the declared type', async () => {
    const texts = await aBucket({ allowedMimeTypes: ['text/*'] })
    const room = anna.client.storage.from(texts)
    expect((await room.upload(mine(anna), Buffer.from('x'), { contentType: 'text/plain' })).error).toBeNull()
    const { error } = await room.upload(mine(anna), Buffer.from('x'), { contentType: 'application/zip' })
    expect(error).toMatchObject({ statusCode: '415', message: 'mime type application/zip is not supported' })
  })
})

describe('size limits', () => {
  test.each(['a buffer', 'a form', 'a stream'])('%s over the limit is refused and leaves nothing', async (kind) => {
    const small = await aBucket({ fileSizeLimit: 100_000 })
    const room = anna.client.storage.from(small)
    const key = mine(anna)
    const bytes = new Uint8Array(3_000_000)
    const body =
      kind === 'a buffer' ? Buffer.from(bytes) : kind === 'a form' ? new Blob([bytes]) : new Blob([bytes]).stream()
    const { error } = await room.upload(key, body, { duplex: 'half' })
    expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
    expect((await room.exists(key)).data).toBe(false)
    expect((await room.upload(key, Buffer.alloc(100_000))).error).toBeNull()
  })
})

describe('reading', () => {
  test('a public bucket is readable without a token, and a private one is not disclosed', async () => {
    const open = await aBucket({ public: true })
    const key = mine(anna)
    for (const room of [open, bucket])
      await anna.client.storage.from(room).upload(key, Buffer.from('hello'), { contentType: 'text/plain' })
    const shown = await fetch(visitor().storage.from(open).getPublicUrl(key).data.publicUrl)
    expect(shown.status).toBe(200)
    expect(await shown.text()).toBe('hello')
    const hidden = await fetch(visitor().storage.from(bucket).getPublicUrl(key).data.publicUrl)
    expect(hidden.status).toBe(400)
    expect(await hidden.json()).toEqual({
      statusCode: '404',
      error: 'Bucket not found',
      message: 'Bucket not found',
      code: 'NoSuchBucket',
    })
  })

  test('a valid client copy is not sent again, and ranges are supported', async () => {
    const open = await aBucket({ public: true })
    const key = mine(anna)
    await anna.client.storage
      .from(open)
      .upload(key, Buffer.from('0123456789'), { contentType: 'text/plain', cacheControl: '60' })
    const url = visitor().storage.from(open).getPublicUrl(key).data.publicUrl
    const first = await fetch(url)
    expect(first.headers.get('cache-control')).toBe('max-age=60')
    const etag = first.headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)

    const part = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const tail = await fetch(url, { headers: { range: 'bytes=-3' } })
    expect(await tail.text()).toBe('789')
    expect((await fetch(url, { headers: { range: 'bytes=10-' } })).status).toBe(416)
  })

  test('private files are never stored by shared caches', async () => {
    const key = mine(anna)
    await anna.client.storage.from(bucket).upload(key, Buffer.from('mine'), { cacheControl: '3600' })
    const answer = await callAs(await tokenOf(anna), 'GET', `/object/authenticated/${bucket}/${key}`)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(answer.headers.get('vary')).toContain('Authorization')
  })

  test.each([
    ['text/html', 'text/plain'],
    ['image/svg+xml', 'image/svg+xml'],
    ['application/xhtml+xml', 'application/xhtml+xml'],
    ['text/xml', 'text/xml'],
    ['text/javascript', 'text/plain'],
  ])('%s is never shown inline', async (declared, served) => {
    const open = await aBucket({ public: true })
    const key = mine(anna)
    await anna.client.storage.from(open).upload(key, Buffer.from('<svg onload="alert(1)"/>'), { contentType: declared })
    const answer = await fetch(visitor().storage.from(open).getPublicUrl(key).data.publicUrl)
    expect(answer.headers.get('content-type')).toContain(served)
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  test('the name of a download cannot inject headers', async () => {
    const open = await aBucket({ public: true })
    const key = mine(anna)
    await anna.client.storage.from(open).upload(key, Buffer.from('x'))
    const { publicUrl } = visitor().storage.from(open).getPublicUrl(key).data
    const answer = await fetch(`${publicUrl}?download=${encodeURIComponent('a";\r\nset-cookie: b=c ü.txt')}`)
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename=a%22%3B%0D%0Aset-cookie%3A%20b%3Dc%20%C3%BC.txt; filename*=UTF-8''a%22%3B%0D%0Aset-cookie%3A%20b%3Dc%20%C3%BC.txt",
    )
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('info and exists answer for existing and missing files', async () => {
    const key = mine(anna)
    const room = anna.client.storage.from(bucket)
    await room.upload(key, Buffer.from('abc'), { contentType: 'text/plain' })
    const { data } = await room.info(key)
    expect(data).toMatchObject({ name: key, bucketId: bucket, size: 3, contentType: 'text/plain', metadata: {} })
    expect(data).not.toHaveProperty('updatedAt')
    expect((await room.exists(key)).data).toBe(true)
    expect((await room.exists(`${key}x`)).data).toBe(false)
    expect((await ben.client.storage.from(bucket).exists(key)).data).toBe(false)
  })
})

describe('object headers set by the client', () => {
  test('compressed bytes are stored and sent with their content coding, and that header accepts nothing else', async () => {
    const open = await aBucket({ public: true })
    const room = anna.client.storage.from(open)
    const packed = gzipSync('twelve plums '.repeat(100))
    for (const content of [packed, new Blob([new Uint8Array(packed)])]) {
      const key = mine(anna)
      await room.upload(key, content, { contentType: 'text/plain', contentEncoding: 'gzip' })
      const answer = await fetch(room.getPublicUrl(key).data.publicUrl)
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(await answer.text()).toBe('twelve plums '.repeat(100))
      expect((await room.info(key)).data?.size).toBe(packed.length)
    }
    const odd = await room.upload(mine(anna), packed, { contentEncoding: 'gzip, x-mine' })
    expect(odd.error).toMatchObject({ statusCode: '400', message: 'Invalid Content-Encoding header' })
  })

  test('only the current version exists, and versioning is never reported', async () => {
    const key = mine(anna)
    const room = anna.client.storage.from(bucket)
    await room.upload(key, Buffer.from('first'))
    const versionId = (await room.info(key)).data?.version ?? ''
    expect(await (await room.download(key, { versionId })).data?.text()).toBe('first')
    await room.update(key, Buffer.from('second'))
    expect((await room.download(key, { versionId })).error).toMatchObject({ status: 400 })
    expect((await room.info(key, { versionId })).error).toMatchObject({ statusCode: '404' })
    expect((await room.createSignedUrl(key, 60, { versionId })).error).toMatchObject({ statusCode: '404' })
    const made = await operator().storage.createBucket(randomUUID(), { public: false, versioningStatus: 'ENABLED' })
    expect(made.error).toMatchObject({ message: expect.stringContaining('versioning_status') })
  })
})

describe('authentication', () => {
  test('a missing or invalid token is refused where one is required', async () => {
    const missing = await callAs(null, 'POST', `/object/list/${bucket}`, {
      body: '{"prefix":""}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await missing.json()).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Invalid Compact JWS',
      code: 'AccessDenied',
    })
    const broken = await callAs(`${await tokenOf(anna)}x`, 'POST', `/object/list/${bucket}`, {
      body: '{"prefix":""}',
      headers: { 'content-type': 'application/json' },
    })
    expect(broken.status).toBe(400)
    expect(await broken.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
  })

  test('an unknown route gets the protocol’s error', async () => {
    const answer = await callAs(null, 'GET', '/nothing/here')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({
      statusCode: '404',
      error: 'Not Found',
      message: 'Route GET:/storage/v1/nothing/here not found',
      code: 'InvalidRequest',
    })
  })
})
