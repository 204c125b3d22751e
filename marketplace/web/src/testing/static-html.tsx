import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from '../lib/router.tsx'

/** The initial HTML of a component, for unit tests without a browser. Nothing is loaded. */
export function staticHtml(element: ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location="/">{element}</StaticRouter>
    </QueryClientProvider>,
  )
}

/** The text of such HTML that a screen reader announces: without aria-hidden parts. */
export function visibleText(html: string): string {
  return html
    .replace(/<(\w+)[^>]*\baria-hidden="true"[^>]*>.*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
