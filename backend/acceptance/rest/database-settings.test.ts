import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerWithOptions, startWithOptions } from './switched-on.ts'

let server: ServerWithOptions
beforeAll(async () => {
  server = await startWithOptions()
})
afterAll(() => server.close())

const reload = () => server.owner.unsafe(`notify pgrst, 'reload config'`)
const set = async (settings: Record<string, string>) => {
  for (const [name, value] of Object.entries(settings)) {
    await server.owner.unsafe(`alter role authenticator set pgrst.${name} = '${value}'`)
  }
  await reload()
}
const reset = async () => {
  await server.owner`alter role authenticator reset all`
  await reload()
}
/** Status, and the code or the whole answer. */
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await server.ask(path, { headers })
  const body = (await response.json()) as { code?: string }
  return [response.status, body.code ?? body]
}
const until = (path: string, expected: unknown) => expect.poll(() => ask(path), { timeout: 30_000 }).toEqual(expected)

const COUNT = 'library_books?select=count()'
const PLAN = { Accept: 'application/vnd.pgrst.plan+json' }

test('settings in the database override the environment until removed', async () => {
  const before = await ask(COUNT)
  expect(before).toEqual([200, [{ count: 4 }]])
  await set({
    db_aggregates_enabled: 'false',
    db_plan_enabled: 'false',
    db_max_rows: '2',
    db_schemas: 'annex, public',
    db_extra_search_path: 'public',
    db_tx_end: 'commit',
    openapi_mode: 'disabled',
    no_such_setting: 'ignored',
  })
  const inPublic = { 'Accept-Profile': 'public' }
  await until('library_tools?select=id&limit=0', [200, []]) // the first schema is now the annex
  expect(await ask(COUNT, inPublic)).toEqual([400, 'PGRST123'])
  expect(await ask('library_books?select=id&order=id', inPublic)).toEqual([200, [{ id: 1 }, { id: 2 }]])
  expect((await ask('library_books', { ...inPublic, ...PLAN }))[1]).toBe('PGRST107')
  expect(await ask('')).toEqual([404, 'PGRST126'])
  expect((await server.visitor('annex').rpc('library_path')).data).toBe('"annex", "public"')
  const prefer = { ...inPublic, 'Content-Profile': 'public', Prefer: 'tx=rollback, return=representation' }
  const written = await server.ask('library_drafts', {
    method: 'POST',
    headers: { ...prefer, 'Content-Type': 'application/json' },
    body: '{"title":"kept"}',
  })
  expect([written.status, written.headers.get('preference-applied')]).toEqual([201, 'return=representation'])
  expect((await ask('library_drafts?select=title&title=eq.kept', inPublic))[1]).toEqual([{ title: 'kept' }])
  await server.owner`delete from public.library_drafts where title = 'kept'`

  await reset()
  await until(COUNT, before)
  expect((await ask('library_books', PLAN))[0]).toBe(200)
  expect((await ask('library_books?select=id'))[1]).toHaveLength(4)
  expect((await ask(''))[0]).toBe(200)
}, 90_000)

test('an invalid value changes nothing', async () => {
  await set({
    db_aggregates_enabled: 'perhaps',
    db_max_rows: '-1',
    db_schemas: 'public,,annex',
    db_tx_end: 'rollback',
    openapi_mode: 'open',
    jwt_role_claim_key: 'role',
    db_plan_enabled: 'off',
  })
  await expect.poll(async () => (await ask('library_books', PLAN))[1], { timeout: 30_000 }).toBe('PGRST107')
  expect(await ask(COUNT)).toEqual([200, [{ count: 4 }]])
  expect((await ask(''))[0]).toBe(200)
  await reset()
  await expect.poll(async () => (await ask('library_books', PLAN))[0], { timeout: 30_000 }).toBe(200)
}, 90_000)

test('tokens and visitors follow them, including cached answers', async () => {
  const bare = (path: string) => fetch(`${server.url}/rest/v1/${path}`)
  const path = 'library_books?select=id&id=eq.1'
  expect((await bare(path)).status).toBe(200)
  await set({ db_anon_role: '', jwt_aud: 'library', jwt_role_claim_key: '."app metadata".roles[1]' })
  await expect.poll(async () => (await bare(path)).status, { timeout: 30_000 }).toBe(401)
  expect(await (await bare(path)).json()).toMatchObject({ code: 'PGRST302' })
  const as = async (claims: Record<string, unknown>) => {
    const headers = { Authorization: `Bearer ${await server.sign(claims)}` }
    const response = await server.ask('rpc/library_whoami', { headers })
    const body = (await response.json()) as { role?: string; message?: string }
    return body.role ?? body.message
  }
  const claims = { 'app metadata': { roles: ['anon', 'authenticated'] } }
  expect(await as(claims)).toBe('authenticated')
  expect(await as({ ...claims, aud: 'library' })).toBe('authenticated')
  expect(await as({ ...claims, aud: 'elsewhere' })).toBe('JWT not in audience')
  expect(await as({ role: 'authenticated' })).toBe('anon')
  await reset()
  await expect.poll(async () => (await bare(path)).status, { timeout: 30_000 }).toBe(200)
  expect(await as({ role: 'authenticated', aud: 'elsewhere' })).toBe('authenticated')
}, 90_000)

test('a pre-request function follows them', async () => {
  const refused = { 'X-Banned': 'yes' }
  expect((await ask('library_books?select=id&limit=0', refused))[0]).toBe(200)
  await set({ db_pre_request: 'library_doorkeeper' })
  await expect.poll(() => ask('library_books?select=id&limit=0', refused), { timeout: 30_000 }).toEqual([403, 'PT403'])
  expect((await ask('library_books?select=id&limit=0'))[0]).toBe(200)
  await reset()
  await expect.poll(() => ask('library_books?select=id&limit=0', refused), { timeout: 30_000 }).toEqual([200, []])
}, 90_000)
