import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { type Backend, createBackend } from '../../src/create-backend.ts'
import { copyDataFolder } from '../../src/testing/data-folder.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { aPhotograph } from '../storage/rooms.ts'

const BUCKET = 'renders'
const PATH = 'a-photo.jpg'
let folder: string
let backend: Backend
let url: string

/** A server with the default STORAGE_RENDER_SIZES, for an application that lists two sizes. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-renders-'))
  const migrated = inject('migrated')
  if (migrated) await copyDataFolder(migrated, folder)
  const port = await freePort()
  const config = loadConfig({
    DATA_DIR: folder,
    PORT: String(port),
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    AUTH_RATE_LIMITS: '0',
  })
  backend = await createBackend(config, {
    migrations: join(import.meta.dirname, '../migrations'),
    functions: {},
    web: null,
    renderSizes: [
      { width: 320, height: 320, resize: 'cover' },
      { width: 320, resize: 'contain' },
    ],
  })
  url = await backend.listen()
  const operator = client(backend.keyring.apiKeys.secretKey)
  await operator.storage.createBucket(BUCKET, { public: true })
  await operator.storage.from(BUCKET).upload(PATH, await aPhotograph(800, 600), { contentType: 'image/jpeg' })
}, 90_000)

afterAll(async () => {
  await backend.close()
  await rm(folder, { recursive: true, force: true })
})

function client(key: string) {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

async function statusOf(kind: 'public' | 'authenticated', query: string, key?: string): Promise<number> {
  const { publishableKey } = backend.keyring.apiKeys
  const answer = await fetch(`${url}/storage/v1/render/image/${kind}/${BUCKET}/${PATH}?${query}`, {
    headers: kind === 'public' ? {} : { authorization: `Bearer ${key ?? publishableKey}` },
  })
  await answer.arrayBuffer()
  return answer.status
}

test('visitors get the listed sizes and no others', async () => {
  for (const kind of ['public', 'authenticated'] as const) {
    expect(await statusOf(kind, 'width=320&height=320&resize=cover')).toBe(200)
    expect(await statusOf(kind, 'width=320&height=320')).toBe(200) // cover is the protocol's default
    expect(await statusOf(kind, 'width=320&resize=contain')).toBe(200)
    const others = ['width=321&height=320', 'width=320', 'width=320&height=320&quality=61', 'height=320', '']
    const costly = ['width=320&height=320&format=avif', 'width=320&height=320&gravity=sm', 'width=2500&height=2500']
    for (const query of [...others, ...costly]) expect([query, await statusOf(kind, query)]).toEqual([query, 400])
  }
})

test('visitors cannot sign other sizes, and signed-in users may request any size', async () => {
  const transform = { width: 123, height: 77, resize: 'cover', quality: 40 } as const
  const asVisitor = client(backend.keyring.apiKeys.publishableKey)
  const refused = await asVisitor.storage.from(BUCKET).createSignedUrl(PATH, 60, { transform })
  expect(refused.data).toBeNull()

  const person = client(backend.keyring.apiKeys.publishableKey)
  await person.auth.signUp({ email: `${randomUUID()}@example.com`, password: 'quiet-lantern-42' })
  const own = await person.storage.from(BUCKET).download(PATH, { transform })
  expect(own.error).toBeNull()
  const signed = await client(backend.keyring.apiKeys.secretKey)
    .storage.from(BUCKET)
    .createSignedUrl(PATH, 60, { transform })
  const answer = await fetch(signed.data?.signedUrl ?? '')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-transformations')).toContain('width:123')
})
