import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { type Backend, createBackend } from '../../src/create-backend.ts'
import { freePort } from '../../src/testing/free-port.ts'

let dataDir: string
let backend: Backend
let url: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'notes-'))
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'fatal' })
  backend = await createBackend(config, {
    migrations: join(import.meta.dirname, 'migrations'),
    functions: {},
    web: null,
  })
  url = await backend.listen()
})
afterAll(async () => {
  await backend?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function newUser(email: string): Promise<SupabaseClient> {
  const client = createClient(url, backend.keyring.apiKeys.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signUp({ email, password: 'quiet-lantern-42' })
  if (error) throw error
  return client
}

test('users have notes that no other user can read, write or delete', async () => {
  const [anna, ben] = await Promise.all([newUser('anna@example.com'), newUser('ben@example.com')])
  const written = await anna.from('notes').insert({ body: 'Buy saffron' })
  expect(written.error).toBeNull()

  const [mine, theirs] = await Promise.all([anna.from('notes').select('body'), ben.from('notes').select('body')])
  expect(mine.data).toEqual([{ body: 'Buy saffron' }])
  expect(theirs.data).toEqual([])

  const forged = await ben.from('notes').insert({ body: 'Hello', owner_id: '00000000-0000-4000-8000-000000000000' })
  expect(forged.error?.code).toBe('42501')
  await ben.from('notes').delete().neq('body', '')
  expect((await anna.from('notes').select('body')).data).toHaveLength(1)
})
