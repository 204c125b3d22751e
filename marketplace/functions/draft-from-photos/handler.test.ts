import type { FunctionContext } from 'souk-backend/functions'
import { afterEach, expect, test } from 'vitest'
import type { PhotoAlt } from '../../contract/ads/photo-draft.ts'
import { contextOf } from '../_shared/context-of.ts'
import { type FakeModels, fakeModels, said } from '../_shared/fake-models.ts'
import { handle } from './handler.ts'

const ANNA = '0b7f5f0e-5b1a-4d0e-9c35-6a3c6b3a7a01'
const LEAVES = [
  {
    slug: 'lamps',
    name: { en: 'Lamps' },
    attributes: [
      { key: 'colour', label: { en: 'Colour' }, type: 'enum', unit: null, options: [{ id: 'black', label: 'Black' }] },
      { key: 'height_cm', label: { en: 'Height' }, type: 'int', unit: 'cm', min: 1, max: 300, options: [] },
      { key: 'brand', label: { en: 'Brand' }, type: 'text', unit: null, max_length: 40, options: [] },
      { key: 'dimmable', label: { en: 'Dimmable' }, type: 'bool', unit: null, options: [] },
    ],
  },
  { slug: 'sofas', name: { en: 'Sofas' }, attributes: [] },
]

let models: FakeModels | undefined
afterEach(() => models?.close())

function context(env: Record<string, string>, userId: string | null = ANNA): FunctionContext {
  const categories = {
    select: () => categories,
    eq: () => categories,
    order: async () => ({ data: LEAVES, error: null }),
  }
  return contextOf({
    caller: { userId, role: userId ? 'authenticated' : 'anon' },
    env,
    supabaseAdmin: { rpc: async () => ({ data: null, error: null }) },
    supabase: {
      from: () => categories,
      storage: { from: () => ({ download: async () => ({ data: new Blob(['picture'], { type: 'image/webp' }) }) }) },
    },
  })
}

const asking = (paths: unknown, altIn?: string) =>
  new Request('http://localhost/functions/v1/draft-from-photos', {
    method: 'POST',
    body: JSON.stringify({ paths, altIn }),
  })

test('asks about the photos twice and returns values that fit the form, with their confidence', async () => {
  models = await fakeModels(({ body }) => ({
    body: body.includes('Categories:')
      ? said(
          {
            category: { value: 'lamps', confidence: 0.93 },
            title: { value: 'Black anglepoise desk lamp', confidence: 0.824 },
            condition: { value: 'good', confidence: 0.6 },
          },
          true,
        )
      : said({
          colour: { value: 'black', confidence: 90 },
          height_cm: { value: 45, confidence: 0.5 },
          brand: null,
          dimmable: { value: true, confidence: 20 },
        }),
  }))
  const answer = await handle(
    asking([`${ANNA}/ad/one`]),
    context({ BASE_URL: models.baseUrl, API_KEY: 'k', MODEL: 'sees' }),
  )
  expect(await answer.json()).toEqual({
    category: { value: 'lamps', confidence: 0.93 },
    title: { value: 'Black anglepoise desk lamp', confidence: 0.82 },
    condition: { value: 'good', confidence: 0.6 },
    attributes: { colour: { value: 'black', confidence: 0.9 }, height_cm: { value: 45, confidence: 0.5 } },
  })
  expect(models.asked.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/chat/completions'])
  const sent = JSON.parse(models.asked[0]?.body.toString() ?? '{}')
  expect(sent.model).toBe('sees')
  const picture = `data:image/webp;base64,${Buffer.from('picture').toString('base64')}`
  expect(sent.messages[1].content[1]).toEqual({ type: 'image_url', image_url: { url: picture } })
  expect(sent.messages[1].content[0].text).toContain('lamps: Lamps')
})

test('omits values that are unlisted, out of range, uncertain or against the rules', async () => {
  models = await fakeModels(({ body }) => ({
    body: body.includes('Categories:')
      ? said({
          category: { value: 'lamps', confidence: 0.9 },
          title: { value: 'Lamp, call 912 345 678', confidence: 0.9 },
          condition: { value: 'superb', confidence: 1 },
        })
      : said({
          colour: { value: 'ultraviolet', confidence: 0.9 },
          height_cm: { value: 9000, confidence: 0.9 },
          brand: { value: 'write to me@example.com', confidence: 0.9 },
          dimmable: { value: 'yes', confidence: 0.9 },
          weapon: { value: 'laser', confidence: 1 },
        }),
  }))
  const answer = await handle(asking([`${ANNA}/ad/one`]), context({ BASE_URL: models.baseUrl, MODEL: 'sees' }))
  expect(await answer.json()).toEqual({
    category: { value: 'lamps', confidence: 0.9 },
    title: null,
    condition: null,
    attributes: {},
  })
})

test('ignores an unknown category and does not ask for its details', async () => {
  models = await fakeModels(() => ({ body: said({ category: { value: 'spaceships', confidence: 1 } }) }))
  const answer = await handle(asking([`${ANNA}/ad/one`]), context({ BASE_URL: models.baseUrl, MODEL: 'sees' }))
  expect(await answer.json()).toEqual({ category: null, title: null, condition: null, attributes: {} })
  expect(models.asked).toHaveLength(1)
})

test.each([
  ['a sentence', { value: 'Eine schwarze Lampe von vorn.', confidence: 0.9 }, 'Eine schwarze Lampe von vorn.'],
  ['one that the model is not sure of', { value: 'Eine Lampe.', confidence: 0.2 }, undefined],
  ['contact details', { value: 'Lampe, ruf an: 912 345 678', confidence: 0.9 }, undefined],
  ['too long a text', { value: 'Lampe '.repeat(40), confidence: 0.9 }, undefined],
])('describes one photo in the requested language: %s', async (_, alt, expected) => {
  models = await fakeModels(() => ({ body: said({ alt }) }))
  const env = { BASE_URL: models.baseUrl, MODEL: 'sees' }
  const answer = await handle(asking([`${ANNA}/ad/one`], 'de'), context(env))
  const { alt: given } = (await answer.json()) as PhotoAlt
  expect(given?.value).toBe(expected)
  expect(models.asked.map(({ body }) => body.toString().includes('one plain sentence in German'))).toEqual([true])
})

test.each([
  ['of two photos', [`${ANNA}/ad/one`, `${ANNA}/ad/two`], 'de', 400],
  ['in a language that the market has not', [`${ANNA}/ad/one`], 'xx', 400],
  ['of somebody else’s photo', ['another/ad/one'], 'de', 403],
])('a description %s is refused before any picture is sent', async (_, paths, language, status) => {
  models = await fakeModels(() => ({ body: said({}) }))
  const answer = await handle(asking(paths, language), context({ BASE_URL: models.baseUrl, MODEL: 'sees' }))
  expect([answer.status, models.asked.length]).toEqual([status, 0])
})

test.each([
  ['a visitor', [`${ANNA}/ad/one`], null, 403],
  ['somebody else’s photos', ['another/ad/one'], ANNA, 403],
  ['no photo', [], ANNA, 400],
  ['too many photos', Array.from({ length: 4 }, (_, number) => `${ANNA}/ad/${number}`), ANNA, 400],
])('is refused before any picture is sent: %s', async (_, paths, userId, status) => {
  models = await fakeModels(() => ({ body: said({}) }))
  const answer = await handle(asking(paths), context({ BASE_URL: models.baseUrl, MODEL: 'sees' }, userId))
  expect([answer.status, models.asked.length]).toEqual([status, 0])
})

test.each([
  ['no JSON', { body: 'certainly!' }],
  ['an answer without JSON in it', { body: JSON.stringify({ choices: [{ message: { content: 'I see a lamp.' } }] }) }],
  ['an error', { status: 429, body: '{}' }],
])('a server that answers with %s is reported as 502', async (_, given) => {
  models = await fakeModels(() => given)
  const answer = await handle(asking([`${ANNA}/ad/one`]), context({ BASE_URL: models.baseUrl, MODEL: 'sees' }))
  expect(answer.status).toBe(502)
})

test('without a model the request is refused with 501', async () => {
  expect((await handle(asking([`${ANNA}/ad/one`]), context({}))).status).toBe(501)
})
