import { describe, expect, test } from 'vitest'
import { DEFAULT_REST_LIMITS } from '../config/rest.ts'
import { Compiler } from './compile.ts'
import { type HttpRequest, readRequest, targetOf } from './request/api-request.ts'
import { buildSchemaCache } from './schema-cache/build.ts'
import type { ForeignKeyRow, RelationRow } from './schema-cache/catalog.ts'

function table(oid: string, name: string, columns: Record<string, string>, primaryKey: string[]): RelationRow {
  return {
    oid,
    schema: 'public',
    name,
    kind: 'r',
    updatable: 28,
    primary_key: primaryKey,
    visible_to: ['anon'],
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type,
      base_type: type,
      default_expression: null,
    })),
  }
}

function foreignKey(name: string, origin: string, column: string, target: string): ForeignKeyRow {
  return {
    name,
    origin,
    target,
    columns: [column],
    target_columns: ['id'],
    column_numbers: [2],
    target_numbers: [1],
    is_unique: false,
  }
}

const cache = buildSchemaCache(
  {
    serverVersion: 180_000,
    relations: [
      table('1', 'ads', { id: 'uuid', seller: 'uuid', price: 'integer', facts: 'jsonb', title: 'text' }, ['id']),
      table('2', 'people', { id: 'uuid', name: 'text' }, ['id']),
      table('3', 'photos', { id: 'uuid', ad: 'uuid', path: 'text' }, ['id']),
    ],
    foreignKeys: [foreignKey('ads_seller_fkey', '1', 'seller', '2'), foreignKey('photos_ad_fkey', '3', 'ad', '1')],
    primaryKeys: [],
    views: [],
    functions: [],
    types: [{ name: 'int4', spelling: 'integer' }],
    roleSettings: [],
    mediaHandlers: [],
    representations: [],
    geoJson: [],
  },
  1,
)

const OPTIONS = {
  maxRows: 1000,
  aggregates: false,
  allowRollback: false,
  targetNames: true,
  fullWrites: true,
  limits: DEFAULT_REST_LIMITS,
}

function compile(
  url: string,
  http: Partial<HttpRequest> = {},
  options: { aggregates?: boolean; compiler?: Compiler } = {},
) {
  const [path = '', rawQuery = ''] = url.split('?')
  const given = { method: 'GET', target: targetOf(path), rawQuery, headers: {}, body: Buffer.alloc(0), ...http }
  const request = readRequest(given, { schemas: ['public'], explain: false, limits: DEFAULT_REST_LIMITS })
  const compiler = options.compiler ?? new Compiler({ ...OPTIONS, aggregates: options.aggregates ?? false })
  return compiler.compile(request, cache, 'anon')
}

const text = (...args: Parameters<typeof compile>) => compile(...args).main.text

describe('a read statement', () => {
  test('is one SELECT that evaluates embeds as subqueries of the returned rows', () => {
    expect(
      text('/ads?select=*,seller:people(*),photos(path)&id=eq.x', {
        headers: { accept: 'application/vnd.pgrst.object+json' },
      }),
    ).toBe(
      `select (array_agg(row_to_json(pgrst_rows)))[1], count(*), null, ` +
        `nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '') ` +
        `from (select "ads".*, ` +
        `(select row_to_json("people_1".*) from "public"."people" as "people_1" where "people_1"."id" = "ads"."seller") as "seller", ` +
        `(select coalesce(json_agg(pgrst_row), '[]') from (select "photos_1"."path" as "path" from "public"."photos" as "photos_1" where "photos_1"."ad" = "ads"."id" limit 1000) as pgrst_row) as "photos" ` +
        `from "public"."ads" as "ads" where "ads"."id" = $1 limit 1000) as pgrst_rows`,
    )
  })

  test('groups by every non-aggregate, by position, and expands *', () => {
    const grouped = text('/ads?select=price.sum(),title,people(name)', {}, { aggregates: true })
    expect(grouped).toContain('select sum("ads"."price") as "sum", "ads"."title" as "title", ')
    expect(grouped).toContain('::jsonb as "people"')
    expect(grouped).toContain(' group by 2, 3 limit 1000')
    expect(() => compile('/ads?select=price.sum()')).toThrowError(expect.objectContaining({ code: 'PGRST123' }))
  })

  test('counts separately only if the page does not reveal the total', () => {
    const counted = text('/ads?price=gt.5&limit=10', { headers: { prefer: 'count=exact' } })
    expect(counted).toContain('case when count(*) > 0 and count(*) < 10 then count(*) else (select count(*) from ')
    // The value is bound once and used twice.
    expect(counted.match(/> \$1/g)).toHaveLength(2)
  })

  test('builds no body for HEAD', () => {
    expect(text('/ads?select=*,people(*)', { method: 'HEAD' })).toMatch(
      /^select null, .* from \(select 1 from "public"."ads" as "ads" limit 1000\)/,
    )
  })

  test('quotes names and JSON keys that try to break out of their quotes', () => {
    const sneaky = encodeURIComponent(`facts->"a'); drop table ads; --"->>"\\\\"`)
    expect(text(`/ads?select=${sneaky}`)).toContain(`("ads"."facts"->'a''); drop table ads; --'->> E'\\\\') as`)
  })
})

describe('a write statement', () => {
  const post = (body: string, headers: Record<string, string> = {}, query = '') =>
    text(`/ads${query}`, { method: 'POST', body: Buffer.from(body), headers })

  test('returns no columns unless it must', () => {
    expect(post('{"title":"x","price":1}')).toContain(
      'insert into "public"."ads" as "ads" ("title", "price") select pgrst_body."title", pgrst_body."price" from json_to_record($1::json) as pgrst_body("title" text, "price" integer) returning 1',
    )
  })

  test('returns exactly the columns that the representation and its embeds need', () => {
    expect(post('[{"title":"x"}]', { prefer: 'return=representation' }, '?select=title,people(name)')).toContain(
      'returning "ads"."title", "ads"."seller")',
    )
  })

  test('filters an update by the root’s filters alone', () => {
    const patch = text('/ads?id=eq.1', { method: 'PATCH', body: Buffer.from('{"price":2}') })
    expect(patch).toContain(
      'update "public"."ads" as "ads" set "price" = pgrst_body."price" from json_to_record($2::json)',
    )
    expect(patch.replace('$2', '$n')).toContain('where "ads"."id" = $1 returning 1')
  })
})

describe('compiling', () => {
  test('happens once per shape', () => {
    const compiler = new Compiler(OPTIONS)
    const first = compile('/ads?id=eq.1', {}, { compiler })
    expect(compile('/ads?id=eq.2', {}, { compiler })).toBe(first)
    expect(compile('/ads?id=gt.1', {}, { compiler })).not.toBe(first)
    expect(compiler.size).toBe(2)
  })

  test('keeps a bounded number of shapes', () => {
    const compiler = new Compiler(OPTIONS)
    for (let limit = 0; limit < 2100; limit++) compile(`/ads?limit=${limit}`, {}, { compiler })
    expect(compiler.size).toBe(2000)
  })

  test('refuses writes of all rows where they are off, but not those that change nothing', () => {
    const compiler = new Compiler({ ...OPTIONS, fullWrites: false })
    const run =
      (method: string, url: string, body = '') =>
      () =>
        compile(url, { method, body: Buffer.from(body), headers: { 'content-type': 'application/json' } }, { compiler })
    const refusal = (verb: string) =>
      expect.objectContaining({ code: '21000', status: 400, message: `${verb} requires a WHERE clause` })
    expect(run('DELETE', '/ads')).toThrowError(refusal('DELETE'))
    expect(run('DELETE', '/ads?select=id&order=id')).toThrowError(refusal('DELETE'))
    expect(run('PATCH', '/ads', '{"title":"x"}')).toThrowError(refusal('UPDATE'))
    expect(run('PATCH', '/ads', '{}')).not.toThrow()
    expect(run('DELETE', '/ads?id=eq.1')).not.toThrow()
    expect(run('PATCH', '/ads?or=(id.eq.1,id.eq.2)', '{"title":"x"}')).not.toThrow()
    expect(run('POST', '/ads', '{"title":"x"}')).not.toThrow()
  })

  test('refuses relations that the schema cache lacks', () => {
    expect(() => compile('/peopl')).toThrowError(
      expect.objectContaining({ code: 'PGRST205', hint: "Perhaps you meant the table 'public.people'" }),
    )
    expect(() => compile('/ads?select=nothing(*)')).toThrowError(expect.objectContaining({ code: 'PGRST200' }))
  })
})
