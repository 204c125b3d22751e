import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { HttpLoad, HttpReport, HttpResult } from './clients/http-client.ts'

const clients: ChildProcess[] = []
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a load from a process of its own, one load after another in the same process: its code is warm from the second on.
 * @param target  `url` may be several, asked by turns
 * @throws {Error} for any answer but 200
 */
export function httpLoad(
  target: { url: string | readonly string[]; headers: Record<string, string> },
  amount: { connections: number; seconds?: number; requests?: number },
): Promise<HttpResult> {
  const { connections, seconds = null, requests = null } = amount
  const load: HttpLoad = { urls: [target.url].flat(), headers: target.headers, connections, seconds, requests }
  const result = last.then(() => run(load))
  last = result.catch(() => undefined) // whoever asked for it is told
  return result
}

async function run(load: HttpLoad): Promise<HttpResult> {
  const client = clients[0] ?? startClient()
  client.ref()
  client.channel?.ref()
  client.send(load)
  const ended = once(client, 'exit').then(() => [{ error: 'the client ended' }])
  const [report] = (await Promise.race([once(client, 'message'), ended])) as [HttpReport]
  // Nothing but a load under way keeps the bench alive.
  client.unref()
  client.channel?.unref()
  if ('error' in report) throw new Error(report.error)
  return report
}

function startClient(): ChildProcess {
  const client = fork(join(import.meta.dirname, 'clients/http-client.ts'))
  client.setMaxListeners(0)
  clients.push(client)
  process.once('exit', () => client.kill())
  return client
}
