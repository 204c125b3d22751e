import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartupError } from '../startup-error.ts'

export interface WebApp {
  /** Folder of the built single-page app; its index.html holds the marker `<!--app-config-->`. */
  readonly dist: string
  /** Whether a path is a page of the app; others answer the same document with status 404. */
  isKnownPath(path: string): boolean
  /** What the page may know; it is public. */
  readonly clientConfig: Readonly<Record<string, unknown>>
  /** Other origins that the page may fetch data and pictures from; scripts never. */
  readonly fetchFrom?: readonly string[]
}

const MARKER = '<!--app-config-->'
const ONE_YEAR_SECONDS = 31_536_000

/** What the page knows over `clientConfig`, and when that changes. */
export interface PageSettings {
  readonly current: { readonly page: Readonly<Record<string, unknown>> }
  onChange(listener: () => Promise<void>): void
}

/** Serves the built app: hashed assets for ever, the document for every page, status 404 for unknown ones. */
export async function serveWebApp(app: FastifyInstance, web: WebApp, settings?: PageSettings): Promise<void> {
  let page = await preparePage(web, settings?.current.page)
  settings?.onChange(async () => {
    page = await preparePage(web, settings.current.page)
  })
  await app.register(fastifyStatic, {
    root: web.dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'public, max-age=300')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply
        .code(404)
        .send({ error: 'Not Found', message: `There is nothing at ${request.method} ${pathOf(request)}.` })
    }
    return sendPage(request, reply, page, web.isKnownPath(pathOf(request)) ? 200 : 404)
  })
}

interface Page {
  readonly identity: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly etag: string
  readonly contentSecurityPolicy: string
}

async function preparePage(web: WebApp, changed: Readonly<Record<string, unknown>> = {}): Promise<Page> {
  const path = join(web.dist, 'index.html')
  const template = await readFile(path, 'utf8').catch((cause) => {
    throw new StartupError(`The web app is not built (${path} is missing); run npm run build.`, { cause })
  })
  // "<" cannot close the script element when it is written as an escape.
  const json = JSON.stringify({ ...web.clientConfig, ...changed }).replaceAll('<', '\\u003c')
  const html = template.replace(MARKER, () => `<script type="application/json" id="app-config">${json}</script>`)
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return {
    identity,
    br,
    gzip: gz,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    contentSecurityPolicy: policyFor(html, web.fetchFrom ?? []),
  }
}

/** Only our own files run, and the inline scripts that the build itself wrote, each by its hash (CSP level 3). */
function policyFor(html: string, fetchFrom: readonly string[]): string {
  const inline = [...html.matchAll(/<script(?![^>]*\b(?:src|type="application\/json")\b)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...fetchFrom].join(' '),
    "font-src 'self'",
    ["connect-src 'self' ws: wss:", ...fetchFrom].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: number): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag: page.etag,
    'content-security-policy': page.contentSecurityPolicy,
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
