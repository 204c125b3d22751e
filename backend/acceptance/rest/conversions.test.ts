import { describe, expect, test } from 'vitest'
import { target, visitor } from '../server.ts'
import { ask, send } from './wire.ts'

const anna = visitor()

/** The body as bytes, with its content type. */
async function bytes(path: string, accept?: string, init: RequestInit = {}) {
  const response = await fetch(`${target().url}/rest/v1/${path}`, {
    ...init,
    headers: { ...(accept === undefined ? {} : { Accept: accept }), 'Content-Type': 'application/json' },
  })
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), body }
}
const text = async (...args: Parameters<typeof bytes>) => {
  const { status, type, body } = await bytes(...args)
  return [status, type, body.toString('utf8')]
}

describe('a domain named like a media type', () => {
  test('makes a function’s result the whole body', async () => {
    expect(await text('rpc/library_page?title=Cats', 'text/html')).toEqual([200, 'text/html', '<h1>Cats</h1>'])
    const posted = { method: 'POST', body: '{"title":"<Dogs>"}' }
    expect(await text('rpc/library_page', 'text/html', posted)).toEqual([200, 'text/html', '<h1><Dogs></h1>'])
    // The charset is added to well-known types.
    expect(await text('rpc/library_greeting', 'Text/Plain')).toEqual([200, 'text/plain; charset=utf-8', 'Olá'])
    expect(await text('rpc/library_no_page', 'text/html')).toEqual([200, 'text/html', ''])
  })

  test('over bytes returns them unchanged', async () => {
    const { status, type, body } = await bytes('rpc/library_dot', 'image/x-dot')
    expect([status, type, body.toString('hex')]).toEqual([200, 'image/x-dot', '00ff0a0d80'])
  })

  test('is negotiated among several by order and quality', async () => {
    expect(await text('rpc/library_page?title=x', 'image/png, text/html;q=0.9, application/json;q=0.1')).toEqual([
      200,
      'text/html',
      '<h1>x</h1>',
    ])
    expect(await text('rpc/library_page?title=x', 'application/json, text/html;q=0.9')).toEqual([
      200,
      'application/json; charset=utf-8',
      '"<h1>x</h1>"',
    ])
    expect((await anna.rpc('library_page', { title: 'x' })).data).toBe('<h1>x</h1>')
  })

  test('is not acceptable where nothing returns it', async () => {
    const refused = await ask('rpc/library_page?title=x', { headers: { Accept: 'image/x-dot, image/png' } })
    expect([refused.status, refused.json]).toEqual([
      406,
      {
        code: 'PGRST107',
        message: 'None of these media types are available: image/x-dot, image/png',
        details: null,
        hint: null,
      },
    ])
  })

  test('has its type and no body for HEAD', async () => {
    expect(await text('rpc/library_page?title=x', 'text/html', { method: 'HEAD' })).toEqual([200, 'text/html', ''])
  })

  test('for any type answers every Accept header', async () => {
    for (const accept of [undefined, 'image/png', 'application/json']) {
      const { status, type, body } = await bytes('rpc/library_file', accept)
      expect([accept, status, type, body.toString('hex')]).toEqual([accept, 200, 'application/octet-stream', 'cafe'])
    }
    const named = await bytes('rpc/library_file?kind=image/png', 'image/*')
    expect([named.type, named.body.toString('hex')]).toEqual(['image/png', 'cafe'])
  })
})

describe('an aggregate that returns one', () => {
  const titles = 'application/vnd.library.titles'

  test('converts the rows of its table', async () => {
    expect(await text('library_books?id=lte.2&order=id', titles)).toEqual([
      200,
      titles,
      'The Cats of Lisbon\nA Dog (and more), "quoted"\n',
    ])
    expect(await text('rpc/library_search?words=boats', titles)).toEqual([200, titles, 'Boats\n'])
    expect(await text('library_books?id=eq.0', titles)).toEqual([200, titles, ''])
    const response = await fetch(`${target().url}/rest/v1/library_books?limit=1&order=id`, {
      headers: { Accept: titles, Prefer: 'count=exact' },
    })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-0/4'])
  })

  test('accepts whole rows of its table only', async () => {
    for (const path of ['library_books?select=title', 'library_loans']) {
      expect((await bytes(path, titles)).status).toBe(406)
    }
  })

  test('may replace the built-in format for one table', async () => {
    expect(await text('library_subjects?id=lte.2&order=id', 'text/csv')).toEqual([
      200,
      'text/csv; charset=utf-8',
      'id;label\n1;animals\n2;sea\n',
    ])
    expect(await text('library_subjects?id=eq.1&select=label', 'text/csv')).toEqual([
      200,
      'text/csv; charset=utf-8',
      'label\nanimals',
    ])
  })

  test('over any type accepts all rows, including those of a write', async () => {
    expect(await text('library_books?select=id,library_loans(id)&id=eq.3', 'text/x-list')).toEqual([
      200,
      'text/x-list',
      '<li>{"id": 3, "library_loans": [{"id": 3}]}</li>',
    ])
    expect(await text('rpc/library_numbers?upto=2', 'text/x-list')).toEqual([
      200,
      'text/x-list',
      '<li>1</li><li>2</li>',
    ])
    const written = await ask('library_books?id=eq.1&select=id', {
      method: 'PATCH',
      headers: { Accept: 'text/x-list', 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: '{"state":"shelf"}',
    })
    expect([written.status, written.text]).toEqual([200, '<li>{"id": 1}</li>'])
  })
})

describe('a domain with custom casts', () => {
  const paints = () => anna.from('library_paints')

  test('is returned by its cast to json', async () => {
    expect((await paints().select().eq('id', 1)).data).toEqual([
      { id: 1, colour: '#ff0000', mixed_into: null, name: 'red' },
    ])
    const { data } = await paints()
      .select('c:colour, into:mixed_into(colour), from:library_paints!mixed_into(*)')
      .in('id', [1, 2])
      .order('id')
    expect(data).toEqual([
      {
        c: '#ff0000',
        into: null,
        from: [
          { id: 2, colour: '#00ff00', mixed_into: 1, name: 'green' },
          { id: 3, colour: '#0000ff', mixed_into: 1, name: 'blue' },
        ],
      },
      { c: '#00ff00', into: { colour: '#ff0000' }, from: [] },
    ])
    expect((await paints().select('colour::text').eq('id', 3)).data).toEqual([{ colour: '"#0000ff"' }])
    // JSON cannot be cast to a number: this cast uses the underlying value.
    expect((await paints().select('colour::int').eq('id', 3)).data).toEqual([{ colour: 255 }])
  })

  test('is filtered by its cast from text, and ordered by the underlying value', async () => {
    const ids = async (query: string) => (await ask(`library_paints?select=id&order=colour&${query}`)).json
    expect(await ids('colour=eq.%23ff0000')).toEqual([{ id: 1 }])
    expect(await ids('colour=lt.%23ff0000')).toEqual([{ id: 3 }, { id: 2 }])
    expect(await ids('colour=in.(%230000ff,"%23ff0000")')).toEqual([{ id: 3 }, { id: 1 }])
    expect(await ids('colour=eq(any).{%230000ff}')).toEqual([{ id: 3 }])
    expect(await ids('or=(colour.eq.%23ff0000,not.and(colour.neq.%230000ff))')).toEqual([{ id: 3 }, { id: 1 }])
    expect(await ids('colour=is.null')).toEqual([])
    const refused = await ask('library_paints?colour=eq.no')
    expect([refused.status, (refused.json as { code: string }).code]).toEqual([400, '22P02'])
  })

  test('is written by its cast from json', async () => {
    const name = `conversions ${process.pid}`
    const inserted = await paints()
      .insert([
        { colour: '#010203', name },
        { colour: '#000001', name },
      ])
      .select('colour')
    expect(inserted.data).toEqual([{ colour: '#010203' }, { colour: '#000001' }])
    expect((await paints().select('colour::int').eq('name', name).order('colour')).data).toEqual([
      { colour: 1 },
      { colour: 66051 },
    ])
    const byDefault = await paints().insert([{ name }], { defaultToNull: false }).select('colour')
    expect(byDefault.data).toEqual([{ colour: '#0000ff' }])
    const updated = await paints().update({ colour: '#ffffff' }).eq('name', name).select('colour')
    expect(updated.data).toEqual(Array(3).fill({ colour: '#ffffff' }))
    const outside = await send('PATCH', `library_paints?name=eq.${encodeURIComponent(name)}`, '{"colour":"1ffffff"}')
    expect([outside.status, outside.json]).toEqual([400, expect.objectContaining({ code: '23514' })])
    await paints().delete().eq('name', name)
  })
})

test('rows of a private table have the relationships of the view that exposes it', async () => {
  const { data, error } = await anna.rpc('library_all_keys').select('id, library_members(name)').order('id')
  expect([error, data]).toEqual([
    null,
    [
      { id: 1, library_members: { name: 'Ada' } },
      { id: 2, library_members: null },
    ],
  ])
})
