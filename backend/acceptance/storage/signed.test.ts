import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { aBucket, aPhotograph, callAs } from './rooms.ts'

type Person = Awaited<ReturnType<typeof newUser>>
let anna: Person
let ben: Person
let bucket: string
let key: string

beforeAll(async () => {
  anna = await newUser()
  ben = await newUser()
  bucket = await aBucket()
  key = `${anna.id}/a plum & more.txt`
  await anna.client.storage.from(bucket).upload(key, Buffer.from('plums'), { contentType: 'text/plain' })
})

const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? ''

test('a signed URL opens one private file for anyone until it expires', async () => {
  const { data } = await anna.client.storage.from(bucket).createSignedUrl(key, 3, { download: 'fruit.txt' })
  const url = data?.signedUrl ?? ''
  const answer = await fetch(url)
  expect(await answer.text()).toBe('plums')
  expect(answer.headers.get('content-disposition')).toContain('filename=fruit.txt')
  expect(answer.headers.get('expires')).not.toBeNull()
  await expect
    .poll(async () => (await fetch(url)).json().catch(() => null), { timeout: 10_000 })
    .toMatchObject({ error: 'InvalidJWT' })
  expect((await fetch(url)).status).toBe(400)
})

test('signing requires read permission', async () => {
  expect((await ben.client.storage.from(bucket).createSignedUrl(key, 60)).error).toMatchObject({
    message: 'Object not found',
  })
  const { data } = await anna.client.storage.from(bucket).createSignedUrls([key, 'nowhere.txt'], 60)
  expect(data?.map(({ path, error }) => [path, error])).toEqual([
    [key, null],
    ['nowhere.txt', 'Either the object does not exist or you do not have access to it'],
  ])
  expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('plums')
})

test('the lifetime may be text, as the Python client sends it, but must be a number', async () => {
  const token = (await anna.client.auth.getSession()).data.session?.access_token ?? ''
  const signed = async (path: string, body: object) => {
    const answer = await callAs(token, 'POST', `/object/sign/${bucket}${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return [answer.status, await answer.json()]
  }
  const one = `/${encodeURI(key)}`
  expect(await signed(one, { expiresIn: '60' })).toEqual([200, { signedURL: expect.stringContaining('?token=') }])
  expect(await signed('', { expiresIn: '60', paths: [key] })).toMatchObject([200, [{ path: key, error: null }]])
  for (const expiresIn of ['soon', '60s', '', '-1'])
    expect(await signed(one, { expiresIn })).toMatchObject([400, { error: 'InvalidRequest' }])
})

test('a token opens its own file only and is no session, and a session opens no signed URL', async () => {
  const other = `${anna.id}/other.txt`
  await anna.client.storage.from(bucket).upload(other, Buffer.from('secret'))
  const { data } = await anna.client.storage.from(bucket).createSignedUrl(key, 60)
  const token = tokenIn(data?.signedUrl ?? '')
  const elsewhere = await callAs(null, 'GET', `/object/sign/${bucket}/${other}?token=${token}`)
  expect(await elsewhere.json()).toMatchObject({ error: 'InvalidSignature' })

  const asSession = await callAs(token, 'GET', `/object/authenticated/${bucket}/${encodeURI(key)}`)
  expect(await asSession.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
  const session = (await anna.client.auth.getSession()).data.session?.access_token
  const asUrl = await callAs(null, 'GET', `/object/sign/${bucket}/${encodeURI(key)}?token=${session}`)
  expect(await asUrl.json()).toMatchObject({ error: 'InvalidJWT' })
})

test('an upload token does not read, and a download token does not upload', async () => {
  const room = anna.client.storage.from(bucket)
  const fresh = `${anna.id}/${randomUUID()}.txt`
  const upload = (await room.createSignedUploadUrl(fresh)).data
  const read = await callAs(null, 'GET', `/object/sign/${bucket}/${fresh}?token=${upload?.token}`)
  expect(await read.json()).toMatchObject({ error: 'InvalidSignature' })
  const download = (await room.createSignedUrl(key, 60)).data
  const { error } = await visitor()
    .storage.from(bucket)
    .uploadToSignedUrl(key, tokenIn(download?.signedUrl ?? ''), Buffer.from('x'))
  expect(error).toMatchObject({ statusCode: '400' })
})

test('a signed upload URL is valid for one file of its owner, once', async () => {
  const fresh = `${anna.id}/${randomUUID()}.txt`
  const { data } = await anna.client.storage.from(bucket).createSignedUploadUrl(fresh)
  const room = visitor().storage.from(bucket)
  expect(
    (await room.uploadToSignedUrl(fresh, data?.token ?? '', Buffer.from('by hand'), { upsert: true })).data,
  ).toMatchObject({ path: fresh })
  const other = `${anna.id}/${randomUUID()}.txt`
  const link = (await anna.client.storage.from(bucket).createSignedUploadUrl(other)).data
  const stored = await callAs(null, 'PUT', `/object/upload/sign/${bucket}/${other}?token=${link?.token}`, { body: 'x' })
  const { id } = (await anna.client.storage.from(bucket).info(other)).data ?? {}
  expect(await stored.json()).toEqual({ Id: id, Key: `${bucket}/${other}` })
  expect(
    (await room.uploadToSignedUrl(fresh, data?.token ?? '', Buffer.from('again'), { upsert: true })).error,
  ).toMatchObject({ statusCode: '409' })
  expect((await room.uploadToSignedUrl(`${fresh}x`, data?.token ?? '', Buffer.from('x'))).error).toMatchObject({
    statusCode: '400',
  })
  expect(await (await anna.client.storage.from(bucket).download(fresh)).data?.text()).toBe('by hand')
  expect((await ben.client.storage.from(bucket).createSignedUploadUrl(`${anna.id}/b.txt`)).error).toMatchObject({
    statusCode: '403',
  })
})

test('a signed image has the signed size, whatever the query says', async () => {
  const photo = `${anna.id}/photo.jpg`
  await anna.client.storage.from(bucket).upload(photo, await aPhotograph(400, 300), { contentType: 'image/jpeg' })
  const { data } = await anna.client.storage
    .from(bucket)
    .createSignedUrl(photo, 60, { transform: { width: 100, height: 100 } })
  expect(data?.signedUrl).toContain('/render/image/sign/')
  const answer = await fetch(`${data?.signedUrl}&width=300&height=300`)
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 100, height: 100 })
  const original = await fetch((data?.signedUrl ?? '').replace('/render/image/sign/', '/object/sign/'))
  expect(await original.json()).toMatchObject({ error: 'InvalidSignature' })
  await operator().storage.from(bucket).remove([photo])
  expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
})
