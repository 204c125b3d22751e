import { once } from 'node:events'
import { createServer } from 'node:http'
import type { MetricsConfig } from '../config/server.ts'
import { StartupError } from '../startup-error.ts'

/**
 * Serves GET /metrics on a separate, unpublished port, since metrics are for the operator only.
 * @param read  text in Prometheus' format
 * @returns a function that stops it  @throws {StartupError} when the port is taken
 */
export async function serveMetrics(
  { host, port }: MetricsConfig,
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    try {
      const text = await read()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    } catch {
      response.writeHead(503).end() // a worker did not answer
    }
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new StartupError(`METRICS_PORT: ${host}:${port} cannot be opened.`, { cause })
  }
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}
