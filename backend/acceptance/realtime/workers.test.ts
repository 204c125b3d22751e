import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeTwoProcesses } from './between-processes.ts'
import type { Version } from './channels.ts'
import { clientOf, makeInstallation, processOf, startFromCommandLine } from './processes.ts'

/** WORKERS=2: two processes on one port. A socket may land on either, so the tests ask which. */

/** Processes start slowly on a busy machine. */
const SLOW_START = 300_000
const FIRST_SOCKET_MS = 90_000
vi.setConfig({ testTimeout: 120_000 })
const cleanUp: (() => Promise<void>)[] = []
let server: Awaited<ReturnType<typeof startFromCommandLine>>
const workers: string[] = []

beforeAll(async () => {
  const { environment, remove } = await makeInstallation()
  cleanUp.push(remove)
  // No process is killed here, and a worker delayed by a busy machine must not count as gone.
  server = await startFromCommandLine({ ...environment, WORKERS: '2', REALTIME_PEER_TIMEOUT: '60' })
  cleanUp.push(() => server.stop())
}, SLOW_START)
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
}, SLOW_START)

async function connect(wanted: 0 | 1, vsn: Version, who: 'visitor' | 'operator' = 'visitor') {
  // The port responds as soon as one of them runs: the other may still be starting.
  for (const until = Date.now() + FIRST_SOCKET_MS; Date.now() < until; ) {
    const client = clientOf(server, vsn, who)
    const worker = await processOf(client)
    if (!workers.includes(worker)) workers.push(worker)
    if (workers[wanted] === worker) return client
    client.realtime.disconnect()
  }
  throw new Error('no socket came to the other worker')
}

describeTwoProcesses(connect)

test('both workers accepted sockets', () => {
  expect(workers).toHaveLength(2)
})
