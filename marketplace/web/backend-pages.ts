import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Connect, Plugin } from 'vite'

/** Hop-by-hop headers, and those that no longer apply to a decoded body. */
const NOT_HANDED_ON = ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length']
/** Its hashes allow only the scripts of the built page. */
const OF_BUILT_PAGES = 'content-security-policy'

export interface RunningBackend {
  readonly url: string
  readonly ready: Promise<void>
}

/**
 * Development only: every path that is not a module of the app is answered by the backend, as in production, and its pages get Vite's
 * modules and hot reload. Requests wait while the backend restarts.
 */
export function backendPages(backend: RunningBackend): Plugin {
  return {
    name: 'backend-pages',
    configureServer(server) {
      server.middlewares.use((_request, _response, next) => {
        backend.ready.then(() => next(), next)
      })
      // After Vite's own middleware: what reaches this is neither a module nor a public file.
      return () => {
        server.middlewares.use((request, response, next) => {
          answer(request, response).catch(next)
        })
      }

      async function answer(request: Connect.IncomingMessage, response: ServerResponse): Promise<void> {
        const address = request.originalUrl ?? '/'
        const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' && !NOT_HANDED_ON.includes(name) ? [[name, value]] : [],
        )
        const got = await fetch(backend.url + address, { method: request.method ?? 'GET', headers, redirect: 'manual' })
        response.statusCode = got.status
        for (const [name, value] of got.headers) {
          if (!NOT_HANDED_ON.includes(name) && name !== OF_BUILT_PAGES) response.appendHeader(name, value)
        }
        const isPage = got.headers.get(OF_BUILT_PAGES)?.includes("script-src 'self'") && got.body
        if (isPage) response.end(await server.transformIndexHtml(address, await got.text()))
        else if (got.body) Readable.fromWeb(got.body).pipe(response)
        else response.end()
      }
    },
  }
}
