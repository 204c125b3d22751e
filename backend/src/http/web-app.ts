import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartupError } from '../startup-error.ts'
import type {
  AddressContext,
  DescribePage,
  PageDocument,
  RenderedPage,
  RenderPage,
  WebDocument,
} from './page-document.ts'
import { escaped, inScript, readsText, renderHead } from './page-head.ts'
import { type Page, Pages } from './pages.ts'
import { visitorFetch } from './visitor-fetch.ts'

export interface WebApp {
  /** Folder of the built single-page app; its index.html contains the marker `<!--app-config-->`. */
  readonly dist: string
  /** Whether a path is a page of the app; other paths get the same document with status 404. */
  isKnownPath(path: string): boolean
  /** Configuration for the page; public. */
  readonly clientConfig: Readonly<Record<string, unknown>>
  /** Additional origins from which the page may fetch data and images, but never scripts. */
  readonly fetchFrom?: readonly string[]
  /** Origins whose scripts and frames the page may embed, such as a captcha; none by default. */
  readonly widgetsFrom?: readonly string[]
  /** Origins whose scripts the page may load and send data to, such as analytics; none by default. */
  readonly countsFrom?: readonly string[]
  /** Further origins for the page at a path, such as a payment form; none by default. No other page may use them. */
  originsOn?(path: string): PageOrigins | null
  /** Public origin, without a trailing slash. Required by `describePage` and `documents`. */
  readonly publicUrl?: string
  /** Language of a page, for `<html lang>`; defaults to the language of the build. */
  languageOf?(asked: { readonly search: URLSearchParams; readonly acceptLanguage: string | undefined }): string
  /** Metadata of a page, rendered before any script runs. Also called for unknown paths, whose status is always 404. */
  readonly describePage?: DescribePage
  /** Server-renders pages that `describePage` marks with `isRendered`, as an anonymous visitor sees them first. */
  readonly renderPage?: RenderPage
  readonly documents?: readonly WebDocument[]
}

/** Origins by what they may do in a page. */
export interface PageOrigins {
  readonly scripts?: readonly string[]
  readonly frames?: readonly string[]
  /** Where scripts may send requests. */
  readonly connections?: readonly string[]
  readonly images?: readonly string[]
}

const MARKER = '<!--app-config-->'
const ONE_YEAR_SECONDS = 31_536_000
/**
 * A page whose description, or then its markup, takes longer is served without it; the app then fetches its own data and renders in the browser.
 * Long enough for a loaded server: without scripts such a page is blank, and with them it makes more requests. The queues of both are short.
 */
const PATIENCE_MS = 5000
const ROOT = '<div id="root"></div>'
const STYLESHEET = /<link rel="stylesheet"[^>]* href="(\/[^"]+)">/g

/** Runtime overrides of `clientConfig`, with change notification. */
export interface PageSettings {
  readonly current: { readonly page: Readonly<Record<string, unknown>> }
  onChange(listener: () => Promise<void>): void
}

/** Serves the built app: hashed assets as immutable, the document for every page, and status 404 for unknown pages. */
export async function serveWebApp(app: FastifyInstance, web: WebApp, settings?: PageSettings): Promise<void> {
  let template = await readTemplate(web, settings?.current.page)
  settings?.onChange(async () => {
    template = await readTemplate(web, settings.current.page)
  })
  const contentSecurityPolicy = policyFor(template.html, web)
  const pages = new Pages()
  for (const { path, answer } of web.documents ?? []) {
    app.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
      const response = await answer({ ...contextOf(app, web, request), params: request.params })
      for (const [name, value] of response.headers) reply.header(name, value)
      return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
    })
  }
  await serveFiles(app, web.dist)
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply
        .code(404)
        .send({ error: 'Not Found', message: `There is nothing at ${request.method} ${pathOf(request)}.` })
    }
    const known = web.isKnownPath(pathOf(request))
    const description = await describe(app, web, request)
    const rendered = description?.isRendered && known ? await render(web, template, request, description) : null
    const html =
      description && rendered
        ? withMarkup(template.styled, request, description, rendered)
        : description
          ? described(template.html, description)
          : template.html
    const page = await pages.of(web.languageOf ? inLanguage(html, languageFor(web, request)) : html)
    const more = web.originsOn?.(pathOf(request))
    const policy = more ? policyFor(template.html, web, more) : contentSecurityPolicy
    return sendPage(request, reply, page, policy, known ? (description?.status ?? 200) : 404)
  })
}

/** One route for the hashed assets; each of the other files becomes a route, so that no page has to look for a file of its name. */
async function serveFiles(app: FastifyInstance, dist: string): Promise<void> {
  const common = { index: false, preCompressed: true, cacheControl: false, decorateReply: false } as const
  const assets = join(dist, 'assets')
  if (existsSync(assets)) {
    await app.register(fastifyStatic, {
      ...common,
      root: assets,
      prefix: '/assets/',
      setHeaders: (reply) => reply.header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`),
    })
  }
  await app.register(fastifyStatic, {
    ...common,
    root: dist,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=300'),
  })
}

function languageFor(web: WebApp, request: FastifyRequest): string | undefined {
  const search = new URLSearchParams(request.url.slice(pathOf(request).length))
  return web.languageOf?.({ search, acceptLanguage: request.headers['accept-language'] })
}

function inLanguage(html: string, language: string | undefined): string {
  return language ? html.replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`) : html
}

function contextOf(app: FastifyInstance, web: WebApp, request: FastifyRequest): AddressContext {
  return {
    url: new URL(request.url, web.publicUrl),
    language: languageFor(web, request) ?? '',
    visit: visitorFetch(app, request),
  }
}

/** null when the page has no description, or none in time. */
async function describe(app: FastifyInstance, web: WebApp, request: FastifyRequest): Promise<PageDocument | null> {
  if (!web.describePage) return null
  try {
    return await within(PATIENCE_MS, web.describePage(contextOf(app, web, request)))
  } catch (error) {
    request.log.warn({ err: error, path: pathOf(request) }, 'a page is served without its description')
    return null
  }
}

/** null when the page cannot be rendered in time. */
async function render(
  web: WebApp,
  template: Template,
  request: FastifyRequest,
  { firstReads }: PageDocument,
): Promise<RenderedPage | null> {
  if (!web.renderPage) return null
  const page = {
    address: request.url,
    language: languageFor(web, request) ?? '',
    reads: readsText(firstReads ?? new Map()),
    config: template.config,
  }
  try {
    const rendered = await within(PATIENCE_MS, web.renderPage(page))
    if (!rendered)
      request.log.warn({ path: pathOf(request) }, 'a page is served without its markup: rendering timed out')
    return rendered
  } catch (error) {
    request.log.warn({ err: error, path: pathOf(request) }, 'a page is served without its markup')
    return null
  }
}

/** null on timeout. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The document with the rendered page. Records the address and language that were rendered, so that the app does not hydrate a cached
 * document at another address.
 */
function withMarkup(html: string, request: FastifyRequest, page: PageDocument, rendered: RenderedPage): string {
  const data = `<script type="application/json" id="rendered-data">${inScript(rendered.data)}</script>`
  // Ordered by urgency: image preloads before the styles (but after the viewport, which selects among image sizes), hydration data last.
  return described(html, { ...page, firstReads: undefined })
    .replace(/<html lang="[^"]*"/, (tag) => `${tag} data-rendered-for="${escaped(request.url)}"`)
    .replace('<title>', () => `${rendered.head}<title>`)
    .replace(ROOT, () => `<div id="root" data-rendered="${rendered.at}">${rendered.body}</div>${data}`)
}

/** The document with the metadata of its address instead of the app's defaults. */
function described(template: string, page: PageDocument): string {
  const replaced =
    page.description === undefined ? /<title>[^<]*<\/title>/ : /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g
  let isFirst = true
  const said = page.withoutScript
  const html =
    said === undefined
      ? template
      : template.replace(/<noscript>[\s\S]*?<\/noscript>/, () => `<noscript>${escaped(said)}</noscript>`)
  return html.replace(replaced, () => {
    if (!isFirst) return ''
    isFirst = false
    return renderHead(page)
  })
}

/** The HTML document common to all pages, and its embedded configuration. */
interface Template {
  readonly html: string
  /** With its stylesheets inside: a server-rendered page paints without a second round trip. */
  readonly styled: string
  /** JSON. */
  readonly config: string
}

async function readTemplate(web: WebApp, changed: Readonly<Record<string, unknown>> = {}): Promise<Template> {
  const path = join(web.dist, 'index.html')
  const template = await readFile(path, 'utf8').catch((cause) => {
    throw new StartupError(`The web app is not built (${path} is missing); run npm run build.`, { cause })
  })
  const config = JSON.stringify({ ...web.clientConfig, ...changed })
  const element = `<script type="application/json" id="app-config">${inScript(config)}</script>`
  const html = template.replace(MARKER, () => element)
  return { html, styled: await withStyles(html, web.dist), config }
}

async function withStyles(html: string, dist: string): Promise<string> {
  let styled = html
  for (const [link, path = ''] of html.matchAll(STYLESHEET)) {
    const styles = await readFile(join(dist, path), 'utf8')
    styled = styled.replace(link, () => `<style>${styles}</style>`)
  }
  return styled
}

/** Allows only our own files, and the build's inline scripts by their hashes (CSP level 3). */
function policyFor(
  html: string,
  { fetchFrom = [], widgetsFrom = [], countsFrom = [] }: WebApp,
  { scripts = [], frames = [], connections = [], images = [] }: PageOrigins = {},
): string {
  const inline = [...html.matchAll(/<script(?![^>]*\b(?:src|type="application\/json")\b)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...widgetsFrom, ...countsFrom, ...scripts].join(' '),
    ["style-src 'self' 'unsafe-inline'", ...widgetsFrom].join(' '),
    ["frame-src 'self'", ...widgetsFrom, ...frames].join(' '),
    ["img-src 'self' data: blob:", ...fetchFrom, ...countsFrom, ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self' ws: wss:", ...fetchFrom, ...widgetsFrom, ...countsFrom, ...connections].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  contentSecurityPolicy: string,
  status: number,
): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Accept-Language',
    etag: page.etag,
    'content-security-policy': contentSecurityPolicy,
    'x-frame-options': 'DENY',
  })
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(status).send(page[encoding ?? 'identity'])
}

function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?')
  return end === -1 ? request.url : request.url.slice(0, end)
}
