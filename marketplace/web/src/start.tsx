import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { applyHue } from './app/brand.ts'
import { config } from './app/config.ts'
import { queryClient } from './app/query-client.ts'
import { prefetchPage } from './features/listings/prefetch-page.ts'

/** What is needed first comes first. Milliseconds. */
const INSTALLED_AFTER_MS = 5000
/** By then the top of the page has been drawn: the rest of it follows (draw-near in styles.css). */
const DRAWN_AFTER_MS = 1000

/** Draws the app. This file is loaded when the language is known: constants below it are said in that language. */
export function start(): void {
  applyHue(document.documentElement, config.brandHue)
  prefetchPage(queryClient, location)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // As a transition, the first drawing is done in small pieces: a phone that is tapped meanwhile can answer.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  setTimeout(() => document.documentElement.setAttribute('data-drawn', ''), DRAWN_AFTER_MS)
  if (import.meta.env.PROD && 'serviceWorker' in navigator) setTimeout(install, INSTALLED_AFTER_MS)
}

async function install(): Promise<void> {
  const { installApp } = await import('./app/installed.ts')
  installApp()
}
