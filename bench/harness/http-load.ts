import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { HttpLoad, HttpReport, HttpResult } from './clients/http-client.ts'
import { hasWrk, wrkLoad } from './wrk.ts'

export interface Target {
  /** Several are requested in rotation. */
  readonly url: string | readonly string[]
  readonly headers: Record<string, string>
  /** Default GET. */
  readonly method?: string
  readonly body?: string | null
}

export interface Amount {
  readonly connections: number
  readonly seconds?: number
  readonly requests?: number
}

const clients: ChildProcess[] = []
let last: Promise<unknown> = Promise.resolve()
let usesWrk: Promise<boolean> | null = null

/**
 * Runs a load in a separate process: by wrk if installed, else by a client of plain sockets. Loads run one after another.
 * @throws {Error} for any status but 200
 */
export function httpLoad(target: Target, amount: Amount): Promise<HttpResult> {
  const result = last.then(() => run(target, amount))
  last = result.catch(() => undefined) // reported to the caller
  return result
}

async function run(target: Target, amount: Amount): Promise<HttpResult> {
  const { method = 'GET', headers, body = null } = target
  const { connections, seconds, requests } = amount
  const urls = [target.url].flat()
  const [url = '', ...more] = urls
  // wrk measures whole seconds.
  if (seconds !== undefined && more.length === 0) {
    usesWrk ??= chooseWrk()
    if (await usesWrk) return wrkLoad({ url, method, headers, body }, connections, seconds)
  }
  const end = { seconds: seconds ?? null, requests: requests ?? null }
  return bySockets({ urls, method, headers, body, connections, ...end })
}

/** BENCH_CLIENT=sockets skips wrk, to compare the two. */
async function chooseWrk(): Promise<boolean> {
  const isThere = process.env.BENCH_CLIENT !== 'sockets' && (await hasWrk())
  console.log(
    isThere
      ? 'Loads over HTTP are made by wrk.'
      : 'Loads over HTTP are made by a client in JavaScript, which takes part of the cores itself: install wrk (apt-get install wrk).',
  )
  return isThere
}

/** Runs loads one after another in the same process, whose code is warm from the second on. */
async function bySockets(load: HttpLoad): Promise<HttpResult> {
  const client = clients[0] ?? startClient()
  client.ref()
  client.channel?.ref()
  client.send(load)
  const ended = once(client, 'exit').then(() => [{ error: 'the client ended' }])
  const [report] = (await Promise.race([once(client, 'message'), ended])) as [HttpReport]
  // Only a running load keeps the bench alive.
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
