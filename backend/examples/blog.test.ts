import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ANON, newUser, project, SERVICE, until } from './run-project.ts'

/** In its .env, which is in no repository. */
const SECRET = { BLOG_WEBHOOK_SECRET: 'between-the-two-of-them' }

test('blog: functions in Deno, webhooks and jobs work as they are written', async () => {
  const blog = await project('blog', SECRET)
  await blog.start('--watch')
  const functions = `${blog.url}/functions/v1`
  const visitor = blog.client()
  await until(async () => (await visitor.from('posts').select('slug').maybeSingle()).data)

  // The function answers the preflight, and its own headers go out.
  const asked = { origin: 'http://localhost:4321', 'access-control-request-method': 'POST' }
  const preflight = await fetch(`${functions}/feed`, { method: 'OPTIONS', headers: asked })
  expect([preflight.status, await preflight.text()]).toEqual([200, 'ok'])
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:4321')
  const feed = await fetch(`${functions}/feed`)
  expect(await feed.text()).toBe(
    `<rss version="2.0"><channel><title>Under the Fig Tree</title><link>${functions}/feed</link><item><title>Figs &amp; how to dry them</title></item></channel></rss>`,
  )
  const live = new WebSocket(`${functions.replace('http', 'ws')}/feed/live`)
  expect(await new Promise((resolve) => live.once('message', (said) => resolve(String(said))))).toBe(
    'Under the Fig Tree',
  )
  live.close()

  // A comment goes to its webhook, which looks at it after its answer.
  const anna = await newUser(blog, 'anna@example.com')
  const { data: post } = await anna.from('posts').select('id').single()
  for (const body of ['Thank you!', 'Cheap at https://example.com'])
    expect((await anna.from('comments').insert({ post_id: post?.id, body })).error).toBeNull()
  expect(await until(async () => (await visitor.from('comments').select('body').maybeSingle()).data)).toEqual({
    body: 'Thank you!',
  })

  // Without a token the gateway refuses; with one the caller's rights reach the data API.
  expect((await fetch(`${functions}/stats`, { method: 'POST', body: '{}' })).status).toBe(401)
  const { data: stats } = await anna.functions.invoke('stats', { body: { name: 'Anna' } })
  expect(stats).toEqual({ message: 'Hello Anna!', posts: 1 })

  // A broken function does not stop the others, and a fixed one is served immediately.
  const file = join(blog.root, 'supabase/functions/stats/index.ts')
  await writeFile(file, "import './nowhere.ts'\n")
  const headers = { authorization: `Bearer ${ANON}` }
  await until(async () => ((await fetch(`${functions}/stats`, { headers })).status === 503 ? true : null))
  expect((await fetch(`${functions}/feed`)).status).toBe(200)
  await writeFile(file, "Deno.serve((req) => new Response('again at ' + new URL(req.url).pathname))\n")
  const again = await until(async () => {
    const answer = await fetch(`${functions}/stats/deep`, { headers })
    return answer.ok ? answer.text() : null
  })
  expect(again).toBe('again at /stats/deep')
})

test('the secret key may replace a function, on every machine of the installation', async () => {
  const blog = await project('blog', { ...SECRET, FUNCTIONS_DEPLOY: '1' })
  await blog.start('--watch')
  const functions = `${blog.url}/functions/v1`
  const file = join(blog.root, 'supabase/functions/stats/index.ts')
  const deploy = ['functions', 'deploy', 'stats', '--url', blog.url, '--no-verify-jwt', '--key']
  await writeFile(file, "import { say } from '../_shared/say.ts'\nDeno.serve(() => new Response(say()))\n")
  await writeFile(join(blog.root, 'supabase/functions/_shared/say.ts'), "export const say = () => 'deployed'\n")
  expect(blog.cli(...deploy, ANON)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('needs the secret key'),
  })
  expect(blog.cli(...deploy, SERVICE)).toMatchObject({ status: 0, stdout: `Deployed to ${blog.url}: stats\n` })
  await writeFile(file, "import './nowhere.ts'\n")
  expect(await (await fetch(`${functions}/stats`)).text()).toBe('deployed')

  // Another machine on the database has it, too, and what is deployed later.
  const databaseUrl = `postgres://postgres:postgres@127.0.0.1:${blog.env.DATABASE_PORT}/postgres`
  const other = await project('blog', { ...SECRET, DATABASE_URL: databaseUrl })
  await other.start()
  const elsewhere = async () => (await fetch(`${other.url}/functions/v1/stats`)).text()
  expect(await elsewhere()).toBe('deployed')
  expect(other.cli('functions', 'deploy', 'feed', '--url', other.url, '--key', SERVICE).stderr).toContain(
    'accepts no functions',
  )
  await writeFile(file, "Deno.serve(() => new Response('deployed again'))\n")
  expect(blog.cli(...deploy, SERVICE).status).toBe(0)
  await until(async () => ((await elsewhere()) === 'deployed again' ? true : null))
  await writeFile(file, "import './nowhere.ts'\n")
  const upload = (path: string) => ({ path, base64: '' })
  for (const path of [
    'functions/../../../x.ts',
    'functions/.env',
    '/functions/x.ts',
    'config.toml',
    'functions//x.ts',
  ]) {
    const body = JSON.stringify({ verifyJwt: true, entry: path, importMap: null, files: [upload(path)] })
    const refused = await fetch(`${functions}/_deploy/stats`, {
      method: 'PUT',
      headers: { apikey: SERVICE, 'content-type': 'application/json' },
      body,
    })
    expect(refused.status, path).toBe(400)
  }

  const remove = ['functions', 'delete', 'stats', '--json', '--url', blog.url, '--key']
  const list = ['functions', 'list', '--json', '--url', blog.url, '--key']
  expect(blog.cli(...remove, ANON)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('needs the secret key'),
  })
  expect(JSON.parse(blog.cli(...list, SERVICE).stdout)).toEqual([
    { name: 'stats', verifyJwt: false, deployedAt: expect.stringMatching(/^20.+Z$/) },
  ])
  expect(JSON.parse(blog.cli(...remove, SERVICE).stdout)).toEqual({ url: blog.url, function: 'stats' })
  expect(blog.cli(...remove, SERVICE)).toMatchObject({ status: 1, stderr: 'No function stats was deployed.\n' })
  // The other machine's own needs a token.
  await until(async () => ((await elsewhere()).includes('deployed') ? null : true))
  expect((await other.client().functions.invoke('stats', { body: { name: 'Ben' } })).data).toMatchObject({
    message: 'Hello Ben!',
  })
  // The one in the folder is broken by now.
  expect((await fetch(`${functions}/stats`, { headers: { apikey: SERVICE } })).headers.get('sb-error-code')).toBe(
    'BOOT_ERROR',
  )
})

test('without Deno the rest is served, and a notice reports what is missing', async () => {
  const blog = await project('blog', { ...SECRET, DENO_BIN: '/nowhere/deno' })
  await blog.start()
  expect(blog.said()).toContain(
    'DENO_BIN names /nowhere/deno, which cannot be run; until then functions answer 503: feed, on-comment, stats.\n',
  )
  const answer = await fetch(`${blog.url}/functions/v1/feed`)
  expect([answer.status, answer.headers.get('sb-error-code')]).toEqual([503, 'BOOT_ERROR'])
  expect(blog.cli('functions', 'deploy', 'feed', '--url', blog.url, '--key', SERVICE)).toMatchObject({
    status: 1,
    stderr: `${blog.url} accepts no functions; start it with FUNCTIONS_DEPLOY=1.\n`,
  })
})
