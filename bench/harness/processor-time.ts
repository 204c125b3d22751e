import { readdir, readFile } from 'node:fs/promises'
import type { HttpResult } from './clients/http-client.ts'

/** A load with the CPU microseconds per request of the measured processes. */
export interface Costed extends HttpResult {
  readonly cost: number
}

/**
 * Runs a load and divides the CPU time of the given processes by its requests. Unlike a rate this hardly depends on other load, except
 * through CPU caches.
 */
export async function costOf(pids: readonly number[], load: () => Promise<HttpResult>): Promise<Costed> {
  const before = await processorMicroseconds(pids)
  const result = await load()
  return { ...result, cost: ((await processorMicroseconds(pids)) - before) / result.requests }
}

/** CPU nanoseconds come first in a thread's schedstat (proc(5)); NaN where it does not exist. */
async function processorMicroseconds(pids: readonly number[]): Promise<number> {
  const threads = await Promise.all(
    pids.map(async (pid) => {
      const names = await readdir(`/proc/${pid}/task`).catch(() => [])
      return Promise.all(
        names.map((name) => readFile(`/proc/${pid}/task/${name}/schedstat`, 'utf8').catch(() => '')), // has exited
      )
    }),
  )
  return threads.flat().reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1000, 0)
}
