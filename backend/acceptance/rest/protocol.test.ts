import { request } from 'node:http'
import { expect, test } from 'vitest'
import { operator, target } from '../server.ts'
import { ask, send } from './wire.ts'

test('a missing table is 404, with a hint at one that the caller may see', async () => {
  const { status, json } = await ask('library_book')
  expect(status).toBe(404)
  expect(json).toEqual({
    code: 'PGRST205',
    details: null,
    hint: "Perhaps you meant the table 'public.library_books'",
    message: "Could not find the table 'public.library_book' in the schema cache",
  })
  // Its name would disclose to a visitor that there is a safe.
  expect(JSON.stringify((await ask('library_saf')).json)).not.toContain('library_safe')
})

test('other schemas are not exposed', async () => {
  for (const schema of ['auth', 'storage', 'pg_catalog']) {
    const { status, json } = await ask('users', { headers: { 'Accept-Profile': schema } })
    expect([status, json]).toEqual([
      406,
      expect.objectContaining({ code: 'PGRST106', message: `Invalid schema: ${schema}` }),
    ])
  }
  const chosen = await ask('library_books?limit=1', { headers: { 'Accept-Profile': 'public' } })
  expect(chosen.headers.get('content-profile')).toBe('public')
})

test('unknown paths and methods are reported', async () => {
  expect([(await ask('a/b/c')).status, (await ask('a/b/c')).json]).toEqual([
    404,
    expect.objectContaining({ code: 'PGRST125' }),
  ])
  for (const method of ['PROPFIND', 'LOCK']) {
    const other = await ask('library_books', { method })
    expect([other.status, other.json]).toEqual([
      405,
      { code: 'PGRST117', message: `Unsupported HTTP method: ${method}`, details: null, hint: null },
    ])
  }
  const root = await ask('', { method: 'PUT', body: '{}' })
  expect([root.status, root.json]).toEqual([405, expect.objectContaining({ code: 'PGRST117' })])
  const deleted = await ask('rpc/library_add', { method: 'DELETE' })
  expect([deleted.status, deleted.json]).toEqual([405, expect.objectContaining({ code: 'PGRST101' })])
})

test('the answer lists the preferences it honoured', async () => {
  const { headers } = await send(
    'POST',
    'library_drafts?columns=title',
    '[]',
    'return=minimal, count=exact, missing=default, nonsense=1',
  )
  expect(headers.get('preference-applied')).toBe('missing=default, return=minimal, count=exact')
  const strict = await ask('library_books', { headers: { Prefer: 'handling=strict, nonsense=1' } })
  expect([strict.status, strict.json]).toEqual([
    400,
    expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: nonsense=1' }),
  ])
})

test('an error has its code in Proxy-Status', async () => {
  const { headers, status } = await ask('library_books?id=is.maybe')
  expect(status).toBe(400)
  expect(headers.get('proxy-status')).toBe('PostgREST; error=PGRST100')
})

test('HEAD answers like GET, without a body', async () => {
  const head = await ask('library_books?limit=2', { method: 'HEAD', headers: { Prefer: 'count=exact' } })
  expect([head.status, head.text, head.headers.get('content-range')]).toEqual([206, '', '0-1/4'])
})

test('OPTIONS lists the methods of a resource, and a browser’s preflight is handled separately', async () => {
  const allowed = async (path: string) => {
    const { status, headers } = await ask(path, { method: 'OPTIONS' })
    return [status, headers.get('allow')]
  }
  expect(await allowed('library_books')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'])
  expect(await allowed('rpc/library_add')).toEqual([200, 'OPTIONS,GET,HEAD,POST'])
  expect(await allowed('rpc/library_nothing')).toEqual([200, 'OPTIONS,POST'])
  expect(await allowed('nowhere')).toEqual([404, null])
  const preflight = await ask('library_books', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://app.example.com',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'apikey',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey')
})

test('a time zone applies to one request', async () => {
  const at = (prefer: Record<string, string>) => ask('library_members?select=joined_at&id=eq.1', { headers: prefer })
  expect((await at({ Prefer: 'timezone=Asia/Tokyo' })).json).toEqual([{ joined_at: '2026-01-01T09:00:00+09:00' }])
  expect((await at({})).json).toEqual([{ joined_at: '2026-01-01T00:00:00+00:00' }])
  expect((await at({ Prefer: 'timezone=Nowhere' })).status).toBe(400)
})

test('a body beyond the limit is refused before it is sent', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const upload = request(`${target().url}/rest/v1/library_drafts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(11 * 1024 * 1024) },
  })
  upload.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject)
  upload.flushHeaders()
  expect(await promise).toBe(413)
  upload.destroy()
})

test('lists, trees and queries have limits, with a clear error', async () => {
  const tree = `${'and('.repeat(40)}id.eq.1${')'.repeat(40)}`
  expect((await ask(`library_books?or=(${tree})`)).json).toMatchObject({ code: 'PGRST100' })
  const many = Array.from({ length: 250 }, (_, index) => `id=not.eq.${index}`).join('&')
  expect((await ask(`library_books?${many}`)).json).toMatchObject({ code: 'PGRST100' })
})

test('a table created at run time is served after the notification', async () => {
  const name = `library_fresh_${process.pid}_${Date.now()}`
  expect((await ask(name)).status).toBe(404)
  const { error } = await operator().rpc('library_build_table', { name })
  expect(error).toBeNull()
  await expect.poll(async () => (await ask(name)).status, { timeout: 45_000 }).toBe(200)
}, 60_000)
