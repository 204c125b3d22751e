import { beforeAll, expect, test } from 'vitest'
import { learnRefusals } from '../../../i18n/refusals.ts'
import type { Attribute, Category } from '../types.ts'
import { readTable, readTableFile, templateCsv } from './read-table.ts'
import { readRows } from './rows.ts'

beforeAll(learnRefusals)

const COLOUR: Attribute = {
  key: 'colour',
  label: { en: 'Colour', pt: 'Cor' },
  type: 'enum',
  unit: null,
  options: [
    { id: 'yellow', label: 'Yellow', synonyms: ['amarelo'] },
    { id: 'grey', label: 'Grey' },
  ],
  required: false,
  show_on_card: true,
}
const SIZE: Attribute = {
  ...COLOUR,
  key: 'size',
  label: { en: 'Size' },
  type: 'size',
  options: [{ id: 'm', label: 'M' }],
  required: true,
}
const leaf = (
  slug: string,
  name: Record<string, string>,
  attributes: Attribute[],
  synonyms: string[] = [],
): Category => ({
  slug,
  parent: null,
  level: 1,
  sort: 1,
  name,
  synonyms,
  synonyms_i18n: null,
  icon: 'tag',
  allow_types: ['sell', 'wanted', 'free', 'swap'],
  photo_min: 1,
  leaf: true,
  active: true,
  attributes,
})
const CATEGORIES = [
  leaf('armchairs', { en: 'Armchairs', pt: 'Poltronas' }, [COLOUR], ['easy chair']),
  leaf('women-coats', { en: "Women's coats & jackets" }, [SIZE, COLOUR]),
]
const LISBON = { area: 'Estrela', city: 'Lisbon', country: 'PT', lat: 38.712, lng: -9.159 }
const STORY = 'Bought two years ago, sat in on Sundays only. Comes with its cushion.'

function rowsOf(csv: string, homePlace: typeof LISBON | null = null) {
  const table = readTable(csv)
  if (!table.ok) throw new Error(table.problem)
  return readRows(table.rows, { categories: CATEGORIES, homePlace })
}

test('the template is valid', () => {
  const rows = rowsOf(templateCsv())
  expect(rows.map(({ problems }) => problems)).toEqual([[], []])
  expect(rows.map(({ key }) => key)).toEqual(['shelf-1', 'shelf-2'])
  expect(rows[1]?.content).toMatchObject({
    category: 'women-coats',
    price_minor: 4550,
    condition: 'like_new',
    price_type: 'fixed',
    delivery: 'both',
    ship_cost_minor: 500,
    attributes: { size: 'm', colour: 'grey' },
    area: 'Graça',
    lat: 38.718,
  })
})

test('a Portuguese list with semicolons, quotes and line breaks is parsed', () => {
  const [row] = rowsOf(
    `Título;Descrição;Categoria;Preço;Estado;Local;Cor\n"Poltrona ""do avô""";"${STORY}\nMuito confortável.";Poltronas;1.250,50;como novo;Graça, Lisboa;amarelo\n`,
  )
  expect(row?.problems).toEqual([])
  expect(row?.content).toMatchObject({
    title: 'Poltrona "do avô"',
    description: `${STORY}\nMuito confortável.`,
    price_minor: 125_050,
    condition: 'like_new',
    attributes: { colour: 'yellow' },
  })
})

test('each problem is reported at its cell, with the original text', () => {
  const [row] = rowsOf(
    `title,description,category,type,price,condition,place,delivery,negotiable,Colour\nHm,CALL ME NOW OR NEVER BUY THIS BEAUTIFUL OLD CHAIR,Armchair-ish,lend,cheap,okay,,drone,maybe,blueish\n`,
  )
  const byColumn = Object.fromEntries((row?.problems ?? []).map(({ column, message }) => [column, message]))
  expect(byColumn).toMatchObject({
    title: expect.stringContaining('at least 5'),
    description: expect.stringContaining('capitals'),
    category: 'No such category. Did you mean “Armchairs”?',
    type: 'Use sell, free, wanted or swap.',
    price: expect.stringContaining('in numbers'),
    condition: expect.stringContaining('Use new'),
    place: 'Add a location.',
    delivery: 'Use meet, ship or both.',
    negotiable: 'Use yes or no.',
  })
})

test('an invalid or missing attribute is reported under its column’s name', () => {
  const [row] = rowsOf(
    `title,description,category,price,condition,place,Colour\nWinter coat in wool,${STORY.replace(',', ' ')},Women's coats & jackets,45,good,Lisbon,plaid\n`,
  )
  expect(row?.problems).toEqual([
    { column: 'Colour', message: 'Use one of: Yellow, Grey.' },
    { column: 'Size', message: 'Choose the size.' },
  ])
})

test('rows without a place use the account’s; photo URLs are ignored with a hint', () => {
  const [row] = rowsOf(
    `title,description,category,price,condition,photos\nReading chair in corduroy,"${STORY}",easy chair,120,good,https://example.com/a.jpg\n`,
    LISBON,
  )
  expect(row?.problems).toEqual([])
  expect(row?.content).toMatchObject({ city: 'Lisbon', area: 'Estrela', lat: 38.712 })
  expect(row?.hints.map(({ column }) => column)).toEqual(['photos', 'place'])
})

test('rows without a reference are identified by content; duplicates are reported', () => {
  const line = `Reading chair in corduroy,"${STORY}",armchairs,120,good,Lisbon`
  const [first, second] = rowsOf(`title,description,category,price,condition,place\n${line}\n${line}\n`)
  expect(first?.problems).toEqual([])
  expect(second?.problems).toEqual([{ column: 'reference', message: 'Same reference or text as line 2.' }])
  expect(rowsOf(`title,description,category,price,condition,place\n${line}\n`)[0]?.key).toBe(first?.key)
})

test('a wanted ad needs neither price nor photo', () => {
  const [row] = rowsOf(
    `title,description,category,type,place\nReading chair in corduroy,"${STORY}",armchairs,wanted,Lisbon\n`,
  )
  expect(row).toMatchObject({ problems: [], needsNoPhoto: true })
})

test.each([
  ['', 'This file is empty.'],
  ['a,b\n1,2', 'including “title”'],
  ['title,price\n', 'no rows below the headings'],
  [`title\n${'chair\n'.repeat(201)}`, '201 rows'],
])('a file that is not a list is refused with a message', (text, sentence) => {
  expect(readTable(text)).toMatchObject({ ok: false, problem: expect.stringContaining(sentence) })
})

test('Windows-1252 files are decoded, and spreadsheets detected', async () => {
  const latin = new Uint8Array([...'title\nM\xe1quina de caf\xe9'].map((letter) => letter.charCodeAt(0)))
  const table = await readTableFile(new Blob([latin]))
  expect(table).toMatchObject({ ok: true, rows: [{ cells: { title: 'Máquina de café' } }] })
  expect(await readTableFile(new Blob(['PK\x03\x04']))).toMatchObject({
    ok: false,
    problem: expect.stringContaining('save it as CSV'),
  })
})
