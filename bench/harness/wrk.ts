import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { ApiCall } from '../data-api/api-call.ts'
import type { HttpResult } from './clients/http-client.ts'

const SCRIPT = join(import.meta.dirname, 'clients/wrk.lua')
/** Tolerated deviation from the mean response length. A cached response that was read again may lack a header or two. */
const TOLERANCE = 0.02

/** Whether wrk is installed. It prints its version and then fails for lack of a URL. */
export async function hasWrk(): Promise<boolean> {
  const said = await promisify(execFile)('wrk', ['-v']).catch((error: { stdout?: string }) => error)
  return said.stdout?.startsWith('wrk ') ?? false
}

/** Output of wrk through `clients/wrk.lua`; times in microseconds. */
interface WrkResult {
  readonly requests: number
  readonly bytes: number
  readonly duration: number
  readonly broken: number
  readonly refused: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/**
 * Repeats one request on a number of connections, for whole seconds, with wrk: it takes a tenth of the CPU time that a JavaScript client
 * takes from the server on the same cores. The request is sent once before.
 * @throws {Error} for a status other than 200, broken connections, or responses of another length than the first
 */
export async function wrkLoad(call: ApiCall, connections: number, seconds: number): Promise<HttpResult> {
  const expected = await lengthOfAnswer(call)
  const headers = Object.entries(call.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '60s', '-s', SCRIPT]
  const { stdout } = await promisify(execFile)('wrk', [...options, ...headers, call.url, call.method, call.body ?? ''])
  const line = /^result (.*)$/m.exec(stdout)?.[1]
  if (line === undefined) throw new Error(`wrk said nothing of ${call.url}: ${stdout}`)
  const result = JSON.parse(line) as WrkResult // printed by our own script
  requireSame(call.url, result, expected, connections)
  return {
    requests: result.requests,
    perSecond: result.requests / (result.duration / 1e6),
    p50: result.p50 / 1000,
    p95: result.p95 / 1000,
    p99: result.p99 / 1000,
  }
}

/** @param expected  length of the first response in bytes  @throws {Error} for broken connections or other responses */
export function requireSame(
  url: string,
  { requests, bytes, broken, refused }: Pick<WrkResult, 'requests' | 'bytes' | 'broken' | 'refused'>,
  expected: number,
  connections: number,
): void {
  if (broken > 0 || refused > 0) {
    throw new Error(`${url} was answered ${refused} times with an error, ${broken} connections broke`)
  }
  // Responses in flight at the end are only counted in bytes.
  const least = requests * expected * (1 - TOLERANCE)
  const most = (requests + connections) * expected * (1 + TOLERANCE)
  if (requests === 0 || bytes < least || bytes > most) {
    throw new Error(`${url} was answered ${requests} times with ${bytes} bytes, and first with ${expected}`)
  }
}

/** Length in bytes of one response, including the head. */
async function lengthOfAnswer({ url, method, headers, body }: ApiCall): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  try {
    const asking = request(url, { method, headers, agent })
    asking.end(body ?? undefined)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    const { length } = await buffer(answer)
    if (answer.statusCode !== 200) throw new Error(`${url} was answered ${answer.statusCode}`)
    if (answer.headers['content-length'] !== String(length)) throw new Error(`${url} was answered without a length`)
    const lines = [`HTTP/1.1 200 ${answer.statusMessage}`]
    for (let at = 0; at < answer.rawHeaders.length; at += 2) {
      lines.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`)
    }
    return Buffer.byteLength(`${lines.join('\r\n')}\r\n\r\n`, 'latin1') + length
  } finally {
    agent.destroy()
  }
}
