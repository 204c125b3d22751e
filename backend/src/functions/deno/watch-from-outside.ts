import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { FunctionPlan } from '../settings.ts'

const TICK_MS = 100
/** Baseline of a process without a function, added to the limits. */
const EMPTY_MB = 128
/** The same on Linux for every architecture that Deno supports. */
const TICKS_PER_SECOND = 100

/**
 * Ends a process that exceeds its memory limit, or uses CPU time without answering a ping, because a Deno process cannot end itself. On
 * systems without /proc only V8's heap limit applies.
 * `ask` sends a ping, which the process answers once its event loop is free; `end` is called once, with the reason.
 * @returns to be called with each answer
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
    // The name may contain any characters; after it come the state and numbers.
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
