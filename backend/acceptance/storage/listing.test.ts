import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { aFilledFolder, type Person } from './a-filled-folder.ts'
import { aBucket } from './rooms.ts'

let anna: Person
let bucket: string

beforeAll(async () => {
  ;({ person: anna, bucket } = await aFilledFolder())
})

const names = (data: { name: string }[] | null) => data?.map((entry) => entry.name)

describe('listing a folder', () => {
  test('returns its files and folders in one order, ignoring case', async () => {
    const { data } = await anna.client.storage.from(bucket).list(anna.id)
    expect(names(data)).toEqual(
      ['Apple.txt', 'banana.txt', 'cherryX1.txt', 'cherry_1.txt', 'fruit', 'zebra'].sort((a, b) =>
        a.toLowerCase() < b.toLowerCase() ? -1 : 1,
      ),
    )
    expect(data?.find((entry) => entry.name === 'fruit')).toEqual({
      name: 'fruit',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    })
    expect(data?.find((entry) => entry.name === 'Apple.txt')?.metadata).toMatchObject({ size: 9 })
  })

  test('searches by prefix, with wildcards taken literally', async () => {
    const room = anna.client.storage.from(bucket)
    expect(names((await room.list(anna.id, { search: 'APP' })).data)).toEqual(['Apple.txt'])
    expect(names((await room.list(anna.id, { search: 'cherry_' })).data)).toEqual(['cherry_1.txt'])
    expect(names((await room.list(anna.id, { search: 'fruit/gr' })).data)).toEqual(['fruit/green'])
    expect(names((await room.list(anna.id, { search: '%' })).data)).toEqual([])
  })

  test('supports paging and descending order', async () => {
    const room = anna.client.storage.from(bucket)
    expect(
      names((await room.list(anna.id, { limit: 2, offset: 1, sortBy: { column: 'name', order: 'desc' } })).data),
    ).toEqual(['fruit', expect.stringMatching(/^cherry/)])
    expect(names((await room.list(anna.id, { sortBy: { column: 'created_at', order: 'asc' } })).data)).toEqual([
      'fruit',
      'zebra',
      'Apple.txt',
      'banana.txt',
      'cherry_1.txt',
      'cherryX1.txt',
    ])
  })

  test('shows nothing to callers without read access', async () => {
    const ben = await newUser()
    expect((await ben.client.storage.from(bucket).list(anna.id)).data).toEqual([])
    expect((await visitor().storage.from(bucket).list(anna.id)).data).toEqual([])
    expect((await anna.client.storage.from('no-such-bucket').list('')).data).toEqual([])
  })
})

describe('listing with a cursor', () => {
  test.each([
    ['name', 'asc'],
    ['name', 'desc'],
    ['created_at', 'asc'],
    ['updated_at', 'desc'],
  ] as const)('eight objects by %s %s are four pages of two', async (column, order) => {
    const eight = await aBucket()
    const room = operator().storage.from(eight)
    const keys = Array.from({ length: 8 }, (_, n) => `file-${n}`)
    for (const key of keys) await room.upload(key, Buffer.from(key))
    const seen: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const { data, error } = await room.listV2({ limit: 2, cursor, sortBy: { column, order } })
      expect(error).toBeNull()
      seen.push(...(data?.objects.map((object) => object.name) ?? []))
      cursor = data?.nextCursor
      pages += 1
      expect(data?.hasNext).toBe(cursor !== undefined)
    } while (cursor !== undefined && pages < 10)
    expect(pages).toBe(4)
    expect(seen).toEqual(order === 'asc' ? keys : keys.toReversed())
  })

  test('groups folders by the delimiter', async () => {
    const { data } = await anna.client.storage.from(bucket).listV2({ prefix: `${anna.id}/`, with_delimiter: true })
    expect(data?.folders.map((folder) => folder.name)).toEqual([`${anna.id}/fruit/`, `${anna.id}/zebra/`])
    expect(data?.folders.map((folder) => folder.key)).toEqual(['fruit', 'zebra'])
    expect(data?.objects.map((object) => object.key)).toEqual([
      'Apple.txt',
      'banana.txt',
      'cherryX1.txt',
      'cherry_1.txt',
    ])
  })

  test('refuses an invalid cursor', async () => {
    const { error } = await anna.client.storage.from(bucket).listV2({ cursor: randomUUID() })
    expect(error).toMatchObject({ statusCode: '400' })
  })
})
