import type { FunctionContext } from 'souk-backend/functions'
import { afterEach, expect, test } from 'vitest'
import { contextOf } from '../_shared/context-of.ts'
import { type FakeModels, fakeModels } from '../_shared/fake-models.ts'
import { handle } from './handler.ts'

let models: FakeModels | undefined
afterEach(() => models?.close())

/** A context whose rate limit allows `turnsLeft` calls. */
function context(
  env: Record<string, string>,
  turnsLeft = 10,
): { context: FunctionContext; callers: string[]; warnings: string[] } {
  const callers: string[] = []
  const warnings: string[] = []
  const rpc = async (_: string, { caller }: { caller: string }) => {
    callers.push(caller)
    return { data: callers.length > turnsLeft ? new Date(Date.now() + 600_000).toISOString() : null, error: null }
  }
  const log = { debug: () => {}, info: () => {}, error: () => {}, warn: (message: string) => warnings.push(message) }
  return { context: contextOf({ env, supabaseAdmin: { rpc }, log }), callers, warnings }
}

const recording = (body: Uint8Array | string = 'sound', type = 'audio/webm;codecs=opus', query = '') =>
  new Request(`http://localhost/functions/v1/transcribe${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as string,
  })

test('sends a recording with its type, model and language, and returns its text', async () => {
  models = await fakeModels(() => ({ body: '{"text":" Selling a lamp for 20 euros. "}' }))
  const { context: call } = context({ BASE_URL: models.baseUrl, API_KEY: 'secret', MODEL: 'whisper-1' })
  const answer = await handle(recording('sound', 'audio/webm;codecs=opus', '?language=pt'), call)
  expect(await answer.json()).toEqual({ text: 'Selling a lamp for 20 euros.' })
  const [asked] = models.asked
  expect(asked).toMatchObject({ path: '/v1/audio/transcriptions', authorization: 'Bearer secret' })
  const sent = await new Response(new Uint8Array(asked?.body ?? []), {
    headers: { 'content-type': asked?.contentType ?? '' },
  }).formData()
  const file = sent.get('file') as File
  expect([file.name, await file.text(), sent.get('model'), sent.get('language')]).toEqual([
    'speech.webm',
    'sound',
    'whisper-1',
    'pt',
  ])
})

test('a visitor is counted without storing the address, and the refusal says when to retry', async () => {
  models = await fakeModels(() => ({ body: '{"text":"yes"}' }))
  const { context: call, callers } = context({ BASE_URL: models.baseUrl, MODEL: 'm', ADDRESS_KEY: 'k' }, 1)
  expect((await handle(recording(), call)).status).toBe(200)
  const refused = await handle(recording(), call)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  expect(callers[0]).toMatch(/^speech address /)
  expect(callers.join()).not.toContain('192.0.2.1')
  expect(models.asked).toHaveLength(1)
})

test.each([
  ['nothing', recording(new Uint8Array()), 400],
  ['a picture', recording('x', 'image/png'), 415],
  ['too much', recording(new Uint8Array(3 * 1024 * 1024 + 1)), 413],
])('a request with %s is refused before the service is called', async (_, request, status) => {
  models = await fakeModels(() => ({ body: '{"text":"no"}' }))
  const answer = await handle(request, context({ BASE_URL: models.baseUrl, MODEL: 'm' }).context)
  expect([answer.status, models.asked.length]).toEqual([status, 0])
})

test.each([
  ['an error', { status: 500, body: '{"error":{"message":"the key sk-123 is wrong"}}' }],
  ['no JSON', { body: 'hello' }],
  ['JSON without words', { body: '{"segments":[]}' }],
])('a service that answers with %s is a 502 that reveals nothing about it', async (_, given) => {
  models = await fakeModels(() => given)
  const { context: call, warnings } = context({ BASE_URL: models.baseUrl, MODEL: 'm' })
  const answer = await handle(recording(), call)
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { code: 'SK906', message: 'Sorry, we didn’t catch that. Try again or type it.', details: null, hint: null },
  ])
  expect(warnings).toHaveLength(1)
})

test('without a service the request is refused with 501', async () => {
  expect((await handle(recording(), context({}).context)).status).toBe(501)
})
