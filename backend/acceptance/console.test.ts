import { request } from 'node:http'
import { expect, test } from 'vitest'
import { newUser, target } from './server.ts'

/** Fetch would set Host itself. */
function post(path: string, headers: Record<string, string>): Promise<{ status: number; key: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${target().url}${path}`, { method: 'POST', headers }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += String(chunk)
      resolve({ status: answer.statusCode ?? 0, key: (JSON.parse(text) as { key?: unknown }).key })
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function run(body: Record<string, unknown>, apikey: string = target().secretKey) {
  const response = await fetch(`${target().url}/console/sql`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a page of this server on this machine is given the key, and nobody else', async () => {
  const { url, secretKey } = target()
  const { host, port, origin } = new URL(url)
  const evil = `evil.example:${port}`
  expect(await post('/console/session', { origin, host })).toEqual({ status: 200, key: secretKey })
  const others: Record<string, string>[] = [
    { host }, // no browser
    { host, origin: 'null' },
    { host, origin: 'https://evil.example' }, // another site
    { host, origin: `http://localhost:${Number(port) - 1}` }, // another page on this machine
    { host: evil, origin: `http://${evil}` }, // a name that leads here
    { host, origin: `https://${evil}` }, // a tunnel that rewrites Host
  ]
  for (const headers of others) expect(await post('/console/session', headers)).toEqual({ status: 200, key: null })
})

test('everything else needs the secret key, and no other site may send it', async () => {
  const { url, publishableKey, anonKey } = target()
  const { client } = await newUser()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  for (const apikey of [publishableKey, anonKey, token, 'sb_secret_made-up', ''])
    for (const path of ['log', 'functions']) {
      const response = await fetch(`${url}/console/${path}`, { headers: { apikey } })
      expect(response.status).toBe(401)
    }
  expect((await run({ sql: 'select 1' }, publishableKey)).status).toBe(401)
  const preflight = await fetch(`${url}/console/sql`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('statements answer with rows, types and errors, and change nothing unless they may', async () => {
  expect((await run({ sql: "select 1 as one, null as none, array['a'] as list; -- the end" })).body).toMatchObject({
    columns: [
      { name: 'one', type: 'int4' },
      { name: 'none', type: 'text' },
      { name: 'list', type: 'text[]' },
    ],
    rows: [['1', null, '{a}']],
    isTruncated: false,
  })
  expect((await run({ sql: 'select $1::int + 1 as next', values: ['41'] })).body.rows).toEqual([['42']])
  const plan = (await run({ sql: 'explain select 1' })).body
  expect([plan.columns, plan.rows]).toEqual([
    [{ name: 'QUERY PLAN', type: 'text' }],
    [[expect.stringContaining('Result')]],
  ])
  expect((await run({ sql: 'select 1 as none where false' })).body).toMatchObject({
    columns: [{ name: 'none' }],
    rows: [],
  })
  const many = (await run({ sql: 'select generate_series(1, 5000)' })).body
  expect([(many.rows as unknown[]).length, many.isTruncated]).toEqual([1000, true])

  const create = 'create table console_probe (id int)'
  expect((await run({ sql: create })).body.code).toBe('25006')
  for (const sql of [`commit; ${create}`, `/* first */ rollback; ${create}`, `set transaction read write; ${create}`])
    expect((await run({ sql })).status).toBe(400)
  expect((await run({ sql: "select to_regclass('console_probe')" })).body.rows).toEqual([[null]])
  expect((await run({ sql: `${create}; drop table console_probe`, write: true })).status).toBe(200)

  expect(await run({ sql: 'select 1;\nselect oops' })).toMatchObject({
    status: 400,
    body: { code: '42703', message: 'column "oops" does not exist', position: 8 },
  })
})
