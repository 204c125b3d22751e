import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTracing } from './open-tracing.ts'

/** Trace ids of a server's log records, by the header of the request. */
async function tracedAt(ratio: number, headers: readonly (string | null)[]): Promise<(string | undefined)[]> {
  // No span is sent at ratio 0, and nobody answers there.
  const tracing = openTracing({ endpoint: 'http://127.0.0.1:9', ratio, serviceName: 'test' })
  const server = createServer((_, response) => {
    response.end(JSON.stringify(tracing.logFields()))
  })
  tracing.watchServer(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await tracing.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  return Promise.all(
    headers.map(async (header) => {
      const answer = await fetch(url, { headers: header === null ? {} : { traceparent: header } })
      return ((await answer.json()) as { trace_id?: string }).trace_id
    }),
  )
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('an unreadable trace header cannot force a trace, and a readable one names the log records', async () => {
  const headers = [null, 'rubbish', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${TRACE}-00f067aa0ba902b7-01`]
  expect(await tracedAt(0, headers)).toEqual([undefined, undefined, undefined, TRACE])
})
