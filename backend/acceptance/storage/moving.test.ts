import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newUser, operator } from '../server.ts'
import { aBucket, aBucketOfPictures, aPhotograph } from './rooms.ts'

type Person = Awaited<ReturnType<typeof newUser>>
let anna: Person
let ben: Person
let bucket: string

beforeAll(async () => {
  anna = await newUser()
  ben = await newUser()
  bucket = await aBucket()
})

async function aFile(person: Person, content = 'plums'): Promise<string> {
  const key = `${person.id}/${randomUUID()}.txt`
  const { error } = await person.client.storage
    .from(bucket)
    .upload(key, Buffer.from(content), { contentType: 'text/plain' })
  if (error) throw error
  return key
}

const read = async (person: Person, key: string) =>
  (await person.client.storage.from(bucket).download(key)).data?.text()

test('a moved file exists at its new key only, and is the same object', async () => {
  const key = await aFile(anna)
  const room = anna.client.storage.from(bucket)
  const before = await room.info(key)
  expect((await room.move(key, `${key}.moved`)).data).toEqual({ message: 'Successfully moved' })
  expect(await read(anna, `${key}.moved`)).toBe('plums')
  expect((await room.exists(key)).data).toBe(false)
  expect((await room.info(`${key}.moved`)).data?.id).toBe(before.data?.id)
})

test('a move neither replaces a file nor leaves the user’s own folder', async () => {
  const [key, taken] = [await aFile(anna), await aFile(anna, 'pears')]
  const room = anna.client.storage.from(bucket)
  expect((await room.move(key, taken)).error).toMatchObject({ statusCode: '409' })
  expect((await room.move(key, `${ben.id}/mine-now.txt`)).error).toMatchObject({ statusCode: '403' })
  expect((await ben.client.storage.from(bucket).move(key, `${ben.id}/stolen.txt`)).error).toMatchObject({
    statusCode: '404',
  })
  expect(await read(anna, key)).toBe('plums')
  expect(await read(anna, taken)).toBe('pears')
})

test('a copy survives the removal of its original', async () => {
  const key = await aFile(anna)
  const room = anna.client.storage.from(bucket)
  expect((await room.copy(key, `${key}.copy`)).data?.path).toBe(`${bucket}/${key}.copy`)
  await room.remove([key])
  expect(await read(anna, `${key}.copy`)).toBe('plums')
  expect((await ben.client.storage.from(bucket).copy(`${key}.copy`, `${ben.id}/x.txt`)).error).toMatchObject({
    statusCode: '404',
  })
})

test('an image bucket cannot be entered through another bucket', async () => {
  const pictures = await aBucketOfPictures({ maxEdge: 300, maxPixels: 10_000_000 })
  const room = anna.client.storage.from(bucket)
  const text = await aFile(anna)
  for (const refused of [
    await room.copy(text, `${anna.id}/a.jpg`, { destinationBucket: pictures }),
    await room.move(text, `${anna.id}/a.jpg`, { destinationBucket: pictures }),
  ]) {
    expect(refused.error).toMatchObject({ statusCode: '415' })
  }
  const photo = `${anna.id}/photo.jpg`
  await room.upload(photo, await aPhotograph(600, 400), { contentType: 'image/jpeg' })
  expect((await room.copy(photo, photo, { destinationBucket: pictures })).error).toBeNull()
  const stored = await operator().storage.from(pictures).list(anna.id)
  expect(stored.data?.[0]?.metadata).toMatchObject({ width: 300, height: 200, mimetype: 'image/jpeg' })
})

test('removing returns what was removed and skips files without permission', async () => {
  const [mine, hers] = [await aFile(ben), await aFile(anna)]
  const { data } = await ben.client.storage.from(bucket).remove([mine, hers, `${ben.id}/never-there.txt`])
  expect(data?.map((row) => row.name)).toEqual([mine])
  expect(await read(anna, hers)).toBe('plums')
  expect((await ben.client.storage.from(bucket).exists(mine)).data).toBe(false)
})
