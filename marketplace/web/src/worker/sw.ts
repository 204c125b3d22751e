/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { keyOfAnswer } from './answer-key.ts'
import { ANSWERS, ASSETS, MANIFEST, PAGES, PICTURES, SHELL } from './caches.ts'

declare const self: ServiceWorkerGlobalScope
/** Files to precache for the main pages, injected by the build. */
declare const __KEPT_FILES__: readonly string[]
/** Message files of these pages, with the placeholder LANGUAGE, injected by the build. */
declare const __KEPT_MESSAGES__: readonly string[]
/** HTML (offline-page.ts), injected by the build. */
declare const __OFFLINE_PAGE__: string

/** A page without embedded data, served for any URL: its app loads what that URL needs. */
const SHELL_PAGE = '/contact'
const DAY_SECONDS = 86_400
const onlyWhole = new CacheableResponsePlugin({ statuses: [200] })

importScripts('/push-worker.js')
clientsClaim()

// The first worker installs without the app's files, so that it handles navigations right after the first visit: the page asks it to cache
// the app later (installed.ts). A newer one caches its files before it takes over.
self.addEventListener('install', (event) => {
  event.waitUntil(keepManifest())
  if (self.registration.active) event.waitUntil(languagesKept().then((languages) => keepApp(event, languages)))
})

self.addEventListener('message', (event) => {
  const { type, page, language } = (event.data ?? {}) as { type?: string; page?: string; language?: string }
  // A new version takes over when the user agrees: two versions must not share a page.
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'KEEP' && page && language) event.waitUntil(keepVisit(event, page, language))
})

const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: 5,
  // The page loaded before the worker is requested with other headers.
  matchOptions: { ignoreVary: true },
  plugins: [
    onlyWhole,
    new ExpirationPlugin({ maxEntries: 50, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true }),
    { handlerDidError: async () => (await keptShell()) ?? offlinePage() },
  ],
})
// Paths of services, not pages of the app.
const NO_PAGES = [/^\/(?:auth|rest|storage|realtime|functions)\/v1\//, /^\/(?:dev|share|sitemaps|icons)\//, /\.\w+$/]
registerRoute(new NavigationRoute(pages, { denylist: NO_PAGES }))

// Hashed names never change their content. About a hundred files are precached.
const assets = new CacheFirst({
  cacheName: ASSETS,
  plugins: [onlyWhole, new ExpirationPlugin({ maxEntries: 300, purgeOnQuotaError: true })],
})
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets)

/** Caches the page that was loaded before the worker, then the app with the messages of the page's language. */
async function keepVisit(event: ExtendableEvent, page: string, language: string): Promise<void> {
  const isPageKept = await caches.match(page, { cacheName: PAGES, ignoreVary: true })
  if (!isPageKept) await Promise.all(pages.handleAll({ event, request: page }))
  if (await keptShell()) await keepFiles(event, messagesIn(language))
  else await keepApp(event, [language])
}

/** The shell is cached last: its presence means that its files are there too. */
async function keepApp(event: ExtendableEvent, languages: readonly string[]): Promise<void> {
  await keepFiles(event, [...__KEPT_FILES__, ...languages.flatMap(messagesIn)])
  await (await caches.open(SHELL)).add(new Request(SHELL_PAGE, { cache: 'reload' }))
}

async function keepFiles(event: ExtendableEvent, files: readonly string[]): Promise<void> {
  // Sequentially, so that requests of the open page come first.
  for (const request of files) {
    const [answer, isKept] = assets.handleAll({ event, request })
    if (!(await answer).ok) throw new Error(`${request} cannot be kept now`)
    await isKept
  }
}

const messagesIn = (language: string): string[] => __KEPT_MESSAGES__.map((file) => file.replace('LANGUAGE', language))

/** The languages used in this browser so far. */
async function languagesKept(): Promise<string[]> {
  const kept = await (await caches.open(ASSETS)).keys()
  return [...new Set(kept.flatMap(({ url }) => /\/assets\/(\w+)-frame-/.exec(url)?.[1] ?? []))]
}

/** Without it the offline page has no name. */
async function keepManifest(): Promise<void> {
  await (await caches.open(SHELL)).add(MANIFEST).catch(() => undefined)
}

async function keptShell(): Promise<Response | undefined> {
  return (await caches.open(SHELL)).match(SHELL_PAGE)
}

function offlinePage(): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src 'self'",
  }
  return new Response(__OFFLINE_PAGE__, { status: 503, headers })
}

registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin &&
    request.destination === 'image' &&
    /^\/storage\/v1\/(?:object|render\/image)\/public\//.test(url.pathname),
  new CacheFirst({
    cacheName: PICTURES,
    plugins: [
      onlyWhole,
      new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
)

// Network first; offline, the last answer to the same user is used.
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.method === 'GET' && url.pathname.startsWith('/rest/v1/'),
  new NetworkFirst({
    cacheName: ANSWERS,
    // Shorter than the page's own timeout (patient-fetch.ts): a dead connection counts as offline.
    networkTimeoutSeconds: 8,
    plugins: [
      onlyWhole,
      { cacheKeyWillBeUsed: async ({ request }) => keyOfAnswer(request.url, request.headers.get('authorization')) },
      new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 7 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
)
