import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { land, MIGRATION_FOLDERS, problemsOf, readList } from './landed-migrations.ts'

let folder: string
const put = (name: string, text: string) => writeFile(join(folder, name), text)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-migrations-'))
  await put('0001_first.sql', 'create table one ();')
  await put('0003_third.sql', 'create table three ();')
  await land(folder)
})
afterEach(() => rm(folder, { recursive: true }))

test.each(MIGRATION_FOLDERS.map((path) => [join(basename(dirname(path)), basename(path)), path]))(
  'no migration of %s that has landed was changed, taken away or overtaken',
  async (_, path) => {
    expect(await problemsOf(path)).toEqual([])
  },
)

test('new migrations may follow, and are added to the list', async () => {
  await put('0004_fourth.sql', 'create table four ();')
  expect(await problemsOf(folder)).toEqual([])
  expect(await land(folder)).toEqual(['0004_fourth.sql'])
  await put('0004_fourth.sql', 'create table other ();')
  expect(await problemsOf(folder)).toHaveLength(1)
})

test('reports a changed, a missing and an out-of-order migration, with instructions', async () => {
  await put('0001_first.sql', 'create table one (id int);')
  await put('0002_second.sql', 'create table two ();')
  await rm(join(folder, '0003_third.sql'))
  expect(await problemsOf(folder)).toEqual([
    expect.stringMatching(/^0001_first\.sql has landed.+in a new file after 0003_third\.sql\.$/),
    expect.stringMatching(/^0003_third\.sql has landed and must stay.+Put it back\.$/),
    expect.stringMatching(/^0002_second\.sql is new and comes before 0003_third\.sql.+that comes after\.$/),
  ])
})

test('adding to the list keeps the checksum of a migration changed meanwhile', async () => {
  const before = await readList(folder)
  await put('0001_first.sql', 'create table one (id int);')
  await land(folder)
  expect(await readList(folder)).toEqual(before)
})
