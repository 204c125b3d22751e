import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from './run-project.ts'

test('what needs a missing extension is left out and named, and the rest is served', async () => {
  const todo = await project('todo')
  await writeFile(
    join(todo.root, 'supabase/migrations/20240503000000_places.sql'),
    `create extension if not exists postgis schema extensions;
create table places (id int primary key, name text);
create table shops (id int primary key, place extensions.geometry(point, 4326));
alter table shops enable row level security;`,
  )
  await appendFile(
    join(todo.root, 'supabase/seed.sql'),
    "\ninsert into places values (1, 'Here');\ninsert into shops values (1, 'SRID=4326;POINT(-71.1 42.3)');\n",
  )
  await todo.start()
  expect(todo.said()).toContain('20240503000000_places.sql: 3 statements that need postgis\n')
  expect(todo.said()).toMatch(/lacks postgis: for what was left out set DATABASE_URL to an empty database/)
  expect((await todo.client().from('places').select()).data).toEqual([{ id: 1, name: 'Here' }])
  expect((await todo.client().from('shops').select()).error?.code).toBe('PGRST205')

  // Of the server that runs, without the variables that it was started with.
  const { PORT, DATABASE_PORT, ...env } = todo.env
  const status = JSON.parse(todo.cliWith(env, 'status', '--json').stdout) as {
    API_URL: string
    DB_URL: string
    LEFT_OUT: object[]
  }
  expect([status.API_URL, status.DB_URL]).toEqual([
    `http://127.0.0.1:${PORT}`,
    expect.stringContaining(`127.0.0.1:${DATABASE_PORT}/`),
  ])
  expect(status.LEFT_OUT).toMatchObject([
    { line: 1, extension: 'postgis' },
    { line: 3, statement: expect.stringMatching(/^create table shops/) },
    { line: 4 },
    { file: 'supabase/seed.sql', statement: expect.stringMatching(/^insert into shops/) },
  ])
})
