import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { type Backend, createBackend } from '../../create-backend.ts'

/** Answers are cached only while the stream keeps up, which a busy host may delay, so these tests wait. */
const PATIENT = { timeout: 30_000, interval: 20 }
const LONG_ENOUGH = 90_000

let folder: string
let backend: Backend
let url: string

const MIGRATION = `
  create table notes (id int primary key, body text, owner uuid);
  create table tags (id int generated always as identity, note int references notes, label text);
  create unlogged table drafts (id int primary key);
  create table secrets (id int primary key, word text);
  alter table notes enable row level security;
  create policy "own or open" on notes for select to anon, authenticated using (owner is null or owner = auth.uid());
  create policy "open for writing" on notes for all to service_role using (true);
  create function public.first_secret() returns text language plpgsql stable security definer set search_path = ''
    as 'begin return (select word from public.secrets order by id limit 1); end';
  create function public.slow_count(seconds float8) returns bigint language plpgsql stable set search_path = ''
    as 'begin perform pg_catalog.pg_sleep(seconds); return (select count(*) from public.notes); end';
  create function public.my_agent() returns text language sql stable set search_path = ''
    return current_setting('request.headers', true)::json ->> 'user-agent';
  create function public.write_secret(new_word text) returns void language sql security definer set search_path = ''
    begin atomic update public.secrets set word = new_word; end;
  create view labelled as select notes.id, tags.label from notes join tags on tags.note = notes.id;
  grant select on notes, tags, drafts, labelled to anon, authenticated;
  grant insert, update, delete on notes, tags, drafts to anon, service_role;
  grant execute on all functions in schema public to anon;
  create policy "anybody adds" on notes for insert to anon with check (owner is null);
  insert into secrets values (1, 'mellon');`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-answer-cache-'))
  const migrations = join(folder, 'migrations')
  await mkdir(migrations)
  await writeFile(join(migrations, '1.sql'), MIGRATION)
  const config = loadConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' })
  backend = await createBackend(config, { migrations, functions: {}, web: null })
  url = `${await backend.listen()}/rest/v1`
}, 60_000)

afterAll(async () => {
  await backend.close()
  await rm(folder, { recursive: true, force: true })
}, 30_000)

beforeEach(async () => {
  const { admin } = backend.database
  await admin`truncate notes, tags`
  await admin`insert into notes values (1, 'one', null), (2, 'two', gen_random_uuid())`
  await admin`insert into tags (note, label) values (1, 'red')`
  await flowing()
}, LONG_ENOUGH)

interface Reply {
  readonly status: number
  readonly etag: string | null
  readonly text: string
}

async function ask(path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(`${url}/${path}`, init)
  // PostgreSQL puts line breaks into JSON arrays.
  const text = (await response.text()).replace(/\s/g, '')
  return { status: response.status, etag: response.headers.get('etag'), text }
}

/** The answer with its ETag, which only cached answers carry. */
async function tagged(path: string, init: RequestInit = {}): Promise<Reply & { etag: string }> {
  const found: { reply: Reply | null } = { reply: null }
  await expect
    .poll(async () => {
      found.reply = await ask(path, init)
      return found.reply.etag
    }, PATIENT)
    .not.toBeNull()
  return found.reply as Reply & { etag: string }
}

async function flowing(): Promise<void> {
  await tagged('notes?select=id')
}

/** Polls until the answer is cached, then asks again: this reply comes from the cache. */
async function kept(path: string, init: RequestInit = {}): Promise<string> {
  await tagged(path, init)
  return (await ask(path, init)).text
}

/**
 * Changes the database behind the server's back.
 * @returns how long after the commit the last request that got the old value was sent, in milliseconds
 */
async function delayOf(change: () => Promise<unknown>, path: string, wanted: string): Promise<number> {
  await change()
  const committedAt = performance.now()
  for (let staleFor = 0; ; ) {
    const askedAt = performance.now()
    if ((await ask(path)).text === wanted) return staleFor
    staleFor = askedAt - committedAt
    if (staleFor > 3000) return staleFor
  }
}

test(
  'a commit made elsewhere is visible within 100 ms: in the table, through views, policies and functions',
  async () => {
    const { admin } = backend.database
    await kept('notes?id=eq.1&select=body')
    for (let round = 0; round < 20; round++) {
      const change = () => admin`update notes set body = ${`b${round}`} where id = 1`
      expect(await delayOf(change, 'notes?id=eq.1&select=body', `[{"body":"b${round}"}]`)).toBeLessThan(100)
    }
    expect(await kept('labelled?select=label')).toBe('[{"label":"red"}]')
    const relabel = () => admin`update tags set label = 'blue'`
    expect(await delayOf(relabel, 'labelled?select=label', '[{"label":"blue"}]')).toBeLessThan(100)
    await kept('notes?select=id,tags(label)&id=eq.1')
    const untag = () => admin`delete from tags`
    expect(await delayOf(untag, 'notes?select=id,tags(label)&id=eq.1', '[{"id":1,"tags":[]}]')).toBeLessThan(100)
    expect(await kept('rpc/first_secret')).toBe('"mellon"')
    const whisper = () => admin`update secrets set word = 'friend'`
    expect(await delayOf(whisper, 'rpc/first_secret', '"friend"')).toBeLessThan(100)
    await admin`update secrets set word = 'mellon'`
  },
  LONG_ENOUGH,
)

test(
  'under constant change no read returns data replaced more than 100 ms before the request',
  async () => {
    const { admin } = backend.database
    const committedAt = [0]
    let fromCache = 0
    const [earliest, latest] = [performance.now() + 3000, performance.now() + 60_000]
    const goesOn = () => {
      const enough = committedAt.length > 50 && fromCache > 50 && performance.now() > earliest
      return !enough && performance.now() < latest
    }
    const write = async () => {
      while (goesOn()) {
        await admin`update notes set body = ${String(committedAt.length)} where id = 1`
        committedAt.push(performance.now())
        if (committedAt.length % 7 === 0) await wait(30)
      }
    }
    const failures: string[] = []
    await admin`update notes set body = '0' where id = 1`
    const read = async () => {
      while (goesOn()) {
        const askedAt = performance.now()
        const { text, etag } = await ask('notes?id=eq.1&select=body')
        const seen = Number(JSON.parse(text)[0].body)
        const replacedAt = committedAt[seen + 1] ?? Number.POSITIVE_INFINITY
        if (askedAt - replacedAt > 100) failures.push(`${seen} was ${askedAt - replacedAt} ms old`)
        if (etag !== null) fromCache += 1
      }
    }
    await Promise.all([write(), read(), read(), read(), read()])
    expect(failures).toEqual([])
    expect(committedAt.length).toBeGreaterThan(10)
    expect(fromCache).toBeGreaterThan(10)
  },
  LONG_ENOUGH,
)

test(
  'a cached answer skips the database and stays valid until a dependency changes',
  async () => {
    const { admin } = backend.database
    const path = 'notes?select=id'
    // A query on the table would wait for the lock.
    const comesWhileLocked = async () => {
      await kept(path)
      return admin.begin(async (sql) => {
        await sql`lock table notes in access exclusive mode`
        return Promise.race([ask(path).then(({ text }) => text), wait(1000, 'waits')])
      })
    }
    await expect.poll(comesWhileLocked, PATIENT).toBe('[{"id":1}]')
    const before = await tagged(path)
    await admin`update secrets set word = word`
    expect((await tagged(path)).etag).toBe(before.etag)
  },
  LONG_ENOUGH,
)

test(
  'changes to policies and grants are visible within 100 ms',
  async () => {
    const { admin } = backend.database
    await kept('notes?select=id')
    const open = () => admin`create policy "all" on notes for select to anon using (true)`
    expect(await delayOf(open, 'notes?select=id', '[{"id":1},{"id":2}]')).toBeLessThan(100)
    await admin`drop policy "all" on notes`
    await expect.poll(async () => (await ask('notes?select=id')).text, PATIENT).toBe('[{"id":1}]')
    await kept('notes?select=id')
    await admin`revoke select on notes from anon`
    await wait(110)
    expect((await ask('notes?select=id')).status).toBe(401)
    await admin`grant select on notes to anon`
  },
  LONG_ENOUGH,
)

test(
  'answers that depend on a user are never cached or given to anyone else',
  async () => {
    const user = '00000000-0000-4000-8000-000000000001'
    await backend.database.admin`insert into notes values (3, 'mine', ${user})`
    const token = await backend.keyring.sign({ sub: user, role: 'authenticated', exp: Date.now() / 1000 + 600 })
    const mine = { headers: { Authorization: `Bearer ${token}` } }
    // A token without a user but with other claims.
    const odd = await backend.keyring.sign({ role: 'anon', team: 'blue', exp: Date.now() / 1000 + 600 })
    await kept('notes?select=id')
    for (let round = 0; round < 5; round++) {
      expect(await ask('notes?select=id', mine)).toMatchObject({ text: '[{"id":1},{"id":3}]', etag: null })
      expect((await ask('notes?select=id', { headers: { Authorization: `Bearer ${odd}` } })).etag).toBeNull()
      expect((await ask('notes?select=id', { headers: { apikey: backend.keyring.apiKeys.secretKey } })).etag).toBeNull()
      expect((await ask('notes?select=id')).text).toBe('[{"id":1}]')
    }
  },
  LONG_ENOUGH,
)

test(
  'answers that differ between requests are never cached',
  async () => {
    await kept('notes?select=id')
    expect(await ask('rpc/my_agent', { headers: { 'User-Agent': 'a' } })).toMatchObject({ text: '"a"', etag: null })
    expect(await ask('rpc/my_agent', { headers: { 'User-Agent': 'b' } })).toMatchObject({ text: '"b"', etag: null })
    expect((await ask('drafts')).etag).toBeNull()
    expect((await ask('notes', { headers: { Prefer: 'count=planned' } })).etag).toBeNull()
  },
  LONG_ENOUGH,
)

test(
  'a write through this server is visible to the next read',
  async () => {
    for (let round = 10; round < 40; round++) {
      await kept('notes?select=id&order=id')
      const body = JSON.stringify({ id: round, body: 'new' })
      const headers = { 'Content-Type': 'application/json', Prefer: 'return=minimal' }
      expect((await ask('notes', { method: 'POST', body, headers })).status).toBe(201)
      expect((await ask('notes?select=id&order=id')).text).toContain(`{"id":${round}}`)
    }
    await kept('rpc/first_secret')
    const body = '{"new_word":"swordfish"}'
    await ask('rpc/write_secret', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
    expect((await ask('rpc/first_secret')).text).toBe('"swordfish"')
  },
  LONG_ENOUGH,
)

test(
  'concurrent identical requests cost one statement',
  async () => {
    await kept('notes?select=id')
    const running = async () => {
      const [row] = await backend.database.admin<{ running: number }[]>`
      select count(*)::int as running from pg_stat_activity where state = 'active' and wait_event = 'PgSleep'`
      return row?.running ?? 0
    }
    const answered = { all: false }
    const asked = Promise.all(Array.from({ length: 30 }, () => ask('rpc/slow_count?seconds=0.8')))
    const seen = new Set<number>()
    const watching = (async () => {
      while (!answered.all) seen.add(await running())
    })()
    expect(new Set((await asked).map(({ text }) => text))).toEqual(new Set(['1']))
    answered.all = true
    await watching
    expect(Math.max(...seen)).toBe(1)
  },
  LONG_ENOUGH,
)

test(
  'a commit made while an answer is being read is visible to requests sent after it',
  async () => {
    await kept('notes?select=id')
    const early = ask('rpc/slow_count?seconds=0.4')
    await wait(150)
    await backend.database.admin`insert into notes values (50, 'late', null)`
    await wait(110)
    const late = ask('rpc/slow_count?seconds=0.4')
    const [before, after] = [await early, await late]
    expect(Number(after.text)).toBe(2)
    expect([1, 2]).toContain(Number(before.text))
  },
  LONG_ENOUGH,
)

test(
  'If-None-Match gets 304 until the answer changes, and the ETag covers the count',
  async () => {
    const { etag } = await tagged('notes?select=id')
    const known = { headers: { 'If-None-Match': `"other", W/${etag}` } }
    await expect.poll(() => ask('notes?select=id', known), PATIENT).toEqual({ status: 304, etag, text: '' })
    await backend.database.admin`insert into notes values (60, 'sixty', null)`
    await wait(110)
    expect((await ask('notes?select=id', known)).status).toBe(200)
    const counted = await tagged('notes?select=id&limit=10', { headers: { Prefer: 'count=exact' } })
    expect(counted.etag).not.toBe((await tagged('notes?select=id&limit=10')).etag)
  },
  LONG_ENOUGH,
)

test(
  'without the stream every read queries the database, and caching resumes afterwards',
  async () => {
    const { admin } = backend.database
    await kept('notes?id=eq.1&select=body')
    const cut = await admin`
    select pg_terminate_backend(active_pid) as cut from pg_replication_slots where slot_name like 'rest\\_changes%'`
    expect(cut).toHaveLength(1)
    for (let round = 0; round < 10; round++) {
      const change = () => admin`update notes set body = ${`cut${round}`} where id = 1`
      expect(await delayOf(change, 'notes?id=eq.1&select=body', `[{"body":"cut${round}"}]`)).toBeLessThan(100)
    }
    await flowing()
    await kept('notes?id=eq.1&select=body')
  },
  LONG_ENOUGH,
)

test('the cache limit is 64 MB by default, and REST_CACHE_MB=0 turns the cache off', async () => {
  const bounded = loadConfig({ REST_CACHE_MB: '0' })
  expect(bounded.rest.cacheBytes).toBe(0)
  expect(loadConfig({}).rest.cacheBytes).toBe(64 * 1024 * 1024)
})
