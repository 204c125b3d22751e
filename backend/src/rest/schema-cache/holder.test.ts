import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts'
import { SchemaCacheHolder } from './holder.ts'
import { objectKey } from './types.ts'

let postgres: EmbeddedPostgres
let dataDir: string
let owner: Client
let holder: SchemaCacheHolder

/** For busy hosts. */
const PATIENT = { timeout: 30_000 }
const silent = pino({ level: 'silent' })
const knows = (table: string) => holder.current.relations.has(objectKey('public', table))

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-schema-cache-'))
  postgres = await startEmbeddedPostgres(dataDir, silent)
  owner = new Client({ ...postgres.connection })
  await owner.connect()
  await owner.query(`
    create domain money_minor as integer;
    create type mood as enum ('good', 'bad');
    create table people (id int generated always as identity primary key, mentor int references people, mood mood);
    create table ads (id int primary key, seller int not null references people, price money_minor default 5,
      words tsvector generated always as (to_tsvector('simple', id::text)) stored);
    create table labels (id int primary key);
    create table ad_labels (ad int references ads, label int references labels, primary key (ad, label));
    create table ad_details (ad int primary key references ads);
    create table parts (id int, day date) partition by range (day);
    create table parts_2026 partition of parts for values from ('2026-01-01') to ('2027-01-01');
    create role speaker login;
    alter role speaker set statement_timeout = '7s';
    alter role speaker set session_replication_role = 'replica';
    grant speaker to current_user;
    create function greet(name text, times int default 1) returns text language sql stable return name;
    create function loud() returns trigger language plpgsql as 'begin return new; end';
    create function rows_of(ads) returns setof people rows 1 language sql stable begin atomic select * from people; end`)
  await owner.query(`
    alter role current_user set pgrst.db_max_rows = '50';
    alter role current_user in database ${JSON.stringify(postgres.connection.database)} set pgrst.db_max_rows = '7';
    alter role current_user set pgrst.jwt_aud = 'readers, mostly';
    alter role speaker set pgrst.db_plan_enabled = 'true'`)
  const connection = { ...postgres.connection, application_name: 'schema-cache-listener' }
  holder = new SchemaCacheHolder({ connection, rest: loadConfig({}).rest, log: silent })
}, 60_000)

afterAll(async () => {
  await holder.close()
  await owner.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('before the first load requests are answered with 503', () => {
  expect(() => holder.current).toThrowError(expect.objectContaining({ code: 'PGRST002', status: 503 }))
})

test('a load applies the database settings of the connection’s role', async () => {
  expect(holder.rest).toMatchObject({ maxRows: 1000, jwtAudience: null })
  await holder.start()
  expect(holder.rest).toMatchObject({ maxRows: 7, jwtAudience: 'readers, mostly', explain: false })
})

test('a load finds tables, keys, types, relationships and functions', async () => {
  const cache = holder.current
  const ads = cache.relations.get(objectKey('public', 'ads'))
  expect(ads).toMatchObject({ primaryKey: ['id'], insertable: true, updatable: true, deletable: true, isView: false })
  expect(ads?.columns.get('price')).toMatchObject({
    type: 'public.money_minor',
    baseType: 'integer',
    defaultExpression: '5',
  })
  expect(ads?.columns.get('words')).toMatchObject({ baseType: 'tsvector', defaultExpression: null })
  expect(cache.relations.get(objectKey('public', 'people'))?.columns.get('id')?.defaultExpression).toContain('nextval')
  // Partitions are not exposed.
  expect([knows('parts'), knows('parts_2026')]).toEqual([true, false])

  const from = (table: string) =>
    (cache.relationships.get(objectKey('public', table)) ?? []).map(
      ({ cardinality, target }) => `${cardinality} ${target.name}`,
    )
  expect(from('ads')).toEqual([
    'one-to-many ad_labels',
    'many-to-one people',
    'one-to-one ad_details',
    'one-to-one people',
    'many-to-many labels',
  ])
  expect(from('people')).toEqual(['one-to-many ads', 'one-to-many people', 'many-to-one people'])

  expect(cache.types.get('mood')).toBe('public.mood')
  expect(cache.types.get('timestamptz')).toBe('timestamp with time zone')
  expect(cache.functions.get(objectKey('public', 'greet'))?.[0]?.parameters).toEqual([
    { name: 'name', type: 'text', required: true, variadic: false },
    { name: 'times', type: 'integer', required: false, variadic: false },
  ])
  expect(cache.functions.has(objectKey('public', 'loud'))).toBe(false)
  expect(cache.roleSettings.get('speaker')).toContainEqual(['statement_timeout', '7s'])
})

test('a notification triggers a reload, and a burst of them only a few', async () => {
  const before = holder.current.version
  await owner.query('create table fresh (id int)')
  // Sent in one go, so that most of them arrive within the debounce time.
  await owner.query(`begin; notify pgrst, 'reload schema'; commit;`.repeat(40))
  await expect.poll(() => knows('fresh'), PATIENT).toBe(true)
  expect(holder.current.version - before).toBeLessThan(10)
})

test('ignores other notifications', async () => {
  // A separate holder: the shared one may still have a reload pending.
  const untouched = new SchemaCacheHolder({ connection: postgres.connection, rest: loadConfig({}).rest, log: silent })
  await untouched.start()
  await owner.query(`notify pgrst, 'something else'`)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(untouched.version).toBe(1)
  await untouched.close()
})

test('a lost listener reconnects and reloads what it has missed', async () => {
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'schema-cache-listener'`,
  )
  await owner.query('create table meanwhile (id int)')
  await owner.query('notify pgrst')
  expect(knows('ads')).toBe(true)
  await expect.poll(() => knows('meanwhile'), PATIENT).toBe(true)
})

test('a failed load keeps the old cache and is retried', async () => {
  await owner.query(`alter role postgres set lock_timeout = '50ms'`)
  // A new session picks up the setting; then a locked catalog makes its load fail.
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'schema-cache-listener'`,
  )
  await owner.query('begin; lock table pg_catalog.pg_proc in access exclusive mode')
  await owner.query('create table after_failure (id int)')
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect([knows('ads'), knows('after_failure')]).toEqual([true, false])
  await owner.query('commit')
  await expect.poll(() => knows('after_failure'), PATIENT).toBe(true)
}, 60_000)
