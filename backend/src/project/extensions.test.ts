import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgresJs from '#postgres'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { runTestFile } from './database-tests.ts'
import { answerStatements } from './http-worker.ts'

let server: EmbeddedPostgres
let sql: postgresJs.Sql
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-extensions-'))
  server = await startEmbeddedPostgres(dataDir, pino({ level: 'silent' }))
  sql = postgresJs({ ...server.connection, max: 1, onnotice: () => undefined })
}, 60_000)

afterAll(async () => {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('pgjwt signs what another library verifies, and refuses what was changed or is late', async () => {
  await sql`create schema extensions; create extension pgcrypto schema extensions; create extension pgjwt schema extensions`.simple()
  const secret = 'a secret of at least 32 characters'
  const key = new TextEncoder().encode(secret)
  for (const algorithm of ['HS256', 'HS384', 'HS512']) {
    const [{ token } = {}] = await sql<{ token: string }[]>`
      select extensions.sign('{"sub": "anna", "name": "Ção"}', ${secret}, ${algorithm}) as token`
    expect(decodeProtectedHeader(String(token))).toEqual({ alg: algorithm, typ: 'JWT' })
    expect((await jwtVerify(String(token), key)).payload).toEqual({ sub: 'anna', name: 'Ção' })
  }
  const signed = (claims: object) =>
    new SignJWT({ sub: 'anna', ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(key)
  const verified = async (token: string, by = secret) => {
    const [row] = await sql`select payload, valid from extensions.verify(${token}, ${by})`
    return row
  }
  const ours = await signed({})
  expect(await verified(ours)).toEqual({ payload: { sub: 'anna' }, valid: true })
  expect(await verified(ours, 'another secret')).toMatchObject({ valid: false })
  expect(await verified(await signed({ exp: 1 }))).toMatchObject({ valid: false })
})

test('pgmq delivers a message again after its time, and keeps what was archived', async () => {
  await sql`create extension pgmq; select pgmq.create('orders')`.simple()
  const sent = await sql`
    select pgmq.send('orders', '{"n": 1}') as id
    union all select pgmq.send('orders', '{"n": 2}', '{"kind": "late"}', now() + interval '1 hour')
    union all select pgmq.send_batch('orders', array['{"n": 3}', '{"n": 4}']::jsonb[])`
  expect(sent.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4])
  const read = async (vt: number) =>
    (await sql`select message, read_ct from pgmq.read('orders', ${vt}, 2)`).map(({ message, read_ct }) => [
      message.n,
      read_ct,
    ])
  expect(await read(0)).toEqual([
    [1, 1],
    [3, 1],
  ])
  expect(await read(60)).toEqual([
    [1, 2],
    [3, 2],
  ])
  expect(await sql`select message, headers from pgmq.pop('orders')`).toEqual([{ message: { n: 4 }, headers: null }])
  expect(await read(60)).toEqual([])
  await sql`revoke execute on function pgmq.read(text, integer, integer) from public`
  await sql`select pgmq.archive('orders', 1), pgmq.detach_archive('orders')`
  expect(await sql`select message from pgmq.a_orders`).toEqual([{ message: { n: 1 } }])
  expect(
    await sql`select queue_length::int, queue_visible_length::int as visible, total_messages::int from pgmq.metrics('orders')`,
  ).toEqual([{ queue_length: 2, visible: 0, total_messages: 4 }])
  expect(await sql`select pgmq.drop_queue('orders') as first, pgmq.drop_queue('orders') as again`).toEqual([
    { first: true, again: false },
  ])
  for (const wrong of ['a'.repeat(48), 'or"ders', '']) {
    await expect(sql`select pgmq.validate_queue_name(${wrong})`).rejects.toThrow('queue name')
  }
})

test('http waits for the answer within a transaction, and says so when nobody sends or answers', async () => {
  await sql`create schema if not exists extensions; create extension http schema extensions`.simple()
  const get = (url: string) => sql`select status, content from extensions.http_get(${url})`
  await expect(get('http://127.0.0.1:1/')).rejects.toThrow('needs the server of this database')
  const echo = createServer(async (request, response) => {
    if (request.url === '/silent') return
    const body = (await request.toArray()).join('')
    const { 'content-type': type, 'x-code': code, 'user-agent': agent } = request.headers
    response
      .writeHead(201, { 'x-answer': 'yes' })
      .end(JSON.stringify([request.method, request.url, body, type, code, agent]))
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(echo.address() as { port: number }).port}`
  const stop = await answerStatements({
    clusterDir: join(dataDir, 'postgres'),
    url,
    log: pino({ level: 'silent' }),
  })
  try {
    const body = '"\\,\n,ü'
    const answered = await sql.begin('isolation level repeatable read read only', (tx) => [
      tx`
        select status, content::jsonb, (select value from unnest(headers) where field = 'x-answer') as header
        from extensions.http(('PUT', 'http://kong:8000/a?b', array[extensions.http_header('X-Code', '7')], 'text/plain', ${body}::text)
          ::extensions.http_request)`,
    ])
    expect(answered).toEqual([
      [{ status: 201, content: ['PUT', '/a?b', body, 'text/plain', '7', 'node'], header: 'yes' }],
    ])
    await sql`select extensions.http_set_curlopt('CURLOPT_TIMEOUT_MS', '50'), extensions.http_set_curlopt('CURLOPT_USERAGENT', 'me')`
    expect(await sql`select content::jsonb from extensions.http_get(${`${url}/`}, '{"a b": "ü&"}')`).toEqual([
      { content: ['GET', '/?a%20b=%C3%BC%26', '', null, null, 'me'] },
    ])
    await expect(get(`${url}/silent`)).rejects.toThrow('Timeout of 50 ms')
    await expect(sql`select extensions.http_set_curlopt('CURLOPT_PROXY', 'x')`).rejects.toThrow('not supported')
    expect(await sql`select extensions.urlencode('\\x00ff41'::bytea) as bytes`).toEqual([{ bytes: '%00%FFA' }])
  } finally {
    await stop()
    echo.closeAllConnections()
    await new Promise((resolve) => echo.close(resolve))
  }
})

test('pg_tle installs from SQL what create extension finds, and leaves alone what is part of this server', async () => {
  await sql`create extension pg_tle`.simple()
  const script = `create function shout(word text) returns text language sql as $$ select upper(word) || E'\\\\!' $$;

create function quiet() returns int language sql as 'select 1';`
  await sql`select pgtle.install_extension('shouting@one', '0.1', 'It''s loud', ${script}, ${['citext']})`
  await expect(sql`create extension "shouting@one"`).rejects.toThrow('citext')
  await sql`create extension "shouting@one" cascade`
  await sql`select pgtle.install_update_path('shouting@one', '0.1', '0.2', 'drop function quiet()')`
  await sql`select pgtle.set_default_version('shouting@one', '0.2')`
  await sql`alter extension "shouting@one" update`
  expect(await sql`select shout('ü') as word, to_regproc('quiet') as quiet`).toEqual([{ word: 'Ü\\!', quiet: null }])
  await expect(sql`select pgtle.uninstall_extension('shouting@one')`).rejects.toThrow('drop extension')
  await sql`drop extension "shouting@one"`
  expect(await sql`select pgtle.uninstall_extension_if_exists('shouting@one') as was`).toEqual([{ was: true }])
  await expect(sql`create extension "shouting@one"`).rejects.toThrow()
  for (const name of ['../up', 'a--b', '', 'A'])
    await expect(sql`select pgtle.install_extension(${name}, '1', null, '')`, name).rejects.toThrow()
  await expect(sql`select pgtle.install_extension('fine', '1/../2', null, '')`).rejects.toThrow('version')

  // As tests install their helpers, without the internet.
  await sql.unsafe(`
    select pgtle.uninstall_extension_if_exists('supabase-dbdev');
    select pgtle.install_extension('supabase-dbdev', answer ->> 'version', null, answer ->> 'sql')
    from extensions.http(('GET', 'https://api.database.dev/rest/v1/package_versions?select=sql,version&package_name=eq.supabase-dbdev', null, null,
      null)::extensions.http_request), lateral (select content::json -> 0) as found (answer);
    create extension "supabase-dbdev";
    select dbdev.install('basejump-supabase_test_helpers')`)
  await expect(sql`select dbdev.install('somebody@else')`).rejects.toThrow('not part of this server')
})

test('pg_jsonschema tells what a value lacks, in checks of tables too', async () => {
  await sql`create extension pg_jsonschema schema extensions`.simple()
  const errors = async (schema: unknown, value: unknown) => {
    const [row] = await sql<{ errors: string[]; matches: boolean; same: boolean }[]>`
      select extensions.jsonschema_validation_errors(schema, value) as errors, extensions.json_matches_schema(schema, value) as matches,
        extensions.jsonb_matches_schema(schema, value::jsonb) as same
      from (select ${JSON.stringify(schema)}::text::json as schema, ${JSON.stringify(value)}::text::json as value) as given`
    expect(row?.matches).toBe(row?.errors.length === 0)
    expect(row?.same).toBe(row?.matches)
    return row?.errors
  }
  const person = {
    type: 'object',
    properties: { name: { type: 'string', minLength: 2 }, role: { enum: ['owner', 'guest'] }, friend: { $ref: '#' } },
    required: ['name'],
    additionalProperties: false,
  }
  expect(await errors(person, { name: 'Ana', friend: { name: 'Bo', role: 'guest' } })).toEqual([])
  expect(await errors(person, { role: 'cook', age: 1 })).toEqual([
    '"name" is a required property',
    '"cook" is not one of "owner" or "guest"',
    "Additional properties are not allowed ('age' was unexpected)",
  ])
  expect(await errors(person, { name: 'Ana', friend: { name: 'B' } })).toEqual(['"B" is shorter than 2 characters'])
  expect(await errors({ type: 'integer', exclusiveMaximum: 3 }, 2.0)).toEqual([])
  expect(await errors({ type: 'integer' }, 2.5)).toEqual(['2.5 is not of type "integer"'])
  expect(await errors({ minimum: 3, exclusiveMinimum: true }, 3)).toEqual([
    '3 is less than or equal to the minimum of 3',
  ])
  expect(await errors({ items: { $ref: '#/$defs/a~1b' }, $defs: { 'a/b': { pattern: '^[a-c]+$' } } }, ['ab'])).toEqual(
    [],
  )
  expect(await errors({ prefixItems: [true], items: false, uniqueItems: true }, [1, 1])).toHaveLength(2)
  expect(await errors({ contains: { const: null }, minContains: 2 }, [null, 0, null])).toEqual([])
  expect(await errors({ oneOf: [{ type: 'number' }, { minimum: 3 }] }, 5)).toHaveLength(1)
  expect(await errors({ if: { required: ['a'] }, else: false }, { b: 1 })).toEqual([
    'False schema does not allow {"b": 1}',
  ])
  await expect(errors({ $ref: '#/nowhere' }, 1)).rejects.toThrow('the schema refers to #/nowhere')
  await expect(errors({ $ref: '#' }, 1)).rejects.toThrow('refers to itself without end')
  const [valid] = await sql`
    select extensions.jsonschema_is_valid('{"type": "object"}') as good, extensions.jsonschema_is_valid('{"items": {"type": "objekt"}}') as bad`
  expect(valid).toEqual({ good: true, bad: false })
  await sql`create temporary table tagged (tags jsonb check (extensions.jsonb_matches_schema('{"items": {"type": "string"}}', tags)))`
  await sql`insert into tagged values ('["a"]'), (null)`
  await expect(sql`insert into tagged values ('[1]')`).rejects.toMatchObject({ code: '23514' })
})

test('files of pgTAP run as in psql, and tell what failed, what ended them and what was planned', async () => {
  await sql`create schema if not exists tap; create extension pgtap schema tap`.simple()
  const path = 'set search_path = public, tap;'
  const files = {
    'variables.sql': String.raw`\unset ECHO
\set QUIET 1
\pset format unaligned
\set who 'an''na'
\ir './helper.psql'
${path} begin; select no_plan();
select is(:'who'::text, 'an''na', 'in :who texts nothing is replaced');
select 1 + 1 as two, false as never \gset its_
\if :its_never
select fail('not this branch');
\else
select is(:its_two, helper());
\endif
select throws_ok('select 1 / 0', '22012', null, ':: and ' || (array[1, 2])[2:2]::text);
select * from finish(); rollback;`,
    'helper.psql': "create or replace function helper() returns int language sql as 'select 2';",
    'failing.sql': `${path} begin; select plan(4); select is(1, 2, 'one is two'); select todo('later', 1); select ok(false, 'not yet');
select pass('fine'); select * from finish(); rollback;`,
    'ended.sql': `${path} begin;\nselect plan(2);\nselect ok(true);\nselect nothing(1);\nselect ok(true);`,
    'psql.sql': `${path} select plan(1);\n\\d orders\n`,
    'unplanned.sql': 'select 1;',
    'stops.sql': 'select $$Bail out!  no rows$$;',
    'skips.sql': 'select $$1..0 # SKIP not here$$;',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(dataDir, name), text)
  const ran = async (name: keyof typeof files) => {
    const options = { nameOf: (file: string) => file.slice(dataDir.length + 1), folders: [] }
    const { ok, planned, tests, failures, problems, bailout } = await runTestFile(
      server.connection,
      join(dataDir, name),
      options,
    )
    return { ok, planned, tests, failures, problems, bailout }
  }
  const fine = { ok: true, failures: [], problems: [], bailout: null }
  expect(await ran('variables.sql')).toEqual({ ...fine, planned: 3, tests: 3 })
  expect(await ran('skips.sql')).toEqual({ ...fine, planned: 0, tests: 0 })
  expect(await ran('failing.sql')).toMatchObject({
    ok: false,
    failures: [{ number: 1, name: 'one is two', comments: expect.arrayContaining(['#         have: 1']) }],
    problems: ['It planned 4 tests but ran 3.'],
  })
  const reasons = async (name: keyof typeof files) => (await ran(name)).problems.join('\n').split('\n')[0]
  expect(await reasons('ended.sql')).toBe('ended.sql:4: function nothing(integer) does not exist')
  expect(await reasons('psql.sql')).toBe('psql.sql:2: \\d is a command of psql that is not supported here')
  expect(await reasons('unplanned.sql')).toMatch(/^It has no plan/)
  expect(await ran('stops.sql')).toMatchObject({ ok: false, bailout: 'no rows' })
})
