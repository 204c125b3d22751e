import { expect, test } from 'vitest'
import { operator, visitor } from '../server.ts'
import { ask, send } from './wire.ts'

/** Requests whose result must stay the same during reloads: [request, answer]. */
const STEADY: [path: string, body: unknown][] = [
  [
    'library_changing?select=id,name&id=in.(1,20)&order=id',
    [
      { id: 1, name: 'row 1' },
      { id: 20, name: 'row 20' },
    ],
  ],
  ['library_books?select=title,library_loans(id)&id=eq.3', [{ title: 'Boats', library_loans: [{ id: 3 }] }]],
  ['rpc/library_add?a=1&b=4', 5],
  [
    'rpc/library_search?words=boats&select=id,library_subjects(label)',
    [{ id: 3, library_subjects: [{ label: 'sea' }] }],
  ],
  [
    'library_members?select=name,library_best_friend(name)&id=eq.2',
    [{ name: 'Ben', library_best_friend: { name: 'Ada' } }],
  ],
]

/** Repeats requests concurrently until stopped, and collects all wrong answers. */
function load(lanes: number) {
  const wrong: string[] = []
  let asked = 0
  let stopped = false
  const lane = async (number: number) => {
    for (let turn = number; !stopped; turn += 1) {
      asked += 1
      const [path, body] = STEADY[turn % STEADY.length] as (typeof STEADY)[number]
      // A unique parameter bypasses the cache, so that the database is queried.
      const fresh = path.startsWith('rpc') ? path : `${path}&limit=${1000 - (asked % 900)}`
      const read = await ask(fresh)
      if (read.status !== 200 || JSON.stringify(read.json) !== JSON.stringify(body)) wrong.push(`${path}: ${read.text}`)
      const every = await ask(`library_changing?id=eq.${1 + (turn % 20)}&limit=${1000 - (asked % 900)}`)
      const [row] = (every.json ?? []) as { id: number; name: string }[]
      if (every.status !== 200 || row?.name !== `row ${1 + (turn % 20)}`) wrong.push(`a whole row: ${every.text}`)
      const written = await send('PATCH', `library_changing?id=eq.${1 + (turn % 20)}`, '{"name":null}', 'tx=commit')
      if (written.status !== 400) wrong.push(`a refused write: ${written.status} ${written.text}`)
    }
  }
  const lanesDone = Array.from({ length: lanes }, (_, number) => lane(number))
  return async () => {
    stopped = true
    await Promise.all(lanesDone)
    return { wrong, asked }
  }
}

test('the schema is reloaded, also after migrations, without affecting requests', async () => {
  const stop = load(6)
  for (let change = 1; change <= 3; change += 1) {
    const { error } = await operator().rpc('library_change', { wanted: change })
    expect(error).toBeNull()
    await operator().rpc('library_reload').throwOnError()
    await operator().rpc('library_reload').throwOnError()
    // After a reload the new column is known, and the one that it replaces is not.
    const column = `extra_${change}`
    const write = () =>
      visitor()
        .from('library_changing')
        .update({ [column]: 7 })
        .eq('id', change)
    await expect.poll(async () => (await write()).status, { timeout: 45_000 }).toBe(204)
    const { data } = await visitor().from('library_changing').select().eq('id', change)
    expect(data).toEqual([{ id: change, name: `row ${change}`, [column]: 7 }])
    const gone = await send('PATCH', 'library_changing?id=eq.1', JSON.stringify({ [`extra_${change - 1}`]: 1 }))
    expect(gone.json).toMatchObject({ code: 'PGRST204' })
  }
  const { wrong, asked } = await stop()
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(20)
}, 180_000)
