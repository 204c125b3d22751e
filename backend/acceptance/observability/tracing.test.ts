import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from '../auth/own-server.ts'

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}
interface SentTraces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[]
}

const spans: SentSpan[] = []
let text = ''
/** Receives traces from the official exporter, as OTLP JSON. */
const collector = createServer(async (request, response) => {
  const sent = (await json(request)) as SentTraces // as the protocol has it
  text += JSON.stringify(sent)
  spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  response.setHeader('content-type', 'application/json').end('{}')
})

let server: OwnServer
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}` // listens on TCP
  server = await startOwnServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '1' })
})
afterAll(async () => {
  await server.close()
  collector.close()
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a trace spans the caller’s request and its SQL, without values', async () => {
  const headers = {
    apikey: server.backend.keyring.apiKeys.publishableKey,
    traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
  }
  await fetch(`${server.url}/rest/v1/rpc/nothing?apikey=secret-key&name=secret-value`, { headers })
  const account = { email: 'secret-person@example.com', password: 'secret-password-42' }
  const body = JSON.stringify(account)
  await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const named = (name: string) => spans.find((span) => span.name === name && span.traceId === TRACE)
  await expect.poll(() => named('POST auth') && named('transaction'), { timeout: 20_000 }).toBeTruthy()
  expect(named('POST auth')?.parentSpanId).toBe('00f067aa0ba902b7')
  expect(named('transaction')?.parentSpanId).toBe(named('POST auth')?.spanId)
  expect(named('GET rest')?.attributes).toContainEqual({
    key: 'url.path',
    value: { stringValue: '/rest/v1/rpc/nothing' },
  })
  expect(text).not.toContain('secret-')
})

test('requests without a trace get their own, and callers may opt out', async () => {
  const before = spans.length
  await fetch(`${server.url}/healthz`, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-00` } })
  await Promise.all([fetch(`${server.url}/readyz`), fetch(`${server.url}/readyz`)])
  const since = () => spans.slice(before).filter(({ name }) => name === 'GET health')
  await expect.poll(() => since().length, { timeout: 20_000 }).toBe(2)
  expect(new Set(since().map(({ traceId }) => traceId)).size).toBe(2)
})
