import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { type ServerWithOptions, startWithOptions } from './switched-on.ts'
import { ask } from './wire.ts'

let server: ServerWithOptions
beforeAll(async () => {
  server = await startWithOptions({ REST_VISITORS: '0', REST_JWT_ROLE_CLAIM: 'app_metadata.role' })
})
afterAll(() => server.close())

test('visitors without a key are admitted unless configured otherwise', async () => {
  const path = 'library_books?select=id&id=eq.1'
  expect((await ask(path)).json).toEqual([{ id: 1 }])
  const refused = await fetch(`${server.url}/rest/v1/${path}`)
  expect([refused.status, refused.headers.get('www-authenticate'), await refused.json()]).toEqual([
    401,
    'Bearer',
    { code: 'PGRST302', message: 'Anonymous access is disabled', details: null, hint: null },
  ])
  expect((await from('library_books').select('id').eq('id', 1)).data).toEqual([{ id: 1 }])
})

test('the role claim of a token is configurable', async () => {
  const who = async (claims: Record<string, unknown>) => {
    const headers = { Authorization: `Bearer ${await server.sign(claims)}` }
    const seen = (await (await server.ask('rpc/library_whoami', { headers })).json()) as {
      role: string
      claims: { role: string }
    }
    return [seen.role, seen.claims.role]
  }
  expect(await who({ app_metadata: { role: 'authenticated' } })).toEqual(['authenticated', 'authenticated'])
  expect(await who({ role: 'service_role', app_metadata: { role: 'authenticated' } })).toEqual([
    'authenticated',
    'authenticated',
  ])
  for (const app_metadata of [undefined, null, 'authenticated', {}, { role: 5 }]) {
    expect(await who({ role: 'service_role', app_metadata })).toEqual(['anon', 'anon'])
  }
})

const from = (table: string) => server.visitor().from(table)
const json = async (path: string, init?: Parameters<ServerWithOptions['ask']>[1]) =>
  (await server.ask(path, init)).json()

describe('aggregates', () => {
  test('are off by default', async () => {
    const { error, status } = await visitor().from('library_books').select('price_minor.sum()')
    expect([status, error]).toEqual([
      400,
      { code: 'PGRST123', message: 'Use of aggregate functions is not allowed', details: null, hint: null },
    ])
  })

  test('group by the other selected columns', async () => {
    const { data } = await from('library_books')
      .select('state, price_minor.sum(), count(), top:price_minor.max()')
      .order('state')
    expect(data).toEqual([
      { state: 'lent', sum: 500, count: 2, top: 300 },
      { state: 'shelf', sum: 500, count: 2, top: 400 },
    ])
    expect((await from('library_books').select('price_minor.avg()::int').single()).data).toEqual({ avg: 250 })
    expect((await from('library_books').select('cents:price_minor::numeric.min()::text').single()).data).toEqual({
      cents: '100',
    })
  })

  test('are counted by their groups, also with paging', async () => {
    const page = (from: number, to: number) =>
      server.visitor().from('library_books').select('state, count()', { count: 'exact' }).order('state').range(from, to)
    expect(await page(0, 0)).toMatchObject({ status: 206, count: 2, data: [{ state: 'lent', count: 2 }] })
    expect(await page(1, 1)).toMatchObject({ status: 206, count: 2, data: [{ state: 'shelf', count: 2 }] })
    expect(await page(0, 9)).toMatchObject({ status: 200, count: 2 })
    expect(await page(3, 4)).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
    const { count } = await from('library_books').select('count()', { count: 'exact', head: true })
    expect(count).toBe(1)
  })

  test('can group by an embed, and work inside one', async () => {
    const { data } = await from('library_loans').select('library_books(title), count()').order('count')
    expect(data).toHaveLength(2)
    expect(data).toContainEqual({ library_books: { title: 'Boats' }, count: 1 })
    const inside = await from('library_books').select('id, library_loans(count())').in('id', [1, 2]).order('id')
    expect(inside.data).toEqual([
      { id: 1, library_loans: [{ count: 0 }] },
      { id: 2, library_loans: [{ count: 2 }] },
    ])
  })

  test('of a to-one spread belong to the outer level', async () => {
    const { data } = await from('library_loans')
      .select('borrower_id, ...library_books(price_minor.sum(), n:count())')
      .order('borrower_id')
    expect(data).toEqual([
      { borrower_id: 1, sum: 200, n: 1 },
      { borrower_id: 2, sum: 300, n: 1 },
      { borrower_id: 3, sum: 200, n: 1 },
    ])
    const nested = await from('library_wishes').select('...library_books(state, ...library_open_loans(id))').eq('id', 1)
    expect(nested.data).toEqual([{ state: 'shelf', id: [] }])
    const whole = await from('library_wishes').select('copies.sum(), ...library_books(state, count())')
    expect(whole.data).toHaveLength(2)
    expect(whole.data).toContainEqual({ sum: 7, state: 'shelf', count: 2 })
    expect(whole.data).toContainEqual({ sum: 1, state: null, count: 0 })
  })

  test('are not supported for a to-many spread', async () => {
    const { error, status } = await from('library_books').select('id, ...library_loans(id.count())')
    expect([status, error]).toEqual([
      400,
      {
        code: 'PGRST127',
        message: 'Feature not implemented',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
        hint: null,
      },
    ])
  })
})

describe('plans', () => {
  test('are available as text and json, with options', async () => {
    const text = await from('library_books').select('id').explain()
    expect(text.data).toMatch(/^Aggregate {2}\(cost=/)
    const analyzed = await from('library_books').select('id').explain({ analyze: true, verbose: true, format: 'json' })
    expect(analyzed.data).toMatchObject([
      { Plan: { 'Node Type': 'Aggregate', 'Actual Rows': 1, Output: expect.anything() } },
    ])
  })

  test('name the explained format in their media type', async () => {
    const accept =
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.array+json;nulls=stripped"; options=analyze|buffers;'
    const response = await server.ask('library_books', { headers: { Accept: accept } })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.array+json;nulls=stripped"; options=analyze|buffers; charset=utf-8',
    ])
  })

  test('explain the application’s own formats', async () => {
    const plan = async (of: string, path: string) => {
      const response = await server.ask(path, {
        headers: { Accept: `application/vnd.pgrst.plan+text; for="${of}"; options=verbose` },
      })
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
    }
    const titles = await plan('application/vnd.library.titles', 'library_books')
    expect([titles.status, titles.type]).toEqual([
      200,
      'application/vnd.pgrst.plan+text; for="application/vnd.library.titles"; options=verbose; charset=utf-8',
    ])
    expect(titles.text).toContain('library_titles(')
    expect((await plan('application/json', 'library_books')).text).not.toContain('library_titles(')
    expect((await plan('text/html', 'rpc/library_page?title=Cats')).text).toMatch(/^Aggregate {2}\(cost=/)
    const none = await plan('application/vnd.library.titles', 'library_members')
    expect([none.status, JSON.parse(none.text)]).toMatchObject([
      406,
      {
        code: 'PGRST107',
        message:
          'None of these media types are available: application/vnd.pgrst.plan+text; for="application/vnd.library.titles"; options=verbose',
      },
    ])
    // Falls back to the next accepted type.
    const accept = 'application/vnd.pgrst.plan+json; for="image/none", application/json'
    expect(await json('library_books?select=id&id=eq.1', { headers: { Accept: accept } })).toEqual([{ id: 1 }])
  })

  test('of a write do not write unless they analyze', async () => {
    const { data } = await from('library_wishes').insert({ copies: 77 }).select().explain()
    expect(data).toContain('Insert on library_wishes')
    expect((await from('library_wishes').select().eq('copies', 77)).data).toEqual([])
  })

  test('are not acceptable where they are off', async () => {
    const { error, status } = await visitor().from('library_books').select('id').explain()
    expect([status, error]).toEqual([
      406,
      {
        code: 'PGRST107',
        message: 'None of these media types are available: application/vnd.pgrst.plan+text; for="application/json"',
        details: null,
        hint: null,
      },
    ])
  })
})

/** The embedded PostgreSQL has no PostGIS: this function has the same name and signature, and is found the same way. */
const STAND_IN = `
  create function annex.st_asgeojson(
    r record, geom_column text default '', maxdecimaldigits integer default 9, pretty_bool boolean default false
  ) returns text language plpgsql stable set search_path = ''
  as $$ begin
    return jsonb_build_object('type', 'Feature', 'geometry', to_jsonb(r) -> 'place', 'properties', to_jsonb(r) - 'place');
  end $$;
  grant execute on function annex.st_asgeojson to anon`

test('rows are returned as GeoJSON where PostGIS’s function exists, in any schema', async () => {
  const place = '{"type":"Point","coordinates":[-9.14,38.72]}'
  await server.owner.unsafe(STAND_IN)
  await server.owner.unsafe(`create table public.library_places (id integer primary key, place jsonb);
    insert into public.library_places values (1, '${place}'), (2, null);
    grant select on public.library_places to anon; notify pgrst`)
  const ask = () => from('library_places').select().order('id').geojson()
  await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)
  expect((await ask()).data).toEqual({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: JSON.parse(place), properties: { id: 1 } },
      { type: 'Feature', geometry: null, properties: { id: 2 } },
    ],
  })
  const none = await server.ask('library_places?id=eq.0', { headers: { Accept: 'application/geo+json' } })
  expect([none.status, none.headers.get('content-type'), await none.json()]).toEqual([
    200,
    'application/geo+json; charset=utf-8',
    { type: 'FeatureCollection', features: [] },
  ])
}, 60_000)

describe('tx=rollback', () => {
  test('runs, answers and changes nothing', async () => {
    const { data, status, error } = await from('library_wishes').insert({ copies: 31 }).select('copies').rollback()
    expect([error, status, data]).toEqual([null, 201, [{ copies: 31 }]])
    expect((await from('library_wishes').select().eq('copies', 31)).data).toEqual([])
    const response = await server.ask('library_wishes?id=eq.1', {
      method: 'DELETE',
      headers: { Prefer: 'tx=rollback' },
    })
    expect([response.status, response.headers.get('preference-applied')]).toEqual([204, 'tx=rollback'])
    expect((await from('library_wishes').select('id').eq('id', 1)).data).toEqual([{ id: 1 }])
  })

  test('still reports what COMMIT would have refused', async () => {
    const { error } = await from('library_draft_marks').insert({ draft_id: 424242, label: 'x' }).rollback()
    expect(error?.code).toBe('23503')
  })

  test('is ignored where it is not allowed, even under handling=strict', async () => {
    const copies = 4000 + (process.pid % 1000)
    const response = await ask('library_wishes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'tx=rollback, handling=strict' },
      body: JSON.stringify({ copies }),
    })
    expect([response.status, response.headers.get('preference-applied')]).toEqual([201, 'handling=strict'])
    expect((await visitor().from('library_wishes').delete().eq('copies', copies).select('copies')).data).toEqual([
      { copies },
    ])
  })
})

describe('schemas', () => {
  test('are chosen by profile, and the answer names its schema', async () => {
    expect((await server.visitor('annex').from('library_tools').select('name').order('id')).data).toEqual([
      { name: 'ladder' },
      { name: 'lamp' },
    ])
    const response = await server.ask('library_books?limit=0')
    expect(response.headers.get('content-profile')).toBe('public')
    expect(await json('library_tools')).toMatchObject({ code: 'PGRST205' })
    expect(await json('library_tools', { headers: { 'Accept-Profile': 'auth' } })).toEqual({
      code: 'PGRST106',
      message: 'Invalid schema: auth',
      details: null,
      hint: 'Only the following schemas are exposed: public, annex',
    })
  })

  test('contain their functions, with their own search path', async () => {
    expect((await server.visitor('annex').rpc('library_where')).data).toBe('annex')
    expect((await server.visitor('annex').rpc('library_path')).data).toBe('"annex", "public", "extensions"')
    // For a POST the Content-Profile counts.
    const headers = { 'Content-Type': 'application/json', 'Accept-Profile': 'annex' }
    expect(await json('rpc/library_schema_name', { method: 'POST', headers, body: '{}' })).toMatchObject({
      code: 'PGRST202',
    })
  })

  test('only embed tables of the chosen one', async () => {
    const { error } = await server.visitor('annex').from('library_tools').select('name, library_members(name)')
    expect(error?.code).toBe('PGRST200')
  })
})
