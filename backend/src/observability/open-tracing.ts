import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../config/server.ts'
import { type DatabaseWork, databaseChannel } from '../database/tracing.ts'
import { followRequests, serviceOf } from './request-events.ts'

/** Traces of one process, sent to an OpenTelemetry collector: a span for each request and each transaction of it. */
export interface Tracing {
  watchServer(server: Server): void
  /** Added to log records: the trace that they belong to. */
  logFields(): Readonly<Record<string, string>>
  /** Sends the remaining spans. */
  close(): Promise<void>
}

const LONGEST_STATEMENT = 2000
/** Bounds the delay of a shutdown when the collector is unreachable. */
const EXPORT_MS = 3000

export function openTracing({ endpoint, ratio, serviceName }: TracingConfig): Tracing {
  const fromRatio = new TraceIdRatioBasedSampler(ratio)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // Callers may opt out of a trace, but not force one. Requests without a caller's trace are chosen before: a span that is not sampled costs a tenth
    // of a cached answer.
    sampler: new ParentBasedSampler({
      root: new AlwaysOnSampler(),
      remoteParentSampled: fromRatio,
      remoteParentNotSampled: new AlwaysOffSampler(),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('souk-backend')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<DatabaseWork, Span>()
  const onWork = {
    start(work: DatabaseWork) {
      const parent = current.getStore()
      // The server's own work is not part of a request.
      if (parent) spans.set(work, startDatabaseSpan(work, parent))
    },
    asyncEnd: (work: DatabaseWork) => spans.get(work)?.end(),
    error(work: DatabaseWork & { readonly error?: unknown }) {
      spans.get(work)?.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => undefined,
    asyncStart: () => undefined,
  }
  const startDatabaseSpan = ({ name, statement }: DatabaseWork, parent: Context) =>
    tracer.startSpan(
      name,
      {
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement?.slice(0, LONGEST_STATEMENT) },
      },
      parent,
    )
  /** The caller's trace; the root without a readable one. */
  const parentOf = ({ headers }: IncomingMessage) =>
    headers.traceparent === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
  const startRequestSpan = (request: IncomingMessage, parent: Context) => {
    const [url, method] = [request.url ?? '', request.method ?? '']
    // Omits the query, which contains tokens and search terms.
    const attributes = { 'http.request.method': method, 'url.path': url.split('?', 1)[0] ?? '' }
    return tracer.startSpan(`${method} ${serviceOf(url)}`, { kind: SpanKind.SERVER, attributes }, parent)
  }
  databaseChannel.subscribe(onWork)
  const ends: (() => void)[] = [() => void databaseChannel.unsubscribe(onWork)]

  return {
    watchServer(server) {
      const end = followRequests(server, (request, response) => {
        const parent = parentOf(request)
        if (!trace.getSpanContext(parent) && Math.random() >= ratio) return null
        const span = startRequestSpan(request, parent)
        current.enterWith(trace.setSpan(ROOT_CONTEXT, span))
        return () => {
          span.setAttribute('http.response.status_code', response.statusCode)
          if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        }
      })
      ends.push(end)
    },
    logFields(): Readonly<Record<string, string>> {
      const context = current.getStore()
      const span = context && trace.getSpanContext(context)
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
    },
    async close() {
      for (const end of ends) end()
      await provider.shutdown().catch(() => undefined) // the collector is unreachable
    },
  }
}
