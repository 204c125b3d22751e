import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { HttpLoad, HttpResult } from './clients/http-client.ts'

/** Runs a load from a process of its own. @throws {Error} for any answer but 200 */
export async function httpLoad(
  target: { url: string; headers: Record<string, string> },
  amount: { connections: number; seconds?: number; requests?: number },
): Promise<HttpResult> {
  const { connections, seconds = null, requests = null } = amount
  const load: HttpLoad = { ...target, connections, seconds, requests }
  const client = join(import.meta.dirname, 'clients/http-client.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [client, JSON.stringify(load)])
  return JSON.parse(stdout) as HttpResult
}
