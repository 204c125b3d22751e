import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { type Backend, createBackend } from '../../src/create-backend.ts'
import { RpcError, type RpcHandlers } from '../../src/rest/rpc.ts'
import { migratedFolder } from '../data-folder.ts'

/** A vocabulary: signed-in users may call its functions, and read only their own words. */
const SCHEMA = `
  create table public.words (owner_id uuid not null default auth.uid(), word text not null, times numeric not null);
  alter table public.words enable row level security;
  create policy "Users read and write their own words" on public.words using (owner_id = auth.uid());
  grant select, insert on public.words to authenticated;
  create function public.look_up(word text, options jsonb default '{}', most integer default 9) returns jsonb
    language sql stable set search_path = ''
    return jsonb_build_object('by', 'database', 'word', word, 'digits', 1.10);
  create function public.write_down(word text) returns jsonb language sql volatile set search_path = ''
    return '{}'::jsonb;
  revoke execute on function public.look_up, public.write_down from public, anon;
  grant execute on function public.look_up, public.write_down to authenticated;`

let backend: Backend
let url: string
let remove: () => Promise<void>
let anna: SupabaseClient
let annaId: string
let token: string
let disconnected = Promise.withResolvers<void>()

const rpc: RpcHandlers = {
  async look_up({ params, sql, next, signal }) {
    if (params.word === 'pass') return next()
    if (params.word === 'refuse')
      throw new RpcError('WB001', 'No such word', { status: 404, details: 'w', hint: 'try' })
    if (params.word === 'break') throw new Error('a secret of the handler')
    if (params.word === 'write') return sql`insert into public.words (word, times) values ('w', 1) returning word`
    if (params.word === 'wrong') return sql`select ${'x'}::integer as number`
    if (params.word === 'slow') return sql`select pg_sleep(60)`
    if (params.word === 'wait') {
      signal.addEventListener('abort', () => disconnected.resolve())
      return disconnected.promise
    }
    const [who] = await sql<{ id: string; role: string }>`select auth.uid() as id, current_user as role`
    const words = await sql<{ word: string }>`select word from public.words where word = ${params.word as string}::text`
    const [list] = await sql<{
      asked: number
    }>`select count(*) as asked from jsonb_array_elements(${['a', 'b']}::jsonb)`
    return { by: 'handler', params, who, words, count: list?.asked }
  },
  async write_down({ params, sql }) {
    const [row] = await sql`insert into public.words (word, times) values (${String(params.word)}, 2) returning word`
    return row
  },
}

beforeAll(async () => {
  const folder = await migratedFolder('handled')
  remove = folder.remove
  const settings = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', AUTH_RATE_LIMITS: '0', REST_EXPLAIN: '1' }
  const config = loadConfig({ ...settings, DATA_DIR: folder.dataDir })
  const migrations = join(import.meta.dirname, '../migrations')
  backend = await createBackend(config, { migrations, functions: {}, web: null, rpc })
  await backend.database.admin.unsafe(SCHEMA)
  url = await backend.listen()
  anna = client()
  const { data } = await anna.auth.signUp({ email: 'anna@example.com', password: 'quiet-lantern-42' })
  annaId = data.user?.id ?? ''
  token = data.session?.access_token ?? ''
})
afterAll(async () => {
  await backend.close()
  await remove()
})

function client(): SupabaseClient {
  return createClient(url, backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

const ask = (query: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${url}/rest/v1/rpc/look_up?${query}`, {
    ...init,
    headers: { apikey: backend.keyring.apiKeys.publishableKey, Authorization: `Bearer ${token}`, ...headers },
  })

test('a handler answers POST and GET alike, as the caller', async () => {
  await anna.rpc('write_down', { word: 'fig' })
  const expected = { by: 'handler', who: { id: annaId, role: 'authenticated' }, words: [{ word: 'fig' }], count: 2 }
  const posted = await anna.rpc('look_up', { word: 'fig', options: { deep: [1] }, most: 3 })
  const params = { word: 'fig', options: { deep: [1] }, most: 3 }
  expect(posted).toMatchObject({ error: null, status: 200, data: { ...expected, params } })
  const got = await anna.rpc('look_up', { word: 'fig', options: '{"deep":[1]}', most: 3 }, { get: true })
  expect(got.data).toEqual(posted.data)
  expect((await anna.rpc('look_up', { word: 'fig' }, { count: 'exact' })).count).toBe(1)
  expect((await anna.rpc('look_up', { word: 'fig' }).single()).data).toMatchObject(expected)
  // As PostgREST does with a single value, whatever is selected.
  expect((await anna.rpc('look_up', { word: 'fig' }).select('word').order('word').limit(1)).data).toMatchObject(
    expected,
  )
  const head = await ask('word=fig', {}, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('another user sees only their own rows through the same handler', async () => {
  const ben = client()
  await ben.auth.signUp({ email: 'ben@example.com', password: 'quiet-lantern-42' })
  expect((await ben.rpc('look_up', { word: 'fig' })).data).toMatchObject({ by: 'handler', words: [] })
})

test('a caller without EXECUTE gets the database’s refusal', async () => {
  const refused = await client().rpc('look_up', { word: 'fig' })
  expect(refused).toMatchObject({ status: 401, error: { code: '42501' } })
})

test('next() returns the database function’s answer with all its digits', async () => {
  expect(await (await ask('word=pass')).text()).toContain('"digits": 1.10')
})

test('errors have PostgREST’s format', async () => {
  const refused = { code: 'WB001', message: 'No such word', details: 'w', hint: 'try' }
  expect(await anna.rpc('look_up', { word: 'refuse' })).toMatchObject({ status: 404, error: refused })
  const broken = await anna.rpc('look_up', { word: 'break' })
  expect(broken).toMatchObject({ status: 500, error: { code: 'PGRSTX00' } })
  expect(JSON.stringify(broken)).not.toContain('secret')
  expect(await anna.rpc('look_up', { word: 'wrong' })).toMatchObject({ status: 400, error: { code: '22P02' } })
  // The handler of a stable function runs in a read-only transaction.
  expect(await anna.rpc('look_up', { word: 'write' })).toMatchObject({ status: 405, error: { code: '25006' } })
})

test('PostgreSQL refuses invalid arguments before the handler runs', async () => {
  expect(await anna.rpc('look_up', { word: 'fig', most: 'many' })).toMatchObject({ error: { code: '22P02' } })
  expect(await anna.rpc('look_up', { words: 'fig' })).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
})

test('other formats and parts of the result come from the database', async () => {
  expect((await anna.rpc('look_up', { word: 'fig' }).csv()).data).toContain('database')
  const plan = await ask('word=fig', { Accept: 'application/vnd.pgrst.plan+json' })
  expect(await plan.text()).toContain('Plan')
})

test('a statement ends with the role’s timeout', async () => {
  await backend.database.admin`alter role authenticated set statement_timeout = '300ms'`
  await backend.database.admin`notify pgrst, 'reload config'`
  const late = () => anna.rpc('look_up', { word: 'slow' }).then(({ error }) => error?.code)
  await expect.poll(late, { timeout: 20_000 }).toBe('57014')
})

test('a client that disconnects aborts the signal', async () => {
  disconnected = Promise.withResolvers()
  const leaving = new AbortController()
  const asked = ask('word=wait', {}, { signal: leaving.signal }).catch(() => 'left')
  setTimeout(() => leaving.abort(), 100)
  expect(await asked).toBe('left')
  await disconnected.promise
})
