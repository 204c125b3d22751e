import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { prefetchFor } from './app/prefetch.ts'
import { loadPageAt } from './app/routes.tsx'
import { chosenPlace } from './features/listings/chosen-place.ts'
import { seedCache } from './features/listings/rendered-answers.ts'
import { applyHue } from './lib/brand.ts'
import { config } from './lib/config.ts'
import { mayBeSignedIn } from './lib/data/client.ts'
import { queryClient } from './lib/data/query-client.ts'
import { nextTask } from './lib/next-task.ts'
import { BrowserRouter } from './lib/router.tsx'
import { renderAsOf } from './lib/server-rendered.ts'

/** Delay of the service worker's installation, so that it does not compete with the page. Milliseconds. */
const INSTALLED_AFTER_MS = 5000
/** By then the top of the page has been painted; the rest follows (paint-later in styles.css). */
const PAINTED_AFTER_MS = 1000

/**
 * Renders the app, or hydrates the server-rendered page. Loaded after the language is known, since module-level constants below use its
 * messages.
 */
export function start(): void {
  applyHue(document.documentElement, config.brandHue)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const renderedAt = renderedFor(root)
  if (renderedAt === null) renderAnew(root)
  else void takeOver(root, renderedAt)
  setTimeout(() => document.documentElement.setAttribute('data-painted', ''), PAINTED_AFTER_MS)
  if (import.meta.env.PROD && 'serviceWorker' in navigator) setTimeout(install, INSTALLED_AFTER_MS)
}

const app: ReactNode = (
  <StrictMode>
    <App queryClient={queryClient} router={(page) => <BrowserRouter>{page}</BrowserRouter>} />
  </StrictMode>
)

/**
 * The time that the server rendered this page for; null when it did not, or rendered another URL (a service worker's fallback) or language.
 */
function renderedFor(root: HTMLElement): Date | null {
  const { rendered } = root.dataset
  return rendered === undefined || 'otherPage' in document.documentElement.dataset ? null : new Date(Number(rendered))
}

function renderAnew(root: HTMLElement): void {
  root.replaceChildren()
  delete document.documentElement.dataset.otherPage
  void prefetchFor(queryClient, location)
  // In a transition the first render is interruptible: a phone can respond to taps meanwhile.
  startTransition(() => createRoot(root).render(app))
}

/**
 * Hydrates the server-rendered page once its code is loaded, from the embedded answers. It shows what a visitor sees: signed-in users, and
 * those who have chosen a place, get their own version right after (the third argument of `useSyncExternalStore`).
 */
async function takeOver(root: HTMLElement, renderedAt: Date): Promise<void> {
  renderAsOf(renderedAt)
  seedCache(queryClient, document.getElementById('rendered-data')?.textContent ?? '[]')
  // If its code fails to load, the page renders below with the error state for such pages.
  await loadPageAt(location.pathname).catch(() => undefined)
  await nextTask()
  startTransition(() => {
    hydrateRoot(root, app)
  })
  if (mayBeSignedIn()) await queryClient.invalidateQueries()
  else if (chosenPlace()) void prefetchFor(queryClient, location)
}

async function install(): Promise<void> {
  const { installApp } = await import('./app/installed.ts')
  installApp()
}
