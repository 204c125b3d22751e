import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import postgresJs from '#postgres'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { listLeftOut } from './left-out.ts'
import { inSession, runFile } from './run-sql.ts'

let server: EmbeddedPostgres
let sql: postgresJs.Sql
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-run-sql-'))
  server = await startEmbeddedPostgres(dataDir, pino({ level: 'silent' }))
  sql = postgresJs({ ...server.connection, max: 2, onnotice: () => undefined })
}, 60_000)

afterAll(async () => {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs a file; tells how many statements were recorded. */
async function run(text: string): Promise<number> {
  let recorded = 0
  await inSession(sql, (session) =>
    runFile(session, { name: 'some.sql', text }, async (statements) => {
      recorded = statements.length
    }),
  )
  return recorded
}

test('what cannot run in one transaction commits by statement, and is recorded as a whole', async () => {
  const recorded = await run(`
    create type pace as enum ('slow');
    create table walks (pace pace);
    create procedure walk() language plpgsql as $$ begin insert into walks values ('slow'); commit; end $$;
    begin;
    alter type pace add value 'fast';
    commit;
    insert into walks values ('fast');
    call walk();
    create index concurrently on walks (pace);
    vacuum walks;`)
  expect(recorded).toBe(8)
  expect(await sql`select pace::text from walks order by walks.pace`).toEqual([{ pace: 'slow' }, { pace: 'fast' }])
})

test('a file that fails says whether something of it was kept', async () => {
  await expect(run('create table whole (); select nothing')).rejects.toThrow(/Nothing of this file was kept/)
  expect(await sql`select to_regclass('whole') as there`).toEqual([{ there: null }])
  await expect(
    run('create table part (); vacuum part; begin; create table not_this (); select nothing'),
  ).rejects.toThrow(/some\.sql:1: column "nothing" does not exist[\s\S]*What this file did before was kept/)
  expect(await sql`select to_regclass('part')::text as part, to_regclass('not_this') as not_this`).toEqual([
    { part: 'part', not_this: null },
  ])
})

test('an extension that is there, and a trigger of the services’ tables that is there, are created once', async () => {
  const trigger = 'create trigger once before update on "storage"."files" for each row execute function storage.touch()'
  await run(`create schema storage; create table storage.files ();
    create function storage.touch() returns trigger language plpgsql as 'begin return new; end';
    create extension citext; create extension citext; ${trigger}; ${trigger}`)
  expect(await sql`select count(*)::int from pg_trigger where tgname = 'once'`).toEqual([{ count: 1 }])
  const own = 'create trigger own before update on own for each row execute function storage.touch()'
  await expect(run(`create table own (); ${own}; ${own}`)).rejects.toThrow(
    'trigger "own" for relation "own" already exists',
  )
})

test('libraries that sessions were to load are left out where PostgreSQL lacks them', async () => {
  await run(`create role caller;
    alter role caller set session_preload_libraries = 'supautils, safeupdate';
    alter role caller set statement_timeout = '7s';
    alter role all set session_preload_libraries = '$libdir/plugins/nowhere';
    alter database postgres set session_preload_libraries = 'auto_explain';
    alter role caller in database postgres set session_preload_libraries = 'nowhere'`)
  expect(
    await sql`select setrole <> 0 as is_role, setconfig from pg_db_role_setting where setconfig::text ~ 'preload|7s' order by 1`,
  ).toEqual([
    { is_role: false, setconfig: ['session_preload_libraries=auto_explain'] },
    { is_role: true, setconfig: ['statement_timeout=7s'] },
  ])
})

test('an extension whose version is not there is created in the one that is', async () => {
  await run(`create extension hstore version '0.1'; alter extension hstore update to '9.9';
    create extension if not exists "pgmq" version '1.4.4' cascade`)
  expect(await sql`select extname from pg_extension where extname in ('hstore', 'pgmq') order by 1`).toEqual([
    { extname: 'hstore' },
    { extname: 'pgmq' },
  ])
})

test('statements that need a missing extension are left out, and nothing else is', async () => {
  const leftOut = async () => (await listLeftOut(sql)).map(({ line, extension }) => [line, extension])
  const recorded = await run(`create schema if not exists extensions;
    create extension if not exists postgis with schema extensions;
    create table places (id int primary key, name text);
    create table shops (id int primary key, at extensions.geometry(point, 4326));
    alter table shops enable row level security;
    create policy "Everybody reads" on shops for select using (true);
    create view open_shops as select id from public.shops;
    create function shops_near() returns setof shops language sql stable as 'select * from shops';
    grant execute on function shops_near() to public;
    alter table places add column if not exists at geography, add constraint named check (name <> '');
    alter table places drop constraint named;
    create index on places using gist (at);
    insert into places (id, at) values (1, null);
    update places p set name = 'x' where p.at is null;
    do $$ begin create table later (id int); perform st_makepoint(1, 2); end $$;
    create table "Sites" (id int primary key, area geometry[]);
    create function named("Sites") returns int language sql as 'select 1';
    create function inside(area geography) returns int language sql as 'select 1';
    create trigger later before insert on later for each row execute function shops_near();
    comment on extension postgis is 'maps';
    insert into places (id, name) values (2, 'Here')`)
  expect(recorded).toBe(21)
  expect(await leftOut()).toEqual(
    [2, ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]].map((line) => [line, 'postgis']),
  )
  expect(await sql`select * from places`).toEqual([{ id: 2, name: 'Here' }])

  // A later file knows; what is wrong for another reason ends it.
  await run('insert into open_shops values (1); insert into places values (3)')
  expect(await sql`select id from places order by id`).toEqual([{ id: 2 }, { id: 3 }])
  for (const wrong of [
    'insert into shop values (1)',
    'select at from generate_series(1, 2)',
    'select std_makepoint(1, 2)',
    'create extension nowhere',
  ]) {
    await expect(run(`insert into places values (4); ${wrong}`), wrong).rejects.toThrow(/Nothing of this file was kept/)
  }
  expect(await sql`select count(*)::int from places`).toEqual([{ count: 2 }])

  // In a block, too; in production nothing is left out.
  const block = 'do $$ begin create extension vector; end $$; create table notes (embedding vector(3))'
  vi.stubEnv('NODE_ENV', 'production')
  await expect(run(block)).rejects.toThrow(/the extension vector is not part of this PostgreSQL; set DATABASE_URL/)
  vi.unstubAllEnvs()
  expect(await run(block)).toBe(2)
  expect(await leftOut()).toEqual([
    [1, 'vector'],
    [1, 'vector'],
  ])
})
