import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawing } from './drawing.ts'

/** A bundle like the one that the build makes: it says what it was given, and does what an address asks for. */
const BUNDLE = `
import { loaded } from './words.js'
export async function drawIn(language) {
  return async ({ address, reads, at }) => {
    if (address === '/broken') throw new Error('a part of it is broken')
    if (address === '/endless') for (;;);
    if (address === '/large') return { preloads: '', data: '', body: 'x'.repeat(5000) }
    return { preloads: '<link rel="preload">', data: '[]', body: JSON.stringify({ language, said: loaded, address, reads, at, config: appConfig, times: ++times }) }
  }
}
let times = 0
`
/** As a sentence beside a function: said once, as its file is loaded. */
const WORDS = "export const loaded = new URL(import.meta.url).searchParams.get('language')"

let bundle: string
beforeAll(async () => {
  bundle = await mkdtemp(join(tmpdir(), 'drawing-'))
  await writeFile(join(bundle, 'package.json'), '{"type":"module"}')
  await writeFile(join(bundle, 'draw-in.js'), BUNDLE)
  await writeFile(join(bundle, 'words.js'), WORDS)
})
afterAll(() => rm(bundle, { recursive: true, force: true }))

const page = (address: string, changes: object = {}) => ({
  address,
  language: 'en',
  reads: '{}',
  config: '{}',
  ...changes,
})

test('a page is drawn from its answers in its language, each of which has files of its own', async () => {
  const draw = createDrawing(bundle)
  const [english, german] = await Promise.all([
    draw(page('/', { reads: '{"a":1}', config: '{"brandName":"Souk"}' })),
    draw(page('/', { language: 'de', config: '{"brandName":"Souk"}' })),
  ])
  expect(JSON.parse(english.body)).toMatchObject({
    language: 'en',
    said: 'en',
    reads: '{"a":1}',
    config: '{"brandName":"Souk"}',
    at: english.at,
  })
  expect(JSON.parse(german.body)).toMatchObject({ language: 'de', said: 'de' })
  expect(english.head).toBe('<link rel="preload">')
})

test('the same page from the same answers is drawn once, another answer is another page', async () => {
  const draw = createDrawing(bundle)
  const bodies = await Promise.all([draw(page('/a')), draw(page('/a')), draw(page('/a', { reads: '{"a":2}' }))])
  const [first, second, third] = bodies.map(({ body }) => JSON.parse(body) as { reads: string; times: number })
  expect(second).toEqual(first)
  expect(third).toMatchObject({ reads: '{"a":2}', times: 2 })
})

test('a page with other settings is drawn with them', async () => {
  const draw = createDrawing(bundle)
  expect((await draw(page('/', { config: '{"brandName":"One"}' }))).body).toContain('One')
  expect((await draw(page('/', { config: '{"brandName":"Two"}' }))).body).toContain('Two')
})

test('a page that cannot be drawn is refused with the reason, and the next one is drawn', async () => {
  const draw = createDrawing(bundle, { body: 4000, reads: 100 })
  await expect(draw(page('/broken'))).rejects.toThrow('a part of it is broken')
  await expect(draw(page('/large'))).rejects.toThrow('5000 characters')
  await expect(draw(page('/', { reads: 'x'.repeat(101) }))).rejects.toThrow('101 characters')
  expect((await draw(page('/'))).body).toContain('"address":"/"')
})

test('a thread that says nothing any more is replaced', async () => {
  const draw = createDrawing(bundle, { silenceMs: 300 })
  await expect(draw(page('/endless'))).rejects.toThrow('no page was drawn for 300 ms')
  const patient = createDrawing(bundle)
  expect((await patient(page('/after'))).body).toContain('/after')
})

test('more pages than may wait are refused at once', async () => {
  const draw = createDrawing(bundle, { waiting: 2 })
  const drawn = await Promise.allSettled(['/1', '/2', '/3'].map((address) => draw(page(address))))
  expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})
