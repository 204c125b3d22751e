import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerWithOptions, startWithOptions } from '../rest/switched-on.ts'

/** Two clients behind a trusted proxy, and shares small enough to be used up quickly. */
let server: ServerWithOptions
beforeAll(async () => {
  server = await startWithOptions({ TRUST_PROXY: '127.0.0.1', REST_LIMITS: 'waiting_statements=20', REST_EXPLAIN: '0' })
})
afterAll(() => server.close())

const GREEDY = '203.0.113.1'
const MODEST = '203.0.113.2'

interface Init {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

const from = (address: string, path: string, init: Init = {}) =>
  server.ask(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } })
const call = (address: string, name: string, body: object, init: Init = {}) =>
  from(address, `rpc/${name}`, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...init.headers },
    body: JSON.stringify(body),
  })
const signedIn = async () => ({
  authorization: `Bearer ${await server.sign({ role: 'authenticated', sub: crypto.randomUUID(), exp: Date.now() / 1000 + 600 })}`,
})

let asked = 0
/** A different book each time, to bypass the cache. */
async function read(): Promise<void> {
  const response = await from(MODEST, `library_books?select=id,title&id=eq.${asked++}`)
  await response.text()
  expect(response.status).toBe(200)
}

/** Keeps `parallel` calls in flight until stopped. */
function flood(parallel: number, attack: (signal: AbortSignal) => Promise<Response>) {
  const over = new AbortController()
  const counts = { done: 0, refused: 0 }
  const lanes = Array.from({ length: parallel }, async () => {
    while (!over.signal.aborted) {
      const response = await attack(over.signal)
      await response.text()
      if (response.status !== 429) counts.done += 1
      else {
        counts.refused += 1
        // An immediate retry would load this process, which also runs the server.
        await wait(100)
      }
    }
  })
  const stop = async () => {
    over.abort()
    await Promise.allSettled(lanes)
  }
  return { counts, stop }
}

/** Requests of the flood in flight or waiting at any time. */
const LANES = 60
/** Requests of the flood that may complete during one read of another client; in a single queue it would be nearly all of them. */
const MOST_BEFORE = 20

test.each<[string, (init: Init) => Promise<Response>]>([
  ['statements that only wait', (init) => call(GREEDY, 'library_sleep', { seconds: 0.1 }, init)],
  ['statements that keep a core busy', (init) => call(GREEDY, 'library_numbers', { upto: 300_000 }, init)],
  [
    'regular expressions of a user',
    (init) =>
      from(
        GREEDY,
        `library_books?title=match.${encodeURIComponent('((a|e|i|o| ){1,60}[a-z]{1,60}){1,40}(\\w+\\s?)\\3\\3')}`,
        init,
      ),
  ],
])('while one address floods with %s, the reads of another do not queue behind it', async (kind, attack) => {
  const headers = kind.includes('user') ? await signedIn() : {}
  await read()
  const { counts, stop } = flood(LANES, (signal) => attack({ headers, signal }))
  try {
    await expect.poll(() => counts.refused, { timeout: 20_000 }).toBeGreaterThan(0)
    const before: number[] = []
    for (let reads = 0; reads < 5; reads += 1) {
      const startedAt = counts.done
      await read()
      before.push(counts.done - startedAt)
    }
    expect(before.toSorted((a, b) => a - b)[2]).toBeLessThan(MOST_BEFORE)
  } finally {
    await stop()
  }
})

test('requests beyond a share are refused before any work, with a code and Retry-After', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => call(GREEDY, 'library_sleep', { seconds: 0.2 })))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toMatchObject({
    code: 'PT429',
    message: expect.stringContaining('Too many requests'),
  })
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  // All other requests completed.
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(60 - refused.length)
})

test('a visitor’s statement is cancelled after about a second, and a user’s may take longer', async () => {
  // The database's own code for a cancelled statement, on a slow machine too.
  const ended = await call(GREEDY, 'library_sleep', { seconds: 60 })
  expect(await ended.json()).toMatchObject({ code: '57014' })
  expect((await call(GREEDY, 'library_sleep', { seconds: 1.5 }, { headers: await signedIn() })).status).toBe(204)
})

test.each([
  'library_books?title=match.B',
  'library_books?title=not.imatch.B',
  'library_books?title=match(any).{B,C}',
  'library_books?or=(id.eq.1,and(title.imatch.B,id.gt.0))',
  'library_loans?select=id,library_books(title)&library_books.title=match.B',
  'library_loans?select=id,library_books(title)&library_books.or=(title.match.B)',
  'rpc/library_search?words=a&title=imatch.B',
])('%s is a regular expression, which visitors may not filter by', async (path) => {
  const refused = await from(MODEST, path)
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST127' }])
  expect((await from(MODEST, path, { headers: await signedIn() })).status).toBe(200)
})

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each<[string, () => Promise<Response>]>([
  ['a body', async () => server.ask('rpc/library_echo', await asUser(deep(100_000)))],
  ['a field', async () => server.ask('library_drafts', await asUser(`{"title":"deep","extra":${deep(100_000)}}`))],
  ['a filter', () => server.ask(`library_drafts?extra=cs.${deep(30_000)}`)],
])('%s that is nested too deeply is the client’s mistake', async (_where, ask) => {
  const { status } = await ask()
  expect(status).toBe(400)
})

test('a visitor’s body is limited, and ordinary nesting is accepted', async () => {
  expect((await server.ask('rpc/library_echo', json(`"${'x'.repeat(70_000)}"`))).status).toBe(413)
  expect((await server.ask('rpc/library_echo', json(deep(199)))).status).toBe(200)
  expect((await server.ask('rpc/library_echo', json(`"${'['.repeat(5000)}"`))).status).toBe(200)
})

const asUser = async (body: string) => {
  const { headers, ...init } = json(body)
  return { ...init, headers: { ...headers, ...(await signedIn()) } }
}

function json(body: string) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body }
}
