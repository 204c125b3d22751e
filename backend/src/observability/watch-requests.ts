import type { Server } from 'node:http'
import { Histogram, type Registry } from 'prom-client'
import { followRequests, serviceOf } from './request-events.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** nginx's status for a client that disconnected before the answer. */
const CLIENT_GONE = '499'

/**
 * Measures the requests of a server. Paths are not labels, since callers choose them.
 * @returns a function that stops it
 */
export function watchRequests(server: Server, registry: Registry): () => void {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by service, method and status.',
    labelNames: ['service', 'method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const children = new Map<string, Histogram.Internal<'service' | 'method' | 'status'>>()
  return followRequests(server, (request, response) => {
    const startedAt = performance.now()
    return (isSent) => {
      const [service, method] = [serviceOf(request.url ?? ''), request.method ?? '']
      const status = isSent ? String(response.statusCode) : CLIENT_GONE
      const key = `${service} ${method} ${status}`
      const child = children.get(key) ?? histogram.labels(service, method, status)
      children.set(key, child)
      child.observe((performance.now() - startedAt) / 1000)
    }
  })
}
