import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerWithOptions, startWithOptions } from './switched-on.ts'

/** A server with low limits and features that are off by default: both sides of each. */
let server: ServerWithOptions
beforeAll(async () => {
  server = await startWithOptions({
    REST_LIMITS:
      'query_length=900,parameters=12,select_items=6,embed_depth=2,embeds=3,filters=5,logic_depth=3,list_elements=4,order_terms=2,json_path_steps=2,body_bytes=400,answer_bytes=500',
    REST_MAX_ROWS: '2',
    REST_TARGET_NAMES: '0',
    REST_PRE_REQUEST: 'public.library_doorkeeper',
    REST_JWT_AUDIENCE: 'library',
    REST_APP_SETTINGS: 'house=north,motto=Count = everything',
    CORS_ORIGINS: 'https://library.example.com, http://localhost:5173',
  })
})
afterAll(() => server.close())

interface Answer {
  readonly status: number
  readonly body: { code?: string; message?: string; details?: unknown } | null
  readonly headers: Headers
}
async function ask(path: string, init?: Parameters<ServerWithOptions['ask']>[1]): Promise<Answer> {
  const response = await server.ask(path, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })
const mentors = (depth: number): string => (depth === 0 ? 'id' : `id,mentor:mentor_id(${mentors(depth - 1)})`)
const nested = (depth: number): string => (depth === 0 ? 'id.gt.0' : `and(${nested(depth - 1)})`)
const repeat = (count: number, one: (index: number) => string, between = ',') =>
  Array.from({ length: count }, (_, index) => one(index)).join(between)

describe('limits apply exactly at their value', () => {
  test.each<[name: string, within: string, beyond: string]>([
    ['query_length', `?title=eq.${'x'.repeat(891)}`, `?title=eq.${'x'.repeat(892)}`],
    ['parameters', `?${repeat(12, () => 'limit=1', '&')}`, `?${repeat(13, () => 'limit=1', '&')}`],
    ['select_items', `?select=${repeat(6, (i) => `a${i}:id`)}`, `?select=${repeat(7, (i) => `a${i}:id`)}`],
    [
      'select_items, embeds included',
      '?select=id,l:library_loans(a:id,b:id,c:id,d:id)',
      '?select=id,l:library_loans(a:id,b:id,c:id,d:id,e:id)',
    ],
    [
      'embeds',
      `?select=${repeat(3, (i) => `e${i}:library_loans()`)}`,
      `?select=${repeat(4, (i) => `e${i}:library_loans()`)}`,
    ],
    ['filters', `?${repeat(5, () => 'id=gt.0', '&')}`, `?${repeat(6, () => 'id=gt.0', '&')}`],
    [
      'filters of trees together',
      '?and=(id.gt.0,id.gt.0)&or=(id.gt.0,id.gt.0)&id=gt.0',
      '?and=(id.gt.0,id.gt.0)&or=(id.gt.0,id.gt.0)&id=gt.0&id=gt.0',
    ],
    ['logic_depth', `?and=(${nested(2)})`, `?and=(${nested(3)})`],
    ['list_elements', '?id=in.(1,2,3,4)', '?id=in.(1,2,3,4,5)'],
    ['order_terms', '?order=id,title', '?order=id,title,state'],
    ['json_path_steps', '?select=id&blurb->a->b=is.null', '?select=id&blurb->a->b->c=is.null'],
  ])('%s', async (_name, within, beyond) => {
    const allowed = await ask(`library_books${within}`)
    expect([allowed.status, allowed.body], within).toEqual([200, expect.any(Array)])
    const refused = await ask(`library_books${beyond}`)
    expect([refused.status, refused.body?.code], beyond).toEqual([400, 'PGRST100'])
    expect(`${refused.body?.message} ${refused.body?.details}`).toMatch(/at most \d+|too long/)
  })

  test('embed_depth', async () => {
    expect((await ask(`library_members?select=${mentors(2)}&limit=1`)).status).toBe(200)
    const { status, body } = await ask(`library_members?select=${mentors(3)}`)
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST100', details: expect.stringContaining('nested at most 2 deep') }),
    ])
  })

  test('body_bytes', async () => {
    const body = (length: number) => JSON.stringify([{ title: 'x'.repeat(length - '[{"title":""}]'.length) }])
    const headers = { Prefer: 'tx=rollback' }
    expect([body(400).length, (await post('library_drafts', body(400), headers)).status]).toEqual([400, 201])
    const { status, body: refused } = await post('library_drafts', body(401), headers)
    expect([status, refused?.code]).toEqual([413, 'PGRST102'])
  })

  test('answer_bytes, for reads only', async () => {
    // The letters and their quotes.
    expect((await ask('rpc/library_long?letters=498')).status).toBe(200)
    const { status, body } = await ask('rpc/library_long?letters=499')
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST100', message: 'The answer is longer than 500 bytes' }),
    ])
    expect((await post('rpc/library_long_and_written', '{"letters":499}')).status).toBe(200)
  })

  test('rows, of the root and of each embed, but never of a write', async () => {
    const { data, count } = await server.visitor().from('library_books').select('id', { count: 'exact' }).order('id')
    expect([data, count]).toEqual([[{ id: 1 }, { id: 2 }], 4])
    expect((await server.visitor().from('library_books').select('id').order('id').limit(9)).data).toHaveLength(2)
    expect((await server.visitor().from('library_books').select('id').range(2, 9)).data).toHaveLength(2)
    expect(
      (await server.visitor().from('library_members').select('id, library_members!mentor_id(id)').eq('id', 1)).data,
    ).toEqual([{ id: 1, library_members: [{ id: 2 }, { id: 3 }] }])
    await server.owner`update public.library_members set mentor_id = 1 where id = 1`
    const pupils = await server.visitor().from('library_members').select('library_members!mentor_id(id)').eq('id', 1)
    expect(pupils.data?.[0]?.library_members).toHaveLength(2)
    await server.owner`update public.library_members set mentor_id = null where id = 1`
    expect((await server.visitor().rpc('library_numbers', { upto: 5 })).data).toEqual([1, 2])
    const written = await server.visitor().from('library_books').update({ author: 'Eva' }).gt('id', 0).select('id')
    expect(written.data).toHaveLength(4)
  })

  test('statement timeouts by role, including changes at run time', async () => {
    const sleep = (seconds: number) => server.visitor().rpc('library_sleep', { seconds })
    const allow = async (time: string) => {
      await server.owner.unsafe(`alter role anon set statement_timeout = '${time}'`)
      await server.owner`notify pgrst, 'reload config'`
    }
    expect((await sleep(0.6)).error).toBeNull()
    await allow('300ms')
    // Until the notification arrives, the old timeout applies.
    await expect.poll(async () => (await sleep(0.6)).error?.code, { timeout: 30_000 }).toBe('57014')
    expect(await sleep(2)).toMatchObject({
      status: 500,
      error: { code: '57014', message: 'canceling statement due to statement timeout' },
    })
    expect((await sleep(0.01)).error).toBeNull()
    const member = await server.sign({ role: 'authenticated' })
    const patient = await post('rpc/library_sleep', '{"seconds":1.2}', { Authorization: `Bearer ${member}` })
    expect(patient.status).toBe(204)
    await allow('20s')
    await expect.poll(async () => (await sleep(1.2)).error, { timeout: 30_000 }).toBeNull()
  }, 90_000)
})

describe('a pre-request function', () => {
  test('runs as the caller in the request’s transaction', async () => {
    const read = await ask('library_books?limit=1')
    expect([read.status, read.headers.get('x-door')]).toEqual([200, 'open'])
    const single = await ask('library_books?id=eq.1', { headers: { Accept: 'application/vnd.pgrst.object+json' } })
    expect([single.status, single.headers.get('x-door'), single.body]).toEqual([
      200,
      'open',
      expect.objectContaining({ id: 1 }),
    ])
  })

  test('can refuse any request', async () => {
    const headers = { 'X-Banned': 'yes' }
    const refused = { code: 'PT403', message: 'Not today', hint: null }
    const read = await ask('library_books?limit=1', { headers })
    expect([read.status, read.body]).toEqual([403, { ...refused, details: 'anon GET' }])
    expect((await post('library_drafts', '{"title":"banned"}', headers)).body).toEqual({
      ...refused,
      details: 'anon POST',
    })
    expect((await post('rpc/library_add', '{"a":1}', headers)).status).toBe(403)
    expect((await ask('', { headers })).status).toBe(403)
    expect((await server.visitor().from('library_drafts').select().eq('title', 'banned')).data).toEqual([])
  })
})

test('application settings are set in every request', async () => {
  const setting = (name: string) => `rpc/library_setting?name=app.settings.${name}`
  expect((await ask(setting('house'))).body).toBe('north')
  expect((await ask(setting('motto'))).body).toBe('Count = everything')
  expect((await ask(setting('nothing'))).body).toBeNull()
})

describe('a token', () => {
  const ofAudience = async (aud: unknown) => {
    const token = await server.sign({ role: 'authenticated', ...(aud === undefined ? {} : { aud }) })
    return ask('library_books?limit=1', { headers: { Authorization: `Bearer ${token}` } })
  }

  test('needs the configured audience, or none', async () => {
    for (const aud of ['library', ['other', 'library'], [], null, undefined]) {
      expect([aud, (await ofAudience(aud)).status]).toEqual([aud, 200])
    }
  })

  test('of another audience is refused', async () => {
    for (const aud of ['other', ['other']]) {
      const { status, body, headers } = await ofAudience(aud)
      expect([status, body]).toEqual([
        401,
        { code: 'PGRST303', message: 'JWT not in audience', details: null, hint: null },
      ])
      expect(headers.get('www-authenticate')).toBe(
        'Bearer error="invalid_token", error_description="JWT not in audience"',
      )
    }
    expect((await ofAudience(5)).body).toMatchObject({
      code: 'PGRST303',
      message: "The JWT 'aud' claim must be a string or an array of strings",
    })
  })

  test('names a role that exists and that this server may assume', async () => {
    const as = async (claims: Record<string, unknown>) =>
      ask('library_books?limit=1', { headers: { Authorization: `Bearer ${await server.sign(claims)}` } })
    expect((await as({ role: 'authenticated' })).status).toBe(200)
    expect((await as({})).status).toBe(200) // without an audience
    const ghost = await as({ role: 'ghost' })
    expect([ghost.status, ghost.body]).toEqual([
      401,
      expect.objectContaining({ code: '22023', message: 'role "ghost" does not exist' }),
    ])
    const foreign = await as({ role: 'postgres' })
    expect([foreign.status, foreign.body?.code]).toEqual([403, '42501'])
  })

  test('is valid for its lifetime, with a tolerance of half a minute', async () => {
    const now = Math.floor(Date.now() / 1000)
    const at = async (claims: Record<string, unknown>) =>
      (await ask('no_such_table', { headers: { Authorization: `Bearer ${await server.sign(claims)}` } })).body
    for (const claims of [{ exp: now - 10 }, { nbf: now + 10 }, { iat: now + 10 }]) {
      expect(await at(claims)).toMatchObject({ code: 'PGRST205' })
    }
    expect(await at({ exp: now - 60 })).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
    expect(await at({ nbf: now + 90 })).toMatchObject({ code: 'PGRST303', message: 'JWT not yet valid' })
    expect(await at({ iat: now + 90 })).toMatchObject({ code: 'PGRST303', message: 'JWT issued at future' })
    expect(await at({ exp: 'soon' })).toMatchObject({
      code: 'PGRST303',
      message: "The JWT 'exp' claim must be a number",
    })
  })
})

test('an aliased embed is only known by its alias', async () => {
  const lent = 'library_books?select=id,lent:library_loans(id)'
  expect((await ask(`${lent}&id=eq.3&lent.id=gt.0`)).body).toEqual([{ id: 3, lent: [{ id: 3 }] }])
  for (const named of ['library_loans.id=gt.0', 'library_loans.order=id', 'library_loans.or=(id.eq.1,id.eq.2)']) {
    const { status, body } = await ask(`${lent}&${named}`)
    expect([status, body]).toEqual([
      400,
      {
        code: 'PGRST108',
        message: "'library_loans' is not an embedded resource in this request",
        details: 'Target names are not allowed in filters if they have an alias',
        hint: "Change 'library_loans' to 'lent' in filters, orders or limits.",
      },
    ])
  }
})

describe('pages of the configured origins', () => {
  const library = 'https://library.example.com'
  const credentials = (headers: Headers) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ]
  const preflight = { 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'x-one, prefer' }

  test('may send credentials, and read answers and errors', async () => {
    for (const path of ['library_books?limit=1', 'library_books?limit=1&select=none', '']) {
      const { headers } = await ask(path, { headers: { Origin: library } })
      expect(credentials(headers)).toEqual([library, 'true'])
      expect(headers.get('access-control-expose-headers')).toContain('Content-Range')
      expect(headers.get('vary')).toMatch(/\bOrigin\b/)
    }
    const { status, headers } = await ask('library_drafts', {
      method: 'OPTIONS',
      headers: { ...preflight, Origin: 'http://localhost:5173' },
    })
    expect([status, ...credentials(headers)]).toEqual([204, 'http://localhost:5173', 'true'])
    expect(headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(headers.get('access-control-allow-headers')).toBe('x-one, prefer')
    expect(headers.get('access-control-max-age')).toBe('86400')
  })

  test('are the only ones that browsers allow, and clients without an origin are served', async () => {
    for (const Origin of [
      'https://evil.example.com',
      'http://library.example.com',
      `${library}:8443`,
      'null',
      undefined,
    ]) {
      const headers: Record<string, string> = Origin === undefined ? {} : { Origin }
      const read = await ask('library_books?limit=1', { headers })
      expect([Origin, read.status, ...credentials(read.headers)]).toEqual([Origin, 200, null, null])
      // Otherwise a cached answer for one origin could be used for the others.
      expect(read.headers.get('vary')).toBe('Accept, Prefer, Range, Origin')
      const asked = await ask('library_drafts', { method: 'OPTIONS', headers: { ...preflight, ...headers } })
      expect([Origin, ...credentials(asked.headers)]).toEqual([Origin, null, null])
    }
  })
})
