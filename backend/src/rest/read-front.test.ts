import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { type Backend, createBackend } from '../create-backend.ts'

let folder: string
let backend: Backend
let url: string

const MIGRATION = `
  create table notes (id int primary key, body text, owner uuid);
  alter table notes enable row level security;
  create policy "own or open" on notes for select to anon, authenticated using (owner is null or owner = auth.uid());
  grant select on notes to anon, authenticated;
  insert into notes select n, repeat('Schön! ', n * 40) from generate_series(1, 9) n;`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-read-front-'))
  const migrations = join(folder, 'migrations')
  await mkdir(migrations)
  await writeFile(join(migrations, '1.sql'), MIGRATION)
  const config = loadConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' })
  backend = await createBackend(config, { migrations, functions: {}, web: null })
  url = await backend.listen()
  // Only cached answers carry an ETag.
  await vi.waitUntil(async () => headerOf(await ask('/rest/v1/notes?select=id'), 'etag') !== null, { timeout: 45_000 })
}, 90_000)

afterAll(async () => {
  await backend.close()
  await rm(folder, { recursive: true, force: true })
}, 30_000)

interface Reply {
  readonly status: number
  /** As received, without the date. */
  readonly headers: string[]
  readonly body: Buffer
}

/** Returns every header as sent over the wire: `fetch` would sort them and decode the body. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}${path}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const lines: string[] = []
        for (let at = 0; at < answer.rawHeaders.length; at += 2)
          lines.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`)
        const undated = lines.filter((line) => !line.startsWith('Date: '))
        expect(undated).toHaveLength(lines.length - 1)
        resolve({ status: answer.statusCode ?? 0, headers: undated, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

const PATIENT = { timeout: 45_000, interval: 50 }

const headerOf = ({ headers }: Reply, name: string) =>
  headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? null

/** Requests that announce a body are left to the framework. */
const THROUGH_THE_FRAMEWORK = { 'Content-Length': '0' }

const token = () => backend.keyring.sign({ role: 'anon', team: 'blue', exp: Date.now() / 1000 + 600 })

// Reordered parameters make another URL with the same answer.
const cases: [name: string, query: string, headers: Record<string, string>, method?: string][] = [
  ['an answer', 'select=id&order=id&limit=3', {}],
  ['a count and a page', 'select=id&order=id&limit=2', { Prefer: 'count=exact', Range: '1-2' }],
  ['another form', 'select=body&id=eq.1&limit=1', { Accept: 'text/csv' }],
  ['no body', 'select=body&order=id&limit=4', {}, 'HEAD'],
  ['brotli', 'id=lt.8&order=id&limit=8', { 'Accept-Encoding': 'gzip, br' }],
  ['gzip', 'id=lt.7&order=id&limit=8', { 'Accept-Encoding': 'gzip' }],
  ['not modified', 'id=lt.6&order=id&limit=8', { 'If-None-Match': '*' }],
  ['an error', 'nobody=eq.1&order=id&limit=1', {}],
]

test.each(cases)(
  '%s is the same from framework, database and cache, down to the order of its headers',
  async (_name, query, headers, method) => {
    const [a, b, c] = query.split('&')
    let attempt = 0
    const compare = async () => {
      // A name without a value has no effect but makes another URL, whose first request queries the database.
      const path = (...parameters: unknown[]) => `/rest/v1/notes?${parameters.join('&')}&${attempt}`
      attempt += 1
      const fromDatabase = await ask(path(a, b, c), headers, method)
      const others = [
        await ask(path(a, b, c), headers, method),
        await ask(path(a, b, c), headers, method),
        await ask(path(b, c, a), { ...headers, ...THROUGH_THE_FRAMEWORK }, method),
        await ask(path(b, c, a), headers, method),
        await ask(path(c, a, b), headers, method),
      ]
      for (const reply of others) expect(reply).toEqual(fromDatabase)
      return fromDatabase
    }
    // On a busy host an answer is sometimes not cached, and lacks its ETag.
    const reply = await vi.waitFor(compare, PATIENT)
    expect(reply.headers).toContain('access-control-allow-origin: *')
    expect(reply.headers).toContain('X-Content-Type-Options: nosniff')
  },
  90_000,
)

test('a long answer uses an encoding that the client accepts, cached or not, and declares it', async () => {
  const mine = { Authorization: `Bearer ${await token()}` }
  const plain = await ask('/rest/v1/notes?order=id')
  expect([headerOf(plain, 'content-encoding'), headerOf(plain, 'vary')]).toEqual([
    null,
    'Accept, Prefer, Range, Accept-Encoding',
  ])
  for (const more of [{}, mine]) {
    const br = await ask('/rest/v1/notes?order=id', { ...more, 'Accept-Encoding': 'gzip, deflate, br, zstd' })
    const gzip = await ask('/rest/v1/notes?order=id', { ...more, 'Accept-Encoding': 'br;q=0, gzip' })
    expect([headerOf(br, 'content-encoding'), headerOf(gzip, 'content-encoding')]).toEqual(['br', 'gzip'])
    expect([brotliDecompressSync(br.body), gunzipSync(gzip.body)]).toEqual([plain.body, plain.body])
    expect(br.body.length).toBeLessThan(plain.body.length / 3)
    expect(headerOf(br, 'vary')).toBe('Accept, Prefer, Range, Accept-Encoding')
    expect(headerOf(br, 'content-length')).toBe(String(br.body.length))
  }
  const none = await ask('/rest/v1/notes?order=id', { 'Accept-Encoding': 'identity, *;q=0' })
  expect([headerOf(none, 'content-encoding'), none.body.equals(plain.body)]).toEqual([null, true])
})

test('a short answer is never compressed, so it does not vary by Accept-Encoding', async () => {
  const short = await ask('/rest/v1/notes?select=id', { 'Accept-Encoding': 'br' })
  expect([headerOf(short, 'content-encoding'), headerOf(short, 'vary')]).toEqual([null, 'Accept, Prefer, Range'])
})

test('the ETag of one encoding matches every other', async () => {
  await vi.waitFor(compareTags, PATIENT)
}, 90_000)

async function compareTags(): Promise<void> {
  const accepted = { 'Accept-Encoding': 'br' }
  const plain = await ask('/rest/v1/notes?order=id')
  const br = await ask('/rest/v1/notes?order=id', accepted)
  const tag = headerOf(plain, 'etag') ?? ''
  expect(headerOf(br, 'etag')).toBe(`W/${tag}`)
  const again = await ask('/rest/v1/notes?order=id', { ...accepted, 'If-None-Match': tag })
  expect([again.status, headerOf(again, 'etag'), again.body.length]).toEqual([304, `W/${tag}`, 0])
  expect([headerOf(again, 'content-encoding'), headerOf(again, 'content-type')]).toEqual([null, null])
  expect((await ask('/rest/v1/notes?order=id', { 'If-None-Match': `W/${tag}` })).status).toBe(304)
  expect((await ask('/rest/v1/notes?order=id', { ...accepted, 'If-None-Match': '"other"' })).status).toBe(200)
}

test('answers cached for visitors are served to visitors only, and visitors get no other answers', async () => {
  const owner = '00000000-0000-4000-8000-000000000001'
  await backend.database.admin`insert into notes values (100, 'mine', ${owner})`
  const { apiKeys } = backend.keyring
  const path = '/rest/v1/notes?select=id&order=id.desc&limit=1'
  const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })
  const user = await backend.keyring.sign({ sub: owner, role: 'authenticated', exp: Date.now() / 1000 + 600 })
  const expired = await backend.keyring.sign({ role: 'anon', exp: 1 })
  const idFor = async (headers: Record<string, string>) => (await ask(path, headers)).body.toString()
  for (let round = 0; round < 3; round++) {
    expect(await idFor({})).toBe('[{"id":9}]')
    expect(await idFor({ apikey: apiKeys.publishableKey, ...bearer(apiKeys.publishableKey) })).toBe('[{"id":9}]')
    expect(await idFor({ apikey: apiKeys.anonKey, ...bearer(apiKeys.anonKey) })).toBe('[{"id":9}]')
    expect(await idFor(bearer(user))).toBe('[{"id":100}]')
    expect(await idFor({ apikey: apiKeys.secretKey })).toBe('[{"id":100}]')
    expect((await ask(path, bearer(expired))).status).toBe(401)
    expect((await ask(path, { Authorization: 'Bearer' })).status).toBe(401)
  }
  await backend.database.admin`delete from notes where id = 100`
})

/** Everything received until the server closes the connection. */
function converse(text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}

test('pipelined requests are answered in order, even when cached answers are ready sooner', async () => {
  const get = (query: string, more = '') => `GET /rest/v1/notes?${query} HTTP/1.1\r\nHost: souk\r\n${more}\r\n`
  await ask('/rest/v1/notes?select=id&id=eq.1')
  const asked = [1, 2, 1, 3, 1].map((id) => get(`select=id&id=eq.${id}`))
  const said = await converse(asked.join('') + get('select=id&id=eq.1', 'Connection: close\r\n'))
  expect([...said.matchAll(/\[{"id":(\d)}\]/g)].map(([, id]) => id)).toEqual(['1', '2', '1', '3', '1', '1'])
  expect(said.match(/\r\nConnection: (.*)\r\n/g)).toEqual([
    ...Array(5).fill('\r\nConnection: keep-alive\r\n'),
    '\r\nConnection: close\r\n',
  ])
})

test('a cached answer closes the connection of an HTTP/1.0 client', async () => {
  await ask('/rest/v1/notes?select=id&id=eq.1')
  const said = await converse('GET /rest/v1/notes?select=id&id=eq.1 HTTP/1.0\r\n\r\n')
  expect(said).toContain('\r\nConnection: close\r\n')
  expect(said.endsWith('[{"id":1}]')).toBe(true)
})
