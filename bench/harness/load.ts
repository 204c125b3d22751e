import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ApiCall } from '../data-api/api-call.ts'
import { httpLoad } from './http-load.ts'

/** Requests per second over `connections` connections, from a separate process. @throws {Error} for any status but 200 */
export async function httpRate(call: ApiCall, connections: number, seconds: number): Promise<number> {
  return (await httpLoad(call, { connections, seconds })).perSecond
}

/** Runs one of the bare servers beside this file in a separate process; its first line of output is its URL. */
export async function startBareServer(
  name: string,
  ...args: string[]
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'servers', name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
