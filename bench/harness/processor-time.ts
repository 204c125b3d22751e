import { readdir, readFile } from 'node:fs/promises'
import type { HttpResult } from './clients/http-client.ts'

/** A load with the processor time that the processes it was for took, in microseconds for one request. */
export interface Costed extends HttpResult {
  readonly cost: number
}

/**
 * Runs a load and divides the time that some processes had on a core meanwhile. Unlike a rate it does not depend on how
 * many others want the cores, only a little on what they leave in the caches.
 */
export async function costOf(pids: readonly number[], load: () => Promise<HttpResult>): Promise<Costed> {
  const before = await processorMicroseconds(pids)
  const result = await load()
  return { ...result, cost: ((await processorMicroseconds(pids)) - before) / result.requests }
}

/** Nanoseconds on a core stand first in a thread's schedstat (proc(5)); NaN where there is none. */
async function processorMicroseconds(pids: readonly number[]): Promise<number> {
  const threads = await Promise.all(
    pids.map(async (pid) => {
      const names = await readdir(`/proc/${pid}/task`).catch(() => [])
      return Promise.all(
        names.map((name) => readFile(`/proc/${pid}/task/${name}/schedstat`, 'utf8').catch(() => '')), // ended meanwhile
      )
    }),
  )
  return threads.flat().reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1000, 0)
}
