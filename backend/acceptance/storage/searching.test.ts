import { beforeAll, expect, test } from 'vitest'
import { newUser, visitor } from '../server.ts'
import { aFilledFolder, type Person } from './a-filled-folder.ts'

let anna: Person
let bucket: string

beforeAll(async () => {
  ;({ person: anna, bucket } = await aFilledFolder())
})

const namesOf = (data: { name: string }[] | null) => data?.map(({ name }) => name)

/** Results of an application's own SQL functions based on storage.search. */
async function filesIn(person: Person, question: Record<string, string>) {
  const { data, error } = await person.client.rpc('files_in', { bucket, folder: `${anna.id}/`, ...question })
  if (error) throw error
  return data as { name: string; id: string | null }[]
}

test('storage.search returns in SQL what the listing returns over the wire', async () => {
  const room = anna.client.storage.from(bucket)
  const shown = (list: { name: string; id: string | null }[] | null) => list?.map(({ name, id }) => ({ name, id }))
  expect(shown(await filesIn(anna, {}))).toEqual(shown((await room.list(anna.id)).data))
  for (const order of ['asc', 'desc'] as const) {
    const listed = await room.list(anna.id, { sortBy: { column: 'created_at', order } })
    expect(namesOf(await filesIn(anna, { by: 'created_at', direction: order }))).toEqual(namesOf(listed.data))
  }
  expect(namesOf(await filesIn(anna, { starts_with: 'CHERRY_' }))).toEqual(['cherry_1.txt'])
  expect(namesOf(await filesIn(anna, { folder: `${anna.id}/fruit/` }))).toEqual(['green', 'red.txt'])
})

test('keys are grouped at the delimiter, in byte order, page by page', async () => {
  const below = async (start_after: string) => {
    const question = { bucket, prefix: `${anna.id}/`, max_keys: 4, start_after }
    const { data } = await anna.client.rpc('files_below', question)
    return (Array.isArray(data) ? data : []) as { name: string; id: string | null }[]
  }
  const first = await below('')
  const rest = await below(first.at(-1)?.name ?? '')
  const { data } = await anna.client.storage.from(bucket).listV2({ prefix: `${anna.id}/`, with_delimiter: true })
  const expected = [...(data?.objects ?? []), ...(data?.folders ?? [])].map(({ name }) => name).sort()
  expect([...first, ...rest].map(({ name }) => name)).toEqual(expected)
  expect(rest.find(({ name }) => name.endsWith('/fruit/'))?.id).toBeNull()

  const page = async (start_after: string, direction: string) => {
    const question = { bucket, prefix: `${anna.id}/`, page: 4, start_after, direction }
    const { data } = await anna.client.rpc('files_by_page', question)
    return (Array.isArray(data) ? data : []) as { key: string; name: string }[]
  }
  for (const direction of ['asc', 'desc']) {
    const one = await page('', direction)
    const two = await page(one.at(-1)?.name ?? '', direction)
    expect([...one, ...two].map(({ name }) => name)).toEqual(direction === 'asc' ? expected : expected.toReversed())
    expect(one[0]?.key).toBe(direction === 'asc' ? 'Apple.txt' : 'zebra')
  }
})

test('row level security decides which objects they return, and whether one may be written', async () => {
  const ben = await newUser()
  expect(await filesIn(ben, {})).toEqual([])
  const mayWrite = (person: Person, name: string) => person.client.rpc('may_write', { bucket, name })
  const allowed = await mayWrite(anna, `${anna.id}/new.txt`) // PT200 is an error with the status 200
  expect(allowed.data).toMatchObject({ message: 'ROLLBACK' })
  expect((await mayWrite(ben, `${anna.id}/new.txt`)).error).toMatchObject({ code: '42501' })
  expect((await visitor().rpc('may_write', { bucket, name: 'new.txt' })).error).toMatchObject({ code: '42501' })
  expect((await anna.client.storage.from(bucket).exists(`${anna.id}/new.txt`)).data).toBe(false)
})
