import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { FunctionPlan } from '../settings.ts'

const TICK_MS = 100
/** What a process without a function takes; limits are counted beyond it. */
const EMPTY_MB = 128
/** Of Linux on every architecture that Deno runs on. */
const TICKS_PER_SECOND = 100

/**
 * Ends a process that uses more memory than its function may, or keeps the processor without answering a question: one in Deno may not
 * end itself. On systems without /proc only the heap is limited, by V8.
 * `ask` sends a question, which the process answers once its event loop is free; `end` is told why, once.
 * @returns called with each answer
 */
export function watchFromOutside(
  child: ChildProcess,
  { memoryMb, cpuMs }: Pick<FunctionPlan, 'memoryMb' | 'cpuMs'>,
  { isBusy, ask, end }: { isBusy: () => boolean; ask: () => void; end: (reason: string) => void },
): () => void {
  let isAsked = false
  let cpuAtQuestion = 0
  const timer = setInterval(() => {
    const used = usageOf(child.pid)
    if (used === null) return
    if (used.memoryMb > memoryMb + EMPTY_MB) return stop('it used more memory than it may')
    if (isAsked) {
      if (used.cpuMs - cpuAtQuestion > cpuMs) stop(`it kept the processor for more than ${cpuMs} ms without a pause`)
      return
    }
    if (!isBusy()) return
    isAsked = true
    cpuAtQuestion = used.cpuMs
    ask()
  }, TICK_MS).unref()
  child.once('exit', () => clearInterval(timer))
  return () => {
    isAsked = false
  }

  function stop(reason: string): void {
    clearInterval(timer)
    end(reason)
  }
}

function usageOf(pid: number | undefined): { memoryMb: number; cpuMs: number } | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  try {
    // After the name, which may contain anything, come state and then numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return {
      cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND,
      memoryMb: Number(kilobytes) / 1024,
    }
  } catch {
    return null // it has just ended
  }
}
