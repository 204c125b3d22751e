import { describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { ask, send } from './wire.ts'

describe('Preference-Applied', () => {
  const applied = async (method: string, path: string, prefer: string, body = '[]') =>
    (
      await ask(path, {
        method,
        headers: { Prefer: prefer, 'Content-Type': 'application/json' },
        ...(method === 'GET' ? {} : { body }),
      })
    ).headers.get('preference-applied')

  test('lists honoured preferences in a fixed order', async () => {
    const everything =
      'max-affected=9, timezone=UTC, handling=strict, tx=commit, count=exact, return=minimal, missing=default, resolution=merge-duplicates'
    expect(await applied('POST', 'library_drafts', everything)).toBe(
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact, handling=strict, timezone=UTC',
    )
    expect(await applied('PATCH', 'library_drafts?id=eq.0', everything, '{}')).toBe(
      'missing=default, return=minimal, count=exact, handling=strict, timezone=UTC, max-affected=9',
    )
    expect(await applied('GET', 'library_books?limit=1', 'count=exact, timezone=UTC, return=minimal')).toBe(
      'count=exact, timezone=UTC',
    )
  })

  test('omits preferences that do not apply', async () => {
    expect(await applied('POST', 'rpc/library_add', 'return=representation, count=exact', '{"a":1}')).toBe(
      'count=exact',
    )
    expect(await applied('GET', 'library_books?limit=1', 'resolution=merge-duplicates, max-affected=1')).toBeNull()
    // Without strict handling nothing is limited.
    expect(await applied('DELETE', 'library_drafts?id=eq.0', 'max-affected=1')).toBeNull()
    expect(await applied('GET', 'library_books?limit=1', 'count=EXACT')).toBeNull()
  })

  test('the first of a kind counts', async () => {
    const { headers } = await ask('library_books?limit=1', { headers: { Prefer: 'count=exact, count=planned' } })
    expect([headers.get('preference-applied'), headers.get('content-range')]).toEqual(['count=exact', '0-0/4'])
  })
})

describe('a read returns', () => {
  test('its location, in one spelling for one query', async () => {
    const location = async (path: string) => (await ask(path)).headers.get('content-location')
    expect(await location('library_books?select=id&limit=1&id=gt.1')).toBe('/library_books?id=gt.1&limit=1&select=id')
    expect(await location('library_books')).toBe('/library_books')
    const spelled = '/library_books?id=gt.1&id=lt.3&limit=1&nothing=&select=id%2Ctitle'
    for (const path of [
      'library_books?select=id,title&id=gt.1&limit=1&id=lt.3&nothing',
      'library_books?nothing&limit=%31&id=gt%2E1&id=lt.3&select=id%2Ctitle',
    ]) {
      expect(await location(path)).toBe(spelled)
    }
    expect(await location("library_books?title=like.(*)'+x!")).toBe('/library_books?title=like.%28%2A%29%27%20x%21')
    expect(await location('library_books?id=eq.1&%ff')).toBe('/library_books?%25ff=&id=eq.1')
  })

  test('no location for a long query, which clients could not read', async () => {
    const list = (length: number) => Array.from({ length }, (_, index) => 100_000 + index).join('%2C')
    const short = await ask(`library_books?id=in.(1,${list(500)})&select=id`)
    expect([short.json, short.headers.get('content-location')?.length]).toEqual([[{ id: 1 }], expect.any(Number)])
    const long = await ask(`library_books?id=in.(1,${list(4900)})&select=id`)
    expect([long.json, long.headers.get('content-location')]).toEqual([[{ id: 1 }], null])
  })

  test('its Vary header, and its schema when one was chosen', async () => {
    const { headers } = await ask('library_books?limit=1')
    expect(headers.get('vary')).toContain('Accept, Prefer, Range')
    expect(headers.get('content-profile')).toBeNull()
    const chosen = await ask('library_books?limit=1', { headers: { 'Accept-Profile': 'public' } })
    expect(chosen.headers.get('content-profile')).toBe('public')
  })

  test('its media type with the requested parameters', async () => {
    const type = async (accept: string) =>
      (await ask('library_books?id=eq.1', { headers: { Accept: accept } })).headers.get('content-type')
    expect(await type('application/vnd.pgrst.object+json;nulls=stripped')).toBe(
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    )
    expect(await type('Application/Vnd.Pgrst.Array+Json; Nulls=stripped')).toBe(
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    )
    expect(await type('text/csv')).toBe('text/csv; charset=utf-8')
    expect(await type('image/png, text/csv;q=0.5, application/json;q=0.9')).toBe('application/json; charset=utf-8')
    expect(await type('text/html, */*;q=0.1')).toBe('application/json; charset=utf-8')
  })

  test('its row range, also for HEAD and beyond the end', async () => {
    const range = async (method: string, path: string, headers: Record<string, string> = {}) => {
      const answer = await ask(path, { method, headers: { Prefer: 'count=exact', ...headers } })
      return [answer.status, answer.headers.get('content-range')]
    }
    for (const method of ['GET', 'HEAD']) {
      expect(await range(method, 'library_books?limit=2&offset=1')).toEqual([206, '1-2/4'])
      expect(await range(method, 'library_books?offset=4')).toEqual([206, '*/4'])
      expect(await range(method, 'library_books?offset=5')).toEqual([416, '*/4'])
      expect(await range(method, 'library_books?id=eq.0')).toEqual([200, '*/0'])
    }
    expect(await range('GET', 'library_books', { Range: '1-2' })).toEqual([206, '1-2/4'])
    expect(await range('HEAD', 'library_books', { Range: '1-2' })).toEqual([200, '0-3/4'])
    expect(await range('GET', 'rpc/library_numbers?upto=3', { Range: '1-1' })).toEqual([206, '1-1/3'])
  })
})

test('an answer without a body has no media type', async () => {
  const quiet = await send('POST', 'library_drafts?columns=title', '[]')
  expect([quiet.status, quiet.text, quiet.headers.get('content-type')]).toEqual([201, '', null])
})

test('OPTIONS lists what can be written through a view, and without a key', async () => {
  const allowed = async (path: string) => (await ask(path, { method: 'OPTIONS' })).headers.get('allow')
  expect(await allowed('library_topics')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
  expect(await allowed('library_open_loans')).toBe('OPTIONS,GET,HEAD')
  expect(await allowed('library_shelf')).toBe('OPTIONS,GET,HEAD')
  expect(await allowed('')).toBe('OPTIONS,GET,HEAD')
})

test('an upsert through a view uses the key of its table', async () => {
  const merged = await send(
    'POST',
    'library_topics?select=label',
    '[{"id":2,"label":"sea"}]',
    'resolution=merge-duplicates, return=representation',
  )
  expect([merged.status, merged.json]).toEqual([200, [{ label: 'sea' }]])
})

describe('spreads', () => {
  const books = () => visitor().from('library_books')

  test('of a to-many embed turn each column into a list, all in the same order', async () => {
    const { data } = await books()
      .select('id, ...library_loans(loans:id, borrower_id)')
      .in('id', [1, 2])
      .order('id')
      .order('id', { referencedTable: 'library_loans', ascending: false })
    expect(data).toEqual([
      { id: 1, loans: [], borrower_id: [] },
      { id: 2, loans: [2, 1], borrower_id: [3, 1] },
    ])
  })

  test('include nested embeds, and are null without rows', async () => {
    const { data } = await visitor()
      .from('library_wishes')
      .select('id, ...library_books(title, library_subjects(label))')
      .in('id', [1, 3])
      .order('id')
    expect(data).toEqual([
      { id: 1, title: 'Sailing with Cats', library_subjects: [{ label: 'animals' }, { label: 'sea' }] },
      { id: 3, title: null, library_subjects: null },
    ])
  })
})
