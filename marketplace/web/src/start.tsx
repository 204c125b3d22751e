import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/App.tsx'
import { prefetchFor } from './app/prefetch.ts'
import { loadPageAt } from './app/routes.tsx'
import { chosenPlace } from './features/listings/chosen-place.ts'
import { seedCache } from './features/listings/drawn-answers.ts'
import { applyHue } from './lib/brand.ts'
import { config } from './lib/config.ts'
import { mayBeSignedIn } from './lib/data/client.ts'
import { queryClient } from './lib/data/query-client.ts'
import { drawAsOf } from './lib/drawn.ts'

/** What is needed first comes first. Milliseconds. */
const INSTALLED_AFTER_MS = 5000
/** By then the top of the page has been drawn: the rest of it follows (draw-near in styles.css). */
const DRAWN_AFTER_MS = 1000

/** Draws the app, or makes live what the server has drawn. This file is loaded when the language is known: constants below it are said in that language. */
export function start(): void {
  applyHue(document.documentElement, config.brandHue)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const drawnAt = drawnFor(root)
  if (drawnAt === null) drawAnew(root)
  else void takeOver(root, drawnAt)
  setTimeout(() => document.documentElement.setAttribute('data-drawn', ''), DRAWN_AFTER_MS)
  if (import.meta.env.PROD && 'serviceWorker' in navigator) setTimeout(install, INSTALLED_AFTER_MS)
}

const app: ReactNode = (
  <StrictMode>
    <App queryClient={queryClient} router={(page) => <BrowserRouter>{page}</BrowserRouter>} />
  </StrictMode>
)

/** The moment that the server drew this page for; null when it did not, or for another address (a service worker's stand-in) or language. */
function drawnFor(root: HTMLElement): Date | null {
  const { drawn } = root.dataset
  return drawn === undefined || 'otherPage' in document.documentElement.dataset ? null : new Date(Number(drawn))
}

function drawAnew(root: HTMLElement): void {
  root.replaceChildren()
  delete document.documentElement.dataset.otherPage
  void prefetchFor(queryClient, location)
  // As a transition, the first drawing is done in small pieces: a phone that is tapped meanwhile can answer.
  startTransition(() => createRoot(root).render(app))
}

/**
 * What the server drew stays and becomes live once its code is here: from the same answers, which travel with it. It is what a
 * visitor sees: whoever is signed in, or has chosen a place, gets theirs right after (the third argument of `useSyncExternalStore`).
 */
async function takeOver(root: HTMLElement, drawnAt: Date): Promise<void> {
  drawAsOf(drawnAt)
  seedCache(queryClient, document.getElementById('drawn-data')?.textContent ?? '[]')
  // Without its code it is drawn anew below, with what stands for pages that cannot be loaded.
  await loadPageAt(location.pathname).catch(() => undefined)
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
