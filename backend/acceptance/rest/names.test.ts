import { expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { ask } from './wire.ts'

const anna = visitor()

test('tables and columns may have any name', async () => {
  const { data } = await anna.from('library Größe').select('id, wert:"Wert in €", "a,b"').eq('"Wert in €"', 'viel')
  expect(data).toEqual([{ id: 1, wert: 'viel', 'a,b': 5 }])
  const { data: written } = await anna
    .from('library Größe')
    .upsert([{ id: 3, 'Wert in €': 'neu', 'a,b': 1 }])
    .select()
  expect(written).toEqual([{ id: 3, 'Wert in €': 'neu', 'a,b': 1, order: null }])
  expect((await anna.from('library Größe').delete().eq('"a,b"', 1).select('id')).data).toEqual([{ id: 3 }])
})

test('embeds support such names too', async () => {
  const { data } = await anna
    .from('library Größe')
    .select('id, parts:"library.parts"("part-id")')
    .order('id')
    .order('"part-id"', { referencedTable: 'parts', ascending: false })
  expect(data).toEqual([
    { id: 1, parts: [{ 'part-id': 11 }, { 'part-id': 10 }] },
    { id: 2, parts: [] },
  ])
  expect((await anna.from('library.parts').select('"library Größe"(id)').eq('part-id', 10)).data).toEqual([
    { 'library Größe': { id: 1 } },
  ])
})

test('a column named like a reserved parameter can be selected and sorted, not filtered', async () => {
  expect((await ask(`${encodeURIComponent('library Größe')}?select=order&order=order`)).json).toEqual([
    { order: 8 },
    { order: 9 },
  ])
  // `order=eq.9` is an order of a column "eq".
  expect((await ask(`${encodeURIComponent('library Größe')}?select=id&order=eq.9`)).json).toMatchObject({
    code: 'PGRST100',
  })
})
