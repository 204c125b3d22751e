import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { operator, target, visitor } from '../server.ts'
import { ask } from './wire.ts'

const anna = visitor()
const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': type }, body })

describe('a single unnamed parameter takes the whole body', () => {
  test('as json or jsonb, depending on the function', async () => {
    expect((await post('rpc/library_echo', 'application/json', '[1, 2.50]')).text).toBe('[1, 2.50]')
    expect((await post('rpc/library_echo_jsonb', 'application/json', '{"b":1,"a":{}}')).json).toEqual({ a: {}, b: 1 })
    expect((await post('rpc/library_echo', 'application/json', '{"":7}')).json).toEqual({ '': 7 })
  })

  test('as text', async () => {
    expect((await post('rpc/library_echo_text', 'text/plain', 'Grüße, "x"\n')).json).toBe('Grüße, "x"\n')
  })

  test('as xml', async () => {
    const xml = await post('rpc/library_echo_xml', 'text/xml', '<a b="1">é &amp;</a>')
    expect([xml.status, xml.json]).toEqual([200, '<a b="1">é &amp;</a>'])
    const broken = await post('rpc/library_echo_xml', 'text/xml', '<a>')
    expect([broken.status, broken.json]).toEqual([400, expect.objectContaining({ code: '2200N' })])
  })

  test('as bytes', async () => {
    const bytes = new Uint8Array([0, 255, 10, 34])
    expect((await post('rpc/library_echo_bytes', 'application/octet-stream', bytes)).json).toBe('00ff0a22')
  })

  test('but is ambiguous between two such functions', async () => {
    const { status, json } = await post('rpc/library_either', 'application/json', '{"a":1}')
    expect([status, json]).toEqual([
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.library_either( => json), public.library_either( => jsonb)',
        details: null,
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ])
  })

  test('but is refused for other types', async () => {
    const { status, json } = await post('rpc/library_echo_text', 'application/octet-stream', 'x')
    expect([status, json]).toEqual([404, expect.objectContaining({ code: 'PGRST202' })])
    expect((await post('rpc/library_echo', 'text/html', 'x')).json).toMatchObject({ code: 'PGRST102' })
    expect((await post('rpc/library_echo', 'text/xml', '<a/>')).json).toEqual({
      code: 'PGRST202',
      message: 'Could not find the function public.library_echo in the schema cache',
      details:
        'Searched for the function public.library_echo with a single unnamed xml parameter, but no matches were found in the schema cache.',
      hint: null,
    })
  })
})

describe('arguments', () => {
  test('without a name may be passed in the URL without one', async () => {
    expect((await ask('rpc/library_echo_text?=words')).json).toBe('words')
    expect((await ask('library_books?=words')).json).toMatchObject({ code: 'PGRST100' })
  })

  test('may be JSON arrays or array literals', async () => {
    expect((await anna.rpc('library_sum', { numbers: [1, 2, 3] })).data).toBe(6)
    expect((await anna.rpc('library_sum', { numbers: [1, 2, 3], weight: 1.5 }, { get: true })).data).toBe(9)
    expect((await ask('rpc/library_sum?numbers={4,5}')).json).toBe(9)
  })

  test('may come from a form, or be restricted to columns', async () => {
    expect((await post('rpc/library_add', 'application/x-www-form-urlencoded', 'a=2&b=5')).json).toBe(7)
    expect((await post('rpc/library_add?columns=a', 'application/json', '{"a":2,"b":5}')).json).toBe(3)
  })

  test('that are variadic may be a JSON array, or repeated in a URL or a form', async () => {
    expect((await anna.rpc('library_join', { parts: ['a', 'b c'] })).data).toBe('a-b c')
    expect((await ask('rpc/library_join?parts=a&parts=b%20c')).json).toBe('a-b c')
    const form = await post('rpc/library_join', 'application/x-www-form-urlencoded', 'parts=a&parts=b+c')
    expect(form.json).toBe('a-b c')
    const once = await post('rpc/library_add', 'application/x-www-form-urlencoded', 'a=1&a=4')
    expect(once.json).toBe(5) // the last one counts
  })

  test('are taken from the first object of an array', async () => {
    expect((await post('rpc/library_add', 'application/json', '[{"a":1},{"a":50}]')).json).toBe(2)
  })

  test('that look like filters count as filters, so the function is not found', async () => {
    const { status, json } = await ask('rpc/library_add?a=eq.5')
    expect([status, json]).toEqual([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.library_add without parameters in the schema cache',
        details:
          'Searched for the function public.library_add without parameters, but no matches were found in the schema cache.',
        hint: null,
      },
    ])
  })

  test('that do not parse cause PostgreSQL’s error', async () => {
    const { status, json } = await ask('rpc/library_add?a=many')
    expect([status, json]).toEqual([
      400,
      { code: '22P02', message: 'invalid input syntax for type integer: "many"', details: null, hint: null },
    ])
  })
})

describe('results', () => {
  test('of out parameters are an object', async () => {
    expect((await anna.rpc('library_in_out', { a: 4 })).data).toEqual({ a: 4, twice: 8 })
  })

  test('of a null composite are a row of nulls, and a filtered one is null', async () => {
    expect((await anna.rpc('library_no_book').select('id, title')).data).toEqual({ id: null, title: null })
    expect((await anna.rpc('library_one_book', { wanted: 3 }).eq('id', 1).select('id')).data).toBeNull()
  })

  test('that are scalars may be a single object’s value, csv, or omitted', async () => {
    expect((await ask('rpc/library_add?a=1', { headers: { Accept: 'application/vnd.pgrst.object+json' } })).json).toBe(
      2,
    )
    expect((await ask('rpc/library_numbers?upto=2', { headers: { Accept: 'text/csv' } })).text).toBe(
      'pgrst_scalar\n1\n2',
    )
    const head = await anna.rpc('library_add', { a: 1 }, { head: true, get: true })
    expect([head.status, head.data, head.error]).toEqual([200, null, null])
  })

  test('that are a set have a count, a range and a maximum of affected rows', async () => {
    const { data, count, status } = await anna.rpc('library_numbers', { upto: 5 }, { count: 'exact' }).range(1, 2)
    expect([status, data, count]).toEqual([206, [2, 3], 5])
  })

  test('of writing functions can embed what they wrote', async () => {
    const { data: draft } = await anna
      .from('library_drafts')
      .insert({ title: `forms ${process.pid}`, book_id: 3 })
      .select('id')
      .single()
    const { data } = await anna
      .rpc('library_retitle', { wanted: [draft?.id], title: 'kept' })
      .select('state, library_books(title)')
    expect(data).toEqual([{ state: 'kept', library_books: { title: 'Boats' } }])
    await anna.from('library_drafts').delete().eq('id', draft?.id)
  })
})

describe('the settings of a function apply to its whole transaction', () => {
  test('its timeout', async () => {
    expect((await anna.rpc('library_patience')).data).toBe('7s')
  })

  test('its isolation level', async () => {
    expect((await anna.rpc('library_isolation')).data).toBe('serializable')
    expect((await ask('rpc/library_isolation')).json).toBe('serializable')
  })
})

describe('a disconnected client', () => {
  const CLIENTS = 3
  const running = async () => (await operator().rpc('library_sleepers')).data as number

  test.each([
    ['a plain call', {}],
    ['a call that is checked before it commits', { Prefer: 'handling=strict, max-affected=5' }],
  ])(
    'has its statement cancelled: %s',
    async (_name, prefer: Record<string, string>) => {
      const leaving = Array.from({ length: CLIENTS }, () => new AbortController())
      const gone = leaving.map(({ signal }) =>
        fetch(`${target().url}/rest/v1/rpc/library_slow_rows`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...prefer },
          body: '{"seconds":60}',
          signal,
        }),
      )
      const refused = Promise.all(gone.map((one) => expect(one).rejects.toThrow()))
      // A request sent on a connection with a new statement shares it; afterwards the statement counts as slow.
      await wait(200)
      await expect.poll(running, { timeout: 10_000 }).toBe(CLIENTS)
      for (const client of leaving) client.abort()
      await refused
      // When another test's request shares the connection of such a statement, the statement runs to its end.
      await expect.poll(running, { timeout: 8000 }).toBeLessThan(CLIENTS - 1)
    },
    60_000,
  )
})
