import { execFile, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ApiCall } from './api-call.ts'

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js')

/** Requests per second over `connections` connections, from a process of its own. Any answer but 2xx is an error. */
export async function httpRate(call: ApiCall, connections: number, seconds: number): Promise<number> {
  const args = [
    autocannon,
    '--json',
    '--no-progress',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    '-m',
    call.method,
  ]
  for (const [name, value] of Object.entries(call.headers)) args.push('-H', `${name}=${value}`)
  if (call.body !== null) args.push('-b', call.body)
  const { stdout } = await promisify(execFile)(process.execPath, [...args, call.url], { maxBuffer: 16_000_000 })
  const result = JSON.parse(stdout) as { '2xx': number; non2xx: number; errors: number; duration: number } // autocannon's documented result
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${call.url} was answered ${result.non2xx} times with an error, ${result.errors} connections broke`)
  }
  return result['2xx'] / result.duration
}

/** A request without a body. */
export function get(url: string, headers: Record<string, string> = {}): ApiCall {
  return { url, method: 'GET', headers, body: null }
}

/** Runs one of the bare servers beside this file as a process of its own; its first line is its address. */
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
