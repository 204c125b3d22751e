import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newUser, operator, target, visitor } from '../server.ts'
import { aBucket, callAs } from './rooms.ts'

test('the operator can create, change, read and remove a bucket', async () => {
  const storage = operator().storage
  const id = `people-${randomUUID()}`
  expect(
    (await storage.createBucket(id, { public: true, fileSizeLimit: '20MB', allowedMimeTypes: ['image/*'] })).data,
  ).toEqual({ name: id })
  const { data } = await storage.getBucket(id)
  expect(data).toEqual({
    id,
    name: id,
    owner: '',
    public: true,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/*'],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: expect.any(String),
  })
  expect((await storage.updateBucket(id, { public: false, fileSizeLimit: null })).data).toEqual({
    message: 'Successfully updated',
  })
  expect((await storage.getBucket(id)).data).toMatchObject({
    public: false,
    file_size_limit: null,
    allowed_mime_types: ['image/*'],
  })
  expect((await storage.listBuckets({ search: id })).data).toMatchObject([{ id, type: 'STANDARD' }])
  expect((await storage.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' })
  expect((await storage.getBucket(id)).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
})

test('invalid names, sizes and types are refused', async () => {
  const storage = operator().storage
  const taken = await aBucket()
  expect((await storage.createBucket(taken)).error).toMatchObject({ statusCode: '409' })
  expect((await storage.createBucket('with/slash')).error).toMatchObject({ message: 'Bucket name invalid' })
  expect((await storage.createBucket(' blank ')).error).toMatchObject({ message: 'Bucket name invalid' })
  expect((await storage.createBucket(randomUUID(), { public: false, fileSizeLimit: 'huge' })).error?.message).toContain(
    'Invalid file size format',
  )
  expect((await storage.createBucket(randomUUID(), { public: false, fileSizeLimit: '2GB' })).error).toMatchObject({
    statusCode: '413',
  })
  expect(
    (await storage.createBucket(randomUUID(), { public: false, allowedMimeTypes: ['picture'] })).error,
  ).toMatchObject({ statusCode: '415' })
  const create = async (bucket: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await callAs(target().secretKey, 'POST', '/bucket', { body: JSON.stringify(bucket), headers })
    return [answer.status, await answer.json()]
  }
  const refused = (message: unknown) => [
    400,
    { statusCode: '400', error: 'InvalidRequest', code: 'InvalidRequest', message },
  ]
  expect(await create({})).toEqual(refused("body must have required property 'name'"))
  const name = randomUUID()
  for (const type of ['ANALYTICS', 'VECTOR']) {
    expect(await create({ name, type })).toEqual(refused(expect.stringContaining('body/type')))
  }
  expect(await create({ name, type: 'STANDARD' })).toEqual([200, { name }])
})

test('users without a policy cannot see, create or change buckets', async () => {
  const id = await aBucket()
  const { client: anna } = await newUser()
  for (const storage of [anna.storage, visitor().storage]) {
    expect((await storage.listBuckets()).data).toEqual([])
    expect((await storage.createBucket(randomUUID())).error).toMatchObject({ statusCode: '403' })
    expect((await storage.updateBucket(id, { public: true })).error).toMatchObject({ statusCode: '404' })
    expect((await storage.emptyBucket(id)).error).toMatchObject({ statusCode: '404' })
    expect((await storage.deleteBucket(id)).error).toMatchObject({ statusCode: '404' })
  }
  expect((await operator().storage.getBucket(id)).data).toMatchObject({ public: false })
})

test('only an empty bucket can be removed', async () => {
  const id = await aBucket()
  const storage = operator().storage
  await storage.from(id).upload('a.txt', Buffer.from('a'))
  expect((await storage.deleteBucket(id)).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  })
  expect((await storage.emptyBucket(id)).error).toBeNull()
  expect((await storage.from(id).list()).data).toEqual([])
  expect((await storage.deleteBucket(id)).error).toBeNull()
})

test('a bucket made private is private immediately', async () => {
  const id = await aBucket({ public: true })
  const storage = operator().storage
  await storage.from(id).upload('a.txt', Buffer.from('a'))
  const url = storage.from(id).getPublicUrl('a.txt').data.publicUrl
  expect((await fetch(url)).status).toBe(200)
  await storage.updateBucket(id, { public: false })
  expect((await fetch(url)).status).toBe(400)
})
