import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser, operator } from '../server.ts'
import { aBucketOfPictures } from '../storage/rooms.ts'
import { aSlowPicture } from '../storage/slow-picture.ts'
import { aPhotoWithWords } from '../storage/written-photo.ts'

type Person = Awaited<ReturnType<typeof newUser>>
let anna: Person
let ben: Person
let bucket: string

beforeAll(async () => {
  ;[anna, ben] = [await newUser(), await newUser()]
  bucket = await aBucketOfPictures({ maxEdge: 1600, maxPixels: 4_000_000, readText: true, readCodes: true })
})

afterAll(async () => {
  // Unread pictures would delay those of other tests.
  const left = (await operator().storage.from(bucket).list(ben.id)).data ?? []
  await operator()
    .storage.from(bucket)
    .remove(left.map(({ name }) => `${ben.id}/${name}`))
})

async function uploads({ client, id }: Person, picture: Buffer): Promise<string> {
  const name = randomUUID()
  const { error } = await client.storage.from(bucket).upload(`${id}/${name}`, picture, { contentType: 'image/jpeg' })
  expect(error).toBeNull()
  return name
}

async function pictures({ id }: Person) {
  const { data } = await operator().storage.from(bucket).list(id)
  return data ?? []
}

test('an upload is answered before its text is recognised, and one user’s slow pictures do not delay another’s', {
  timeout: 90_000,
}, async () => {
  const slow = await Promise.all([1, 2, 3, 4, 5, 6].map(aSlowPicture))
  for (const picture of slow) await uploads(ben, picture)
  // All are stored and hardly any was read: uploads do not wait, and an unread picture does not count as one without text.
  const waiting = (await pictures(ben)).filter(({ metadata }) => metadata?.reading === 'waiting')
  expect(waiting.length).toBeGreaterThanOrEqual(2)

  const photo = await aPhotoWithWords('WhatsApp +351 912 345 678')
  const startedAt = performance.now()
  await uploads(anna, photo)
  const answeredMs = performance.now() - startedAt
  await expect
    .poll(async () => (await pictures(anna))[0]?.metadata?.texts?.join(' '), { timeout: 60_000, interval: 100 })
    .toContain('912 345 678')
  const readMs = performance.now() - startedAt
  console.log(`beside slow pictures: answered in ${answeredMs.toFixed(0)} ms, read in ${readMs.toFixed(0)} ms`)
  // Took 40 s when pictures were read one after another before the answer.
  expect(answeredMs).toBeLessThan(5000)
  const still = (await pictures(ben)).filter(({ metadata }) => metadata?.reading === 'waiting')
  expect(still.length).toBeGreaterThanOrEqual(1) // would have been read first in a single queue
})
