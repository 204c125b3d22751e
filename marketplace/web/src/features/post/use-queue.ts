import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from './use-latest.ts'

type Job = (id: string, signal: AbortSignal) => Promise<void>

/** Runs jobs by id with limited concurrency, in order. Aborts on unmount. */
export function useQueue(atOnce: number, run: Job) {
  const waiting = useRef<string[]>([])
  const running = useRef(new Map<string, AbortController>())
  const latest = useLatest(run)

  const next = useCallback(() => {
    while (running.current.size < atOnce) {
      const id = waiting.current.shift()
      if (id === undefined) return
      const abort = new AbortController()
      running.current.set(id, abort)
      void latest.current(id, abort.signal).finally(() => {
        running.current.delete(id)
        next()
      })
    }
  }, [atOnce, latest])

  useEffect(() => {
    const active = running.current
    return () => {
      waiting.current = []
      for (const abort of active.values()) abort.abort()
    }
  }, [])

  return {
    enqueue(id: string) {
      waiting.current.push(id)
      next()
    },
    cancel(id: string) {
      waiting.current = waiting.current.filter((other) => other !== id)
      running.current.get(id)?.abort()
    },
  }
}
