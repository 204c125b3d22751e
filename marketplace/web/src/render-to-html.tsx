import { StrictMode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { App } from './app/App.tsx'
import { prefetchFor } from './app/prefetch.ts'
import { loadPageAt } from './app/routes.tsx'
import { answersIn } from './features/listings/rendered-answers.ts'
import { turnFor } from './lib/brand.ts'
import { config } from './lib/config.ts'
import { FirstReads } from './lib/data/first-reads.ts'
import { answerOnlyFrom, publishableKey } from './lib/data/patient-fetch.ts'
import { AttentiveQueryClient } from './lib/data/query-client.ts'
import { StaticRouter } from './lib/router.tsx'
import { renderAsOf } from './lib/server-rendered.ts'

/** A page for the server to render. */
export interface PageToRender {
  /** Path and query. */
  readonly address: string
  /** The answers embedded in the page: a JSON object keyed by request path (first-reads.ts). */
  readonly reads: string
  /** Milliseconds of the Unix clock. */
  readonly at: number
}

export interface RenderedMarkup {
  /** Content of `#root`. */
  readonly body: string
  /** Content of the head: `<link rel="preload">` and the brand hue. */
  readonly preloads: string
  /** The query data it was rendered from, for hydration (rendered-answers.ts). */
  readonly data: string
}

/** Renders a page as a visitor first sees it. Throws when an answer is missing or any part of the page fails to render. */
export async function renderPage({ address, reads, at }: PageToRender): Promise<RenderedMarkup> {
  const url = new URL(address, config.url)
  answerOnlyFrom(new FirstReads(reads, { origin: config.url, visitorsKey: publishableKey, now: () => 0 }))
  renderAsOf(new Date(at))
  const queryClient = new AttentiveQueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } })
  const [isKnown] = await Promise.all([loadPageAt(url.pathname), prefetchFor(queryClient, url, null)])
  const missing = queryClient
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.status !== 'success')
  if (!isKnown || missing) throw new Error(`Not rendered: ${missing ? JSON.stringify(missing.queryKey) : url.pathname}`)
  const problems: unknown[] = []
  const stream = await renderToReadableStream(
    <StrictMode>
      <App queryClient={queryClient} router={(page) => <StaticRouter location={address}>{page}</StaticRouter>} />
    </StrictMode>,
    // Emit everything in place: for larger pieces React would add inline scripts, which our CSP forbids.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (problem) => void problems.push(problem) },
  )
  await stream.allReady
  if (problems.length > 0) throw problems[0]
  const html = await new Response(stream).text()
  const [preloads = ''] = /^(?:<link [^>]*>)*/.exec(html) ?? []
  // As applyHue() does in the browser.
  const hue = config.brandHue === null ? '' : `<style>html:root{--brand-turn:${turnFor(config.brandHue)}}</style>`
  return { preloads: preloads + hue, body: html.slice(preloads.length), data: answersIn(queryClient) }
}
