import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { RenderingData, RenderingTask } from './rendering.ts'

/** The worker thread that renders pages: the built pages of the web app (web/vite.ssr.config.ts), once per language. */
const { bundle, config } = workerData as RenderingData // by rendering.ts, which starts this file
const folder = pathToFileURL(`${bundle}/`).href

// The pages read their settings when they are loaded (web/src/lib/config.ts).
Object.assign(globalThis, { appConfig: config })

// The language is part of a module's URL and of everything it imports, so each language has its own module instances.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const language = context.parentURL?.startsWith(folder) ? new URL(context.parentURL).search : ''
    return language && resolved.url.startsWith(folder) ? { ...resolved, url: resolved.url + language } : resolved
  },
})

type RenderPage = (page: object) => Promise<object>

const pages = new Map<string, Promise<RenderPage>>()

function pagesIn(language: string): Promise<RenderPage> {
  const known = pages.get(language)
  if (known) return known
  const opened = import(`${folder}render-in.js?language=${language}`).then(
    // web/src/render-in.ts
    (entry: { renderIn(language: string): Promise<RenderPage> }) => entry.renderIn(language),
  )
  pages.set(language, opened)
  return opened
}

/** One at a time: the page's environment (its answers, its clock) is global. */
let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', ({ id, language, page }: RenderingTask) => {
  last = last.then(async () => {
    try {
      const render = await pagesIn(language)
      parentPort?.postMessage({ id, rendered: await render(page) })
    } catch (error) {
      parentPort?.postMessage({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
})
