/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { keyOfAnswer } from './answer-key.ts'
import { ANSWERS, PAGES, PICTURES, SHELL } from './caches.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of the pages that people come back to, put here by the build. */
declare const __PRECACHED__: PrecacheEntry[]

/** A page without data of its own: whatever the address, the app in it finds what it needs. */
const SHELL_PAGE = '/help'
const DAY_SECONDS = 86_400
const onlyWhole = new CacheableResponsePlugin({ statuses: [200] })

importScripts('/push-worker.js')
precacheAndRoute(__PRECACHED__)
cleanupOutdatedCaches()
clientsClaim()

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.add(new Request(SHELL_PAGE, { cache: 'reload' }))))
})

// A new version takes over when its people say so: two versions must not share a page.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: 5,
  plugins: [
    onlyWhole,
    new ExpirationPlugin({ maxEntries: 50, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true }),
    { handlerDidError: async () => (await caches.open(SHELL)).match(SHELL_PAGE) },
  ],
})
// What a program answers at an address is no page of the app.
const NO_PAGES = [/^\/(?:auth|rest|storage|realtime|functions)\/v1\//, /^\/(?:dev|share|sitemaps|icons)\//, /\.\w+$/]
registerRoute(new NavigationRoute(pages, { denylist: NO_PAGES }))

// Hashed names never change their content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'assets', plugins: [onlyWhole, new ExpirationPlugin({ maxEntries: 150 })] }),
)

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

// Answers are always asked for; without a connection the last one to the same person stands in.
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.method === 'GET' && url.pathname.startsWith('/rest/v1/'),
  new NetworkFirst({
    cacheName: ANSWERS,
    plugins: [
      onlyWhole,
      { cacheKeyWillBeUsed: async ({ request }) => keyOfAnswer(request.url, request.headers.get('authorization')) },
      new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 7 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
)
