import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRendering } from './rendering.ts'

/** A bundle like the build's: it reports its input, and behaves as the URL requests. */
const BUNDLE = `
import { loaded } from './words.js'
export async function renderIn(language) {
  return async ({ address, reads, at }) => {
    if (address === '/broken') throw new Error('a part of it is broken')
    if (address === '/endless') for (;;);
    if (address === '/large') return { preloads: '', data: '', body: 'x'.repeat(5000) }
    return { preloads: '<link rel="preload">', data: '[]', body: JSON.stringify({ language, said: loaded, address, reads, at, config: appConfig, times: ++times }) }
  }
}
let times = 0
`
/** Like a module-level message: evaluated once, when its file is loaded. */
const WORDS = "export const loaded = new URL(import.meta.url).searchParams.get('language')"

let bundle: string
beforeAll(async () => {
  bundle = await mkdtemp(join(tmpdir(), 'rendering-'))
  await writeFile(join(bundle, 'package.json'), '{"type":"module"}')
  await writeFile(join(bundle, 'render-in.js'), BUNDLE)
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

test('a page is rendered from its answers in its language, with separate modules per language', async () => {
  const render = createRendering(bundle)
  const [english, german] = await Promise.all([
    render(page('/', { reads: '{"a":1}', config: '{"brandName":"Souk"}' })),
    render(page('/', { language: 'de', config: '{"brandName":"Souk"}' })),
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

test('the same page with the same answers is rendered once; other answers are rendered again', async () => {
  const render = createRendering(bundle)
  const bodies = await Promise.all([render(page('/a')), render(page('/a')), render(page('/a', { reads: '{"a":2}' }))])
  const [first, second, third] = bodies.map(({ body }) => JSON.parse(body) as { reads: string; times: number })
  expect(second).toEqual(first)
  expect(third).toMatchObject({ reads: '{"a":2}', times: 2 })
})

test('changed settings are used for rendering', async () => {
  const render = createRendering(bundle)
  expect((await render(page('/', { config: '{"brandName":"One"}' }))).body).toContain('One')
  expect((await render(page('/', { config: '{"brandName":"Two"}' }))).body).toContain('Two')
})

test('a page that fails to render is rejected with the reason, and the next one is rendered', async () => {
  const render = createRendering(bundle, { body: 4000, reads: 100 })
  await expect(render(page('/broken'))).rejects.toThrow('a part of it is broken')
  await expect(render(page('/large'))).rejects.toThrow('5000 characters')
  await expect(render(page('/', { reads: 'x'.repeat(101) }))).rejects.toThrow('101 characters')
  expect((await render(page('/'))).body).toContain('"address":"/"')
})

test('an unresponsive thread is replaced', async () => {
  const render = createRendering(bundle, { silenceMs: 300 })
  await expect(render(page('/endless'))).rejects.toThrow('no page was rendered for 300 ms')
  const patient = createRendering(bundle)
  expect((await patient(page('/after'))).body).toContain('/after')
})

test("pages beyond the queue's limit are rejected immediately", async () => {
  const render = createRendering(bundle, { waiting: 2 })
  const rendered = await Promise.allSettled(['/1', '/2', '/3'].map((address) => render(page(address))))
  expect(rendered.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})
