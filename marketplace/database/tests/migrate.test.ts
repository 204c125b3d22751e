import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'souk-backend/postgres'
import { migrate } from 'souk-backend/testing'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

const NAME = 'migrated_twice'
const admin = postgres({ ...inject('connection'), max: 1 })
const sql = postgres({ ...inject('connection'), database: NAME, max: 2, onnotice: () => undefined })
let folder: string

beforeAll(async () => {
  await admin.unsafe(`create database ${NAME} template template0`)
})
afterAll(async () => {
  await sql.end()
  await admin.unsafe(`drop database ${NAME}`)
  await admin.end()
})
beforeEach(async () => {
  await sql.unsafe('drop schema if exists migrations cascade; drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'souk-migrate-'))
  await put(
    'migrations/1_notes.sql',
    'create table notes (id int primary key, body text not null, is_pinned boolean default false)',
  )
  await put(
    'schemas/notes/functions/a.sql',
    'create or replace function first_note() returns text language sql return upper(plain_note())',
  )
  await put(
    'schemas/notes/functions/b.sql',
    'create or replace function plain_note() returns text language sql return (select body from notes where id = 1)',
  )
  await put('reference-data/1_public.notes.csv', 'id,body\n1,one\n2,"two, or more"\n')
  return () => rm(folder, { recursive: true })
})

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
const run = () => migrate(sql, [{ owner: 'app', directory: join(folder, 'migrations') }])

test('a first run applies migrations, functions in order of dependency, and reference data; a second one nothing', async () => {
  expect(await run()).toEqual([
    'app/1_notes.sql',
    'app/schemas/notes/functions/a.sql',
    'app/schemas/notes/functions/b.sql',
    'app/reference-data/1_public.notes.csv',
  ])
  expect(await sql`select first_note() as note`).toEqual([{ note: 'ONE' }])
  expect(await run()).toEqual([])
})

test('a changed function is reapplied alone', async () => {
  await run()
  await put(
    'schemas/notes/functions/a.sql',
    'create or replace function first_note() returns text language sql return lower(plain_note())',
  )
  expect(await run()).toEqual(['app/schemas/notes/functions/a.sql'])
  expect(await sql`select first_note() as note`).toEqual([{ note: 'one' }])
})

test('changed rows replace those with the same key, leaving other columns and rows alone', async () => {
  await run()
  await sql`update notes set is_pinned = true where id = 1`
  await sql`insert into notes (id, body) values (9, 'mine')`
  await put('reference-data/1_public.notes.csv', 'id,body\n1,uno\n3,three\n')
  expect(await run()).toEqual(['app/reference-data/1_public.notes.csv'])
  expect(await sql`select id, body, is_pinned from notes order by id`).toEqual([
    { id: 1, body: 'uno', is_pinned: true },
    { id: 2, body: 'two, or more', is_pinned: false },
    { id: 3, body: 'three', is_pinned: false },
    { id: 9, body: 'mine', is_pinned: false },
  ])
})

test('reference data can be JSON with its own insert statement', async () => {
  await put('reference-data/2_public.notes.ndjson', '{"id": 4, "body": "with \\"quotes\\" and \\\\ slashes"}\n')
  await put(
    'reference-data/2_public.notes.sql',
    'insert into public.notes (id, body) select id + 10, body from pg_temp.given',
  )
  await run()
  expect(await sql`select body from notes where id = 14`).toEqual([{ body: 'with "quotes" and \\ slashes' }])
})

test('a failure names its file and is rolled back', async () => {
  await put(
    'schemas/notes/functions/b.sql',
    'create or replace function plain_note() returns text language sql return missing()',
  )
  await expect(run()).rejects.toThrow(
    /^app\/schemas\/notes\/functions\/a\.sql could not be applied: function plain_note\(\) does not exist/,
  )
  expect(await sql`select proname from pg_proc where pronamespace = 'public'::regnamespace`).toEqual([])
  await put('schemas/notes/functions/b.sql', 'create or replace function plain_note() returns text language sql retur')
  await expect(run()).rejects.toThrow(/^app\/schemas\/notes\/functions\/b\.sql could not be applied: syntax error/)
  await put(
    'schemas/notes/functions/b.sql',
    "create or replace function plain_note() returns text language sql return ''",
  )
  await put('reference-data/1_public.notes.csv', 'id,body\n1,one\n2,\n')
  await expect(run()).rejects.toThrow(/^app\/reference-data\/1_public\.notes\.csv could not be loaded: null value/)
  expect(await sql`select * from notes`).toEqual([])
  await put('reference-data/1_public.notes.csv', 'id,body\n1,one\n')
  expect(await run()).toEqual(['app/reference-data/1_public.notes.csv'])
})
