import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MIGRATION_FOLDERS, readList } from '../../../scripts/landed-migrations.ts'
import { onMarket } from './database.ts'

test('a database of the last release takes what is new since, after all that it had', () =>
  onMarket(async ({ owner }) => {
    const files = await Promise.all(MIGRATION_FOLDERS.map((folder) => readdir(folder)))
    const wanted = files.flat().filter((name) => name.endsWith('.sql'))
    const lists = await Promise.all(MIGRATION_FOLDERS.map(readList))
    const landed = lists.flatMap((list) => [...list.keys()])
    const ran = await owner<
      { name: string }[]
    >`select name from migrations.applied order by applied_at, owner = 'app', name`
    const names = ran.map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set(wanted))
    expect(new Set(names.slice(0, landed.length))).toEqual(new Set(landed))
  }))
