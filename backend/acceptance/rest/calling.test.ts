import { describe, expect, test } from 'vitest'
import { operator, visitor } from '../server.ts'
import { ask, send } from './wire.ts'

const anna = visitor()

describe('arguments', () => {
  test('are named, over POST and GET, and may use their defaults', async () => {
    expect((await anna.rpc('library_add', { a: 40, b: 2 })).data).toBe(42)
    expect((await anna.rpc('library_add', { a: 40, b: 2 }, { get: true })).data).toBe(42)
    expect((await anna.rpc('library_add', { a: 41 })).data).toBe(42)
  })

  test('can be a single unnamed json, which takes the whole body', async () => {
    const { text } = await send('POST', 'rpc/library_echo', '{"x": 1.10, "y":[9223372036854775807]}')
    expect(text).toBe('{"x": 1.10, "y":[9223372036854775807]}')
  })

  test('can be variadic: an array, or a repeated key', async () => {
    expect((await anna.rpc('library_join', { parts: ['a', 'b'] })).data).toBe('a-b')
    expect((await ask('rpc/library_join?parts=x&parts=y')).json).toBe('x-y')
    // Required without a default.
    expect((await ask('rpc/library_join')).json).toMatchObject({ code: 'PGRST202' })
  })

  test('that fit several overloads equally get an error naming them', async () => {
    const { error, status } = await anna.rpc('library_over', { a: 1 })
    expect(status).toBe(300)
    expect(error).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.library_over(a => integer), public.library_over(a => integer, b => text)',
    })
    expect((await anna.rpc('library_over', { a: 1, b: 'x' })).data).toBe('two')
  })

  test('of a missing function get 404, with a hint at a similar one', async () => {
    const { error, status } = await anna.rpc('library_add', { b: 1, c: 2 })
    expect(status).toBe(404)
    expect(error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.library_add(b, c) in the schema cache',
      details:
        'Searched for the function public.library_add with parameters b, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.library_add(a, b)',
    })
    const { json } = await ask('rpc/library_ad')
    expect(json).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.library_ad without parameters in the schema cache',
      hint: 'Perhaps you meant to call the function public.library_add',
    })
  })
})

describe('results', () => {
  test('that are rows support filters, order, embeds and a count', async () => {
    const { data, count } = await anna
      .rpc('library_search', { words: 'cats' }, { count: 'exact' })
      .select('id, library_subjects(label)')
      .gt('id', 1)
      .order('id')
    expect(data).toEqual([{ id: 4, library_subjects: [{ label: 'animals' }, { label: 'sea' }] }])
    expect(count).toBe(1)
    expect((await anna.rpc('library_search', { words: 'cats' }, { get: true }).eq('id', 1).select('id')).data).toEqual([
      { id: 1 },
    ])
  })

  test('are an object for a composite, an array of values for a set of scalars, and nothing for void', async () => {
    expect((await anna.rpc('library_one_book', { wanted: 3 }).select('title')).data).toEqual({ title: 'Boats' })
    expect((await anna.rpc('library_numbers', { upto: 3 })).data).toEqual([1, 2, 3])
    expect((await anna.rpc('library_stats').eq('state', 'lent')).data).toEqual([{ state: 'lent', count: 2 }])
    const nothing = await operator().rpc('library_nothing')
    expect([nothing.status, nothing.data]).toEqual([204, null])
  })

  test('support single for a set', async () => {
    expect((await anna.rpc('library_search', { words: 'boats' }).select('id').single()).data).toEqual({ id: 3 })
    expect((await anna.rpc('library_search', { words: 'cats' }).single()).error?.code).toBe('PGRST116')
  })

  test('support single for a set of scalars, and for a row removed by a filter', async () => {
    expect((await anna.rpc('library_numbers', { upto: 1 }).single()).data).toBe(1)
    expect((await anna.rpc('library_numbers', { upto: 3 }).single()).error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 3 rows',
    })
    const one = () => anna.rpc('library_one_book', { wanted: 3 }).select('title')
    expect((await one().single()).data).toEqual({ title: 'Boats' })
    expect(await one().eq('id', 1)).toMatchObject({ status: 200, data: null, error: null })
    expect(await one().eq('id', 1).single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect((await anna.rpc('library_add', { a: 1 }).single()).data).toBe(2)
  })
})

describe('rights', () => {
  test('a GET cannot write, even through a volatile function', async () => {
    const { status, json } = await ask('rpc/library_add_then_write?a=77')
    expect([status, json]).toEqual([405, expect.objectContaining({ code: '25006' })])
    expect((await anna.from('library_subjects').select().eq('label', 'made 77')).data).toEqual([])
  })

  test('a POST to a volatile function can', async () => {
    const label = Number(process.pid)
    expect((await anna.rpc('library_add_then_write', { a: label })).data).toBe(label)
    const { data } = await anna.from('library_subjects').delete().eq('label', `made ${label}`).select('label')
    expect(data).toEqual([{ label: `made ${label}` }])
  })

  test('a function without EXECUTE is forbidden, not missing', async () => {
    const { status, error } = await anna.rpc('library_nothing')
    expect([status, error?.code]).toEqual([401, '42501'])
  })

  test('a call that takes too long ends with its role’s timeout', async () => {
    const { error } = await anna.rpc('library_sleep', { seconds: 10 })
    expect(error?.code).toBe('57014')
  })
})

describe('a function can set', () => {
  test('response.status and response.headers', async () => {
    const headers = JSON.stringify([{ 'X-Tea': 'pot' }, { 'X-Evil': 'a\r\nSet-Cookie: b' }])
    const answer = await send('POST', 'rpc/library_answer', JSON.stringify({ status: '418', headers }))
    expect(answer.status).toBe(418)
    expect(answer.headers.get('x-tea')).toBe('pot')
    expect(answer.headers.get('x-evil')).toBe('aSet-Cookie: b')
    expect((await send('POST', 'rpc/library_answer', '{"status":"200","headers":"nonsense"}')).json).toMatchObject({
      code: 'PGRST111',
    })
    expect((await send('POST', 'rpc/library_answer', '{"status":"999","headers":"[]"}')).json).toMatchObject({
      code: 'PGRST112',
    })
  })

  test('the error: raise with PTnnn, with PGRST and plainly', async () => {
    const raise = (state: string, message: string, detail = '') =>
      send('POST', 'rpc/library_raise', JSON.stringify({ state, message, detail }))
    const pay = await raise('PT402', 'Pay first', 'ten')
    expect([pay.status, pay.statusText, pay.json]).toEqual([
      402,
      'Pay first',
      expect.objectContaining({ code: 'PT402', details: 'ten' }),
    ])
    const own = await raise('PGRST', '{"code":"OWN","message":"Mine"}', '{"status":332,"headers":{"X-Own":"1"}}')
    expect([own.status, own.headers.get('x-own'), own.json]).toEqual([
      332,
      '1',
      { code: 'OWN', message: 'Mine', details: null, hint: null },
    ])
    for (const state of ['PT40A', 'PT999', 'PT100']) {
      const odd = await raise(state, 'Odd')
      expect([odd.status, odd.statusText, odd.json]).toMatchObject([500, 'Internal Server Error', { code: state }])
    }
    const plain = await raise('P0001', 'No')
    expect([plain.status, plain.json]).toEqual([400, expect.objectContaining({ code: 'P0001', message: 'No' })])
  })

  test('the reason by a PGRST payload, whose mistakes are reported', async () => {
    const raise = (message: string, detail: string) =>
      send('POST', 'rpc/library_raise', JSON.stringify({ state: 'PGRST', message, detail }))
    const body = '{"code":"OWN","message":"Mine"}'
    const named = await raise(body, '{"status":419,"status_text":"Out\\r\\nSet-Cookie: a","headers":{}}')
    expect([named.status, named.statusText, named.headers.get('set-cookie')]).toEqual([419, 'OutSet-Cookie: a', null])
    const busy = await raise(body, '{"status":503,"headers":{}}')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
    const refused = (details: string, hint: string) => ({
      code: 'PGRST121',
      message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
      details,
      hint,
    })
    const detailHint =
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
    expect((await raise('nonsense', '{}')).json).toEqual(
      refused(
        "Invalid JSON value for MESSAGE: 'nonsense'",
        "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      ),
    )
    expect((await raise(body, '')).json).toEqual(refused('DETAIL is missing in the RAISE statement', detailHint))
    expect((await raise(body, '{"status":400}')).json).toEqual(
      refused('Invalid JSON value for DETAIL: \'{"status":400}\'', detailHint),
    )
  })
})
