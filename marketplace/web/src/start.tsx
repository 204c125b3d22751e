import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { applyHue } from './app/brand.ts'
import { config } from './app/config.ts'
import { queryClient } from './app/query-client.ts'
import { prefetchHome } from './features/listings/prefetch-home.ts'

/** Draws the app. This file is loaded when the language is known: constants below it are said in that language. */
export function start(): void {
  applyHue(document.documentElement, config.brandHue)
  prefetchHome(queryClient, location.pathname)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
