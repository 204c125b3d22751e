import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { aBucket, aPhotograph } from './rooms.ts'

/** Every public method of the unmodified client, found by reflection: the result for a permitted caller, and for others. */
type Person = Awaited<ReturnType<typeof newUser>>
type Room = ReturnType<SupabaseClient['storage']['from']>

interface Answer {
  readonly data: unknown
  readonly error: { message: string } | null
}

interface Shown {
  readonly may: () => Promise<void>
  readonly mayNot: () => Promise<void>
}

let anna: Person
let ben: Person
let bucket: string
let annas: Room
let bens: Room

beforeAll(async () => {
  ;[anna, ben] = [await newUser(), await newUser()]
  bucket = await aBucket()
  ;[annas, bens] = [anna.client.storage.from(bucket), ben.client.storage.from(bucket)]
})

async function aFile(content = 'plums', contentType = 'text/plain'): Promise<string> {
  const key = `${anna.id}/${randomUUID()}`
  await works(annas.upload(key, Buffer.from(content), { contentType }))
  return key
}

async function works<T>(call: PromiseLike<{ data: T; error: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await call
  if (error || data === null || data === undefined) throw error ?? new Error('no data')
  return data
}

async function refused(call: PromiseLike<Answer>, statusCode: string): Promise<void> {
  expect((await call).error).toMatchObject({ statusCode })
}

const text = async (key: string) => (await works(annas.download(key))).text()

const FILES: Readonly<Record<string, Shown>> = {
  upload: {
    may: async () => expect(await text(await aFile('figs'))).toBe('figs'),
    mayNot: () => refused(bens.upload(`${anna.id}/x`, Buffer.from('x')), '403'),
  },
  update: {
    may: async () => {
      const key = await aFile()
      await works(annas.update(key, Buffer.from('pears')))
      expect(await text(key)).toBe('pears')
    },
    mayNot: async () => {
      const key = await aFile()
      await refused(bens.update(key, Buffer.from('x')), '403')
      expect(await text(key)).toBe('plums')
    },
  },
  createSignedUploadUrl: {
    may: async () => {
      const { token, path } = await works(annas.createSignedUploadUrl(`${anna.id}/${randomUUID()}`))
      await works(visitor().storage.from(bucket).uploadToSignedUrl(path, token, Buffer.from('nuts')))
      expect(await text(path)).toBe('nuts')
    },
    mayNot: () => refused(bens.createSignedUploadUrl(`${anna.id}/x`), '403'),
  },
  uploadToSignedUrl: {
    may: async () => {
      const key = await aFile()
      const { token } = await works(annas.createSignedUploadUrl(key, { upsert: true }))
      await works(
        visitor()
          .storage.from(bucket)
          .uploadToSignedUrl(key, token, new Blob(['dates'])),
      )
      expect(await text(key)).toBe('dates')
    },
    mayNot: async () => {
      const { token } = await works(annas.createSignedUploadUrl(`${anna.id}/${randomUUID()}`))
      await refused(bens.uploadToSignedUrl(`${anna.id}/other`, token, Buffer.from('x')), '400')
    },
  },
  move: {
    may: async () => {
      const key = await aFile()
      await works(annas.move(key, `${key}-moved`))
      expect(await text(`${key}-moved`)).toBe('plums')
    },
    mayNot: async () => refused(bens.move(await aFile(), `${ben.id}/taken`), '404'),
  },
  copy: {
    may: async () => {
      const key = await aFile()
      expect((await works(annas.copy(key, `${key}-copy`))).path).toBe(`${bucket}/${key}-copy`)
      expect(await text(`${key}-copy`)).toBe('plums')
    },
    mayNot: async () => refused(bens.copy(await aFile(), `${ben.id}/taken`), '404'),
  },
  createSignedUrl: {
    may: async () => {
      const { signedUrl } = await works(annas.createSignedUrl(await aFile(), 60, { download: 'a b.txt' }))
      const answer = await fetch(signedUrl)
      expect([answer.headers.get('content-disposition'), await answer.text()]).toEqual([
        expect.stringContaining('filename=a%20b.txt'),
        'plums',
      ])
    },
    mayNot: async () => refused(bens.createSignedUrl(await aFile(), 60), '404'),
  },
  createSignedUrls: {
    may: async () => {
      const [one] = await works(annas.createSignedUrls([await aFile()], 60))
      expect(await (await fetch(one?.signedUrl ?? '')).text()).toBe('plums')
    },
    mayNot: async () => {
      const [one] = await works(bens.createSignedUrls([await aFile()], 60))
      expect(one).toMatchObject({ signedUrl: null, error: expect.stringContaining('do not have access') })
    },
  },
  download: {
    may: async () => {
      const key = await aFile('long enough')
      const stream = await works(annas.download(key).asStream())
      expect(await new Response(stream).text()).toBe('long enough')
    },
    mayNot: async () => expect((await bens.download(await aFile())).error).toMatchObject({ status: 400 }),
  },
  info: {
    may: async () =>
      expect(await works(annas.info(await aFile()))).toMatchObject({ size: 5, contentType: 'text/plain' }),
    mayNot: async () => refused(bens.info(await aFile()), '404'),
  },
  exists: {
    may: async () => expect((await annas.exists(await aFile())).data).toBe(true),
    mayNot: async () => expect((await bens.exists(await aFile())).data).toBe(false),
  },
  getPublicUrl: {
    may: async () => {
      const open = await aBucket({ public: true })
      const key = `${anna.id}/photo.jpg`
      await works(anna.client.storage.from(open).upload(key, await aPhotograph(40, 30), { contentType: 'image/jpeg' }))
      const options = { transform: { width: 20 }, download: 'small.jpg' }
      const answer = await fetch(visitor().storage.from(open).getPublicUrl(key, options).data.publicUrl)
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining('small'),
      ])
    },
    mayNot: async () => {
      const { publicUrl } = annas.getPublicUrl(await aFile()).data
      expect((await fetch(publicUrl)).status).toBe(400)
    },
  },
  remove: {
    may: async () => {
      const key = await aFile()
      expect(await works(annas.remove([key]))).toMatchObject([{ name: key }])
    },
    mayNot: async () => {
      const key = await aFile()
      expect(await works(bens.remove([key]))).toEqual([])
      expect(await text(key)).toBe('plums')
    },
  },
  purgeCache: {
    may: async () => {
      const key = await aFile()
      expect(await works(operator().storage.from(bucket).purgeCache(key))).toEqual({ message: 'success' })
    },
    mayNot: async () => refused(annas.purgeCache(await aFile()), '403'),
  },
  list: {
    may: async () => {
      const key = await aFile()
      expect((await works(annas.list(anna.id, { limit: 1000 }))).map(({ name }) => `${anna.id}/${name}`)).toContain(key)
    },
    mayNot: async () => expect(await works(bens.list(anna.id))).toEqual([]),
  },
  listV2: {
    may: async () => {
      const key = await aFile()
      expect((await works(annas.listV2({ prefix: key }))).objects).toMatchObject([{ name: key }])
    },
    mayNot: async () => expect((await works(bens.listV2({ prefix: anna.id }))).objects).toEqual([]),
  },
}

/** Lifecycles concern old versions of objects, which are not kept here: every caller is refused. */
const unsupported = (call: (storage: SupabaseClient['storage']) => PromiseLike<Answer>): Shown => ({
  may: () => refused(call(operator().storage), '404'),
  mayNot: () => refused(call(anna.client.storage), '404'),
})
const lifecycle = { rules: [] }

const BUCKETS: Readonly<Record<string, Shown>> = {
  listBuckets: {
    may: async () =>
      expect(await works(operator().storage.listBuckets({ search: bucket }))).toMatchObject([{ id: bucket }]),
    mayNot: async () => expect(await works(anna.client.storage.listBuckets())).toEqual([]),
  },
  getBucket: {
    may: async () =>
      expect(await works(operator().storage.getBucket(bucket))).toMatchObject({ id: bucket, public: false }),
    mayNot: () => refused(anna.client.storage.getBucket(bucket), '404'),
  },
  createBucket: {
    may: async () => {
      const id = `people-${randomUUID()}`
      expect(await works(operator().storage.createBucket(id, { public: true }))).toEqual({ name: id })
    },
    mayNot: () => refused(anna.client.storage.createBucket(`people-${randomUUID()}`), '403'),
  },
  updateBucket: {
    may: async () => {
      const id = await aBucket()
      await works(operator().storage.updateBucket(id, { public: true, fileSizeLimit: '1MB' }))
      expect(await works(operator().storage.getBucket(id))).toMatchObject({ public: true, file_size_limit: 1_000_000 })
    },
    mayNot: () => refused(anna.client.storage.updateBucket(bucket, { public: true }), '404'),
  },
  emptyBucket: {
    may: async () => {
      const id = await aBucket()
      await works(operator().storage.from(id).upload('a/b', Buffer.from('x')))
      await works(operator().storage.emptyBucket(id))
      expect(await works(operator().storage.from(id).list())).toEqual([])
    },
    mayNot: () => refused(anna.client.storage.emptyBucket(bucket), '404'),
  },
  deleteBucket: {
    may: async () => expect(await works(operator().storage.deleteBucket(await aBucket()))).toMatchObject({}),
    mayNot: () => refused(anna.client.storage.deleteBucket(bucket), '404'),
  },
  purgeBucketCache: {
    may: async () => expect(await works(operator().storage.purgeBucketCache(bucket))).toEqual({ message: 'success' }),
    mayNot: () => refused(anna.client.storage.purgeBucketCache(bucket), '403'),
  },
  getBucketLifecycle: unsupported((storage) => storage.getBucketLifecycle(bucket)),
  updateBucketLifecycle: unsupported((storage) => storage.updateBucketLifecycle(bucket, lifecycle)),
  deleteBucketLifecycle: unsupported((storage) => storage.deleteBucketLifecycle(bucket)),
}

/** Names of the public methods. TypeScript's `private` does not exist at run time, so the client's own naming decides. */
function methodsOf(thing: object): string[] {
  const names = new Set<string>()
  for (let at = Object.getPrototypeOf(thing); at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  return [...names].filter((name) => !name.startsWith('_') && !INTERNAL.has(name)).sort()
}

/** `private` and `protected` in the client's source, or settings of the client itself. */
const INTERNAL = new Set([
  'constructor',
  'uploadOrUpdate',
  'encodeMetadata',
  'toBase64',
  'prepareUploadFormData',
  'applyTransformOptsToQuery',
  'handleOperation',
  'bucketLifecycleUrl',
  'listBucketOptionsToQueryString',
  'throwOnError',
  'setHeader',
  // Other storage types of the protocol: `/vector` and `/iceberg` answer 404.
  'vectors',
  'analytics',
  'from',
])

test('every public method of the client is covered', () => {
  expect(methodsOf(annas)).toEqual(Object.keys(FILES).sort())
  expect(methodsOf(anna.client.storage)).toEqual(Object.keys(BUCKETS).sort())
})

describe.each(Object.entries({ ...FILES, ...BUCKETS }))('%s', (_, { may, mayNot }) => {
  test('works for permitted callers', may)
  test('is refused to others', mayNot)
})
