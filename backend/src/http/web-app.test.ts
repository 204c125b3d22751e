import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { PageDocument, RenderPage } from './page-document.ts'
import { serveWebApp } from './web-app.ts'

let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'web-app-'))
  await writeFile(join(dist, 'index.html'), '<head><!--app-config--></head><script>start()</script>')
})
afterAll(() => rm(dist, { recursive: true, force: true }))

/** The directives of the page's Content-Security-Policy. */
async function policyOf(
  fetchFrom?: readonly string[],
  widgetsFrom?: readonly string[],
  countsFrom?: readonly string[],
): Promise<Record<string, string>> {
  const app = Fastify()
  await serveWebApp(app, { dist, isKnownPath: () => true, clientConfig: {}, fetchFrom, widgetsFrom, countsFrom })
  const { headers } = await app.inject('/')
  await app.close()
  const directives = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/s).slice(0, 2)))
}

test('a page may fetch only from its own origin', async () => {
  const policy = await policyOf()
  expect(policy['connect-src']).toBe("'self' ws: wss:")
  expect(policy['img-src']).toBe("'self' data: blob:")
  expect(policy['script-src']).toMatch(/^'self'( 'sha256-[\w+/=]+')+$/)
})

test('an allowed fetch origin may serve data and images, but no scripts', async () => {
  const tiles = 'https://tiles.example.com'
  const policy = await policyOf([tiles])
  expect(policy['connect-src']).toContain(tiles)
  expect(policy['img-src']).toContain(tiles)
  expect(policy['script-src']).not.toContain(tiles)
  expect(policy['worker-src']).not.toContain(tiles)
})

test('a widget origin may serve scripts and frames, but no images', async () => {
  const captcha = 'https://captcha.example.com'
  const policy = await policyOf([], [captcha])
  for (const directive of ['script-src', 'frame-src', 'connect-src']) expect(policy[directive]).toContain(captcha)
  expect(policy['img-src']).not.toContain(captcha)
  expect((await policyOf())['frame-src']).toBe("'self'")
})

test('a page may use origins that no other page may', async () => {
  const form = 'https://form.example.com'
  const app = Fastify()
  await serveWebApp(app, {
    dist,
    isKnownPath: () => true,
    clientConfig: {},
    originsOn: (path) => (path === '/pay' ? { scripts: [form], frames: [form] } : null),
  })
  const policyAt = async (path: string) => String((await app.inject(path)).headers['content-security-policy'])
  expect(await policyAt('/pay')).toMatch(/script-src [^;]*form\.example.*frame-src [^;]*form\.example/)
  expect(await policyAt('/pay')).not.toMatch(/(?:connect|img)-src [^;]*form\.example/)
  expect(await policyAt('/')).not.toContain(form)
  await app.close()
})

test('an analytics script may load from and send to its origin, but show no frames', async () => {
  const counts = 'https://counts.example.com'
  const policy = await policyOf([], [], [counts])
  for (const directive of ['script-src', 'connect-src', 'img-src']) expect(policy[directive]).toContain(counts)
  for (const directive of ['frame-src', 'style-src']) expect(policy[directive]).not.toContain(counts)
})

test('the page language follows the URL and Accept-Language, and Vary names the header', async () => {
  await writeFile(join(dist, 'index.html'), '<html lang="en"><head><!--app-config--></head></html>')
  const app = Fastify()
  await serveWebApp(app, {
    dist,
    isKnownPath: () => true,
    clientConfig: {},
    languageOf: ({ search, acceptLanguage }) => search.get('lang') ?? acceptLanguage ?? 'en',
  })
  const asked = await app.inject({ url: '/?q=a&lang=pt', headers: { 'accept-language': 'de' } })
  const accepted = await app.inject({ url: '/', headers: { 'accept-language': 'de' } })
  const neither = await app.inject('/')
  await app.close()
  expect(asked.body).toContain('<html lang="pt">')
  expect(accepted.body).toContain('<html lang="de">')
  expect(neither.body).toContain('<html lang="en">')
  expect(accepted.headers.vary).toContain('Accept-Language')
  expect(accepted.headers.etag).not.toBe(neither.headers.etag)
})

test('metadata and noscript text use the page language', async () => {
  const html = '<html lang="en"><head><title>A</title><!--app-config--></head><noscript>Switch it on.</noscript></html>'
  await writeFile(join(dist, 'index.html'), html)
  const app = Fastify()
  await serveWebApp(app, {
    dist,
    isKnownPath: (path) => path === '/',
    clientConfig: {},
    publicUrl: 'https://souk.example',
    languageOf: ({ acceptLanguage }) => acceptLanguage ?? 'en',
    describePage: async ({ url, language }) => ({
      status: 200,
      title: `${url.pathname} in ${language}`,
      withoutScript: 'Scripts & more',
    }),
  })
  const known = await app.inject({ url: '/', headers: { 'accept-language': 'de' } })
  const unknown = await app.inject({ url: '/nowhere', headers: { 'accept-language': 'fr' } })
  await app.close()
  expect(known.statusCode).toBe(200)
  expect(known.body).toContain('<title>/ in de</title>')
  expect(known.body).toContain('<noscript>Scripts &amp; more</noscript>')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.body).toContain('<title>/nowhere in fr</title>')
})

const DOCUMENT =
  '<html lang="en"><head><title>App</title><!--app-config--><link rel="stylesheet" crossorigin href="/app.css"></head><body><div id="root"></div></body></html>'

/** The response and log of an app that describes every page with `description` and renders it with `renderPage`. */
async function served(renderPage: RenderPage, description: Partial<PageDocument> = {}, url = '/ad?a=1&b=2') {
  await writeFile(join(dist, 'index.html'), DOCUMENT)
  await writeFile(join(dist, 'app.css'), 'h1::before { content: "$&" }')
  const said: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void said.push(line) } } })
  const firstReads = new Map([['/rest/v1/ad', '{"title":"</script><b>"}']])
  await serveWebApp(app, {
    dist,
    isKnownPath: () => true,
    clientConfig: { brandName: 'App' },
    publicUrl: 'https://souk.example',
    languageOf: ({ search }) => search.get('lang') ?? 'en',
    describePage: async () => ({ status: 200, title: 'An ad', isRendered: true, firstReads, ...description }),
    renderPage,
  })
  const { body } = await app.inject(url)
  await app.close()
  return { body, said: said.join('') }
}

test('a renderable page is served with its markup and hydration data', async () => {
  const asked: object[] = []
  const { body } = await served(async (page) => {
    asked.push(page)
    return { body: '<h1>$& An ad</h1>', head: '<link rel="preload">', data: '["</script><b>"]', at: 12 }
  })
  expect(body).toContain(
    '<div id="root" data-rendered="12"><h1>$& An ad</h1></div><script type="application/json" id="rendered-data">',
  )
  expect(body).toContain('<html lang="en" data-rendered-for="/ad?a=1&amp;b=2">')
  expect(body).toContain('<link rel="preload"><title>An ad</title>')
  expect(body).toContain('<style>h1::before { content: "$&" }</style></head>')
  expect(body).not.toContain('</script><b>')
  expect(asked).toEqual([
    {
      address: '/ad?a=1&b=2',
      language: 'en',
      reads: '{"/rest/v1/ad":{"title":"</script><b>"}}',
      config: '{"brandName":"App"}',
    },
  ])
})

test('a rendered page declares its language', async () => {
  const { body } = await served(
    async ({ language }) => ({ body: language, head: '', data: '[]', at: 12 }),
    {},
    '/?lang=pt',
  )
  expect(body).toContain('<html lang="pt" data-rendered-for="/?lang=pt">')
  expect(body).toContain('data-rendered="12">pt</div>')
})

test('a page that fails to render, or not in time, is served without markup and logged', async () => {
  const broken = await served(() => Promise.reject(new Error('a part of it is broken')))
  expect(broken.body).toContain('<div id="root"></div>')
  expect(broken.body).toContain('id="first-reads"')
  expect(broken.body).not.toContain('data-rendered')
  expect(broken.said).toContain('a page is served without its markup')
  expect(broken.said).toContain('a part of it is broken')

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const late = await served(() => {
    // The timeout begins after the request to render.
    setImmediate(() => vi.advanceTimersByTime(5000))
    return new Promise(() => undefined)
  })
  expect(late.body).toContain('<div id="root"></div>')
  expect(late.said).toContain('rendering timed out')
})

test('missing pages and pages not marked as renderable are not rendered', async () => {
  const never: RenderPage = () => Promise.reject(new Error('asked for'))
  for (const description of [{ isRendered: false }, { isRendered: undefined, status: 404 as const }])
    expect(await served(never, description)).toMatchObject({ said: '' })
})
