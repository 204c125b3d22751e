import { makeZip } from 'client-zip'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { rowsOfCopy } from './copy-rows.ts'
import { COPY_LIMITS, isZip, readCopy } from './read-copy.ts'

const HOSTILE = `<script>alert(1)</script>"'&=cmd|' \u202e\t\u0007 {{7*7}} \${7} ../../x`
const ID = '0b9ff0a4-4a0c-4bb0-8b60-2b9d7c9e0001'
const PHOTO = '0b9ff0a4-4a0c-4bb0-8b60-2b9d7c9e0002'
const ME = '0b9ff0a4-4a0c-4bb0-8b60-2b9d7c9e0003'
const PATH = `${ME}/${ID}/${PHOTO}`
const AD = {
  id: ID,
  seller_id: ME,
  category: 'armchairs',
  type: 'sell',
  title: HOSTILE,
  description: HOSTILE.repeat(3),
  price_minor: 12_050,
  currency: 'EUR',
  price_type: 'negotiable',
  quantity: 3,
  condition: 'good',
  attributes: { colour: 'yellow', ['__proto__']: 'x' },
  area: 'Graça',
  city: 'Lisbon',
  country: 'PT',
  lat: 38.718,
  lng: -9.13,
  delivery: 'both',
  ship_cost_minor: 500,
  state: 'sold',
  views_count: 9,
}
const LISTED = { id: PHOTO, listing_id: ID, path: PATH, alt: HOSTILE, position: 0, bytes: 3 }
const CATEGORIES = [
  {
    slug: 'armchairs',
    parent: null,
    level: 1,
    sort: 1,
    name: { en: 'Armchairs' },
    synonyms: [],
    synonyms_i18n: null,
    icon: 'tag',
    allow_types: ['sell'],
    photo_min: 1,
    leaf: true,
    active: true,
    attributes: [
      {
        key: 'colour',
        label: { en: 'Colour' },
        type: 'enum' as const,
        unit: null,
        options: [{ id: 'yellow', label: 'Yellow' }],
        required: false,
        show_on_card: true,
      },
    ],
  },
]

/** A file as the export writes it: stored, not deflated. The export's own file is read in e2e/own-data.test.ts. */
function exported(ads: object[], photos: object[], files: Record<string, Uint8Array<ArrayBuffer>> = {}): Promise<Blob> {
  const lists = [
    { name: 'README.txt', input: 'A copy' },
    { name: 'data/ads.json', input: JSON.stringify(ads) },
    { name: 'data/ad-photos.json', input: JSON.stringify(photos) },
  ]
  const pictures = Object.entries(files).map(([name, input]) => ({ name, input }))
  return new Response(makeZip([...lists, ...pictures])).blob()
}

/** As another tool writes it, deflated. */
function packed(files: Zippable): Blob {
  return new Blob([zipSync(files, { level: 9 })])
}
const lists = (ads: unknown[] = [AD], photos: unknown[] = [LISTED]) => ({
  'data/ads.json': strToU8(JSON.stringify(ads)),
  'data/ad-photos.json': strToU8(JSON.stringify(photos)),
})

async function adsOf(file: Blob, limits = COPY_LIMITS) {
  const copy = await readCopy(file, limits)
  if (!copy.ok) throw new Error(copy.problem)
  return copy.ads
}

test('an export is read field by field, including hostile text and the photo', async () => {
  const file = await exported([AD], [LISTED], { [`photos/listing-photos/${PATH}`]: new Uint8Array([255, 216, 7]) })
  expect(await isZip(file)).toBe(true)
  const [row] = rowsOfCopy(await adsOf(file), CATEGORIES)
  const { id, seller_id, state, views_count, attributes, ...fields } = AD
  expect(row).toMatchObject({ key: `copy:${ID}`, problems: [] })
  expect(row?.content).toEqual({
    ...fields,
    title: HOSTILE.trim(),
    description: HOSTILE.repeat(3).trim(),
    attributes: { colour: 'yellow' },
  })
  expect(row?.photos.map(({ alt }) => alt)).toEqual([HOSTILE])
  const photo = await row?.photos[0]?.read()
  expect([...new Uint8Array((await photo?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([255, 216, 7])
  expect(({} as Record<string, unknown>).colour).toBeUndefined()
})

test('an invalid row is refused alone; the others are read', async () => {
  const other = { ...AD, id: PHOTO, title: 'Nul \0 inside' }
  const half = { ...AD, id: ME, description: '\ud800' }
  const copy = await adsOf(packed(lists([AD, other, half, 'no ad', { ...AD, price_minor: '12' }, AD])))
  const rows = rowsOfCopy(copy, CATEGORIES)
  expect(rows.map(({ problems }) => problems.map(({ column }) => column))).toEqual([
    [],
    ['title'],
    ['description'],
    [''],
    ['price_minor'],
    ['reference'],
  ])
})

test('only listed photos within their own folder are read', async () => {
  const named = (path: string) => ({ ...LISTED, path })
  const hostile = ['../../data/ads.json', '/etc/passwd', `${ME}/../x`, `${ME}/a\\b`, '', 'x'.repeat(5000)]
  const [ad] = await adsOf(
    packed({ ...lists([AD], [...hostile.map(named), LISTED]), 'photos/other/x.jpg': strToU8('x') }),
  )
  expect(ad).toMatchObject({ photos: [], missing: 1 })
})

test('sizes are counted while inflating: a zip bomb stops at the limit', async () => {
  const bomb = new Uint8Array(3_000_000).fill(32)
  const ads = packed({ ...lists(), 'data/ads.json': bomb })
  expect(ads.size).toBeLessThan(10_000)
  expect(await readCopy(ads, { ...COPY_LIMITS, listBytes: 1_000_000 })).toEqual({
    ok: false,
    problem: 'This copy is too large to import.',
  })
  const photo = packed({ ...lists(), [`photos/listing-photos/${PATH}`]: bomb })
  const read = async (limits: object) => (await adsOf(photo, { ...COPY_LIMITS, ...limits }))[0]?.photos[0]?.read()
  expect(await read({})).toMatchObject({ size: bomb.length })
  expect(await read({ photoBytes: 1_000_000 })).toBeNull()
  expect(await read({ totalBytes: 1_000_000 })).toBeNull()
})

test('a header with a false size is not trusted', async () => {
  const bytes = zipSync({ ...lists(), 'data/ads.json': new Uint8Array(3_000_000).fill(32) }, { level: 9 })
  const view = new DataView(bytes.buffer)
  // The uncompressed size of every entry, in its local header and in the directory, becomes 10.
  for (let at = 0; at < bytes.length - 4; at += 1) {
    const mark = view.getUint32(at, true)
    if (mark === 0x04034b50) view.setUint32(at + 22, 10, true)
    if (mark === 0x02014b50) view.setUint32(at + 24, 10, true)
  }
  expect(await readCopy(new Blob([bytes]), { ...COPY_LIMITS, listBytes: 1_000_000 })).toMatchObject({ ok: false })
})

test.each([
  ['too many entries', { entries: 1 }],
  ['a directory that is too long', { directoryBytes: 60 }],
])('%s is refused before reading', async (_, limits) => {
  expect(await readCopy(packed(lists()), { ...COPY_LIMITS, ...limits })).toMatchObject({
    problem: 'This copy is too large to import.',
  })
})

test.each<[string, Zippable]>([
  ['no lists', { 'notes.txt': strToU8('hello') }],
  ['no JSON', { ...lists(), 'data/ads.json': strToU8('{"a":') }],
  ['no array', { ...lists(), 'data/ads.json': strToU8('{"a":1}') }],
  ['a way out', { ...lists(), '../evil': strToU8('x') }],
  ['an absolute name', { ...lists(), '/etc/evil': strToU8('x') }],
  ['a symbolic link', { ...lists(), link: [strToU8('data/ads.json'), { os: 3, attrs: 0o120777 << 16 }] }],
])('a ZIP file with %s is refused as not an export', async (_, files) => {
  expect(await readCopy(packed(files))).toMatchObject({
    ok: false,
    problem: expect.stringContaining('isn’t a valid copy'),
  })
})

test('a truncated file is refused, a spreadsheet detected, and an empty export reported', async () => {
  const whole = packed(lists())
  expect(await readCopy(whole.slice(0, whole.size / 2))).toMatchObject({ ok: false })
  expect(await readCopy(packed({ '[Content_Types].xml': strToU8('<x/>') }))).toMatchObject({
    problem: expect.stringContaining('save it as CSV'),
  })
  expect(await readCopy(await exported([], []))).toMatchObject({ problem: 'There are no ads in this copy.' })
})
