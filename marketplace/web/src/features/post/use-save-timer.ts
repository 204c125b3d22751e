import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from './use-latest.ts'

/** Debounce of saving, in milliseconds. */
const QUIET_MS = 2000
/** Backoff after failures. */
const RETRY_MS = { first: 2000, most: 30_000 }

interface SaveTimerOptions {
  save: () => Promise<void>
  isWorthRetrying: (error: unknown) => boolean
  canSave: () => boolean
  isWaiting: () => boolean
}

/** Schedules saves: debounced, retried, on reconnect, and when the page is hidden. */
export function useSaveTimer(options: SaveTimerOptions) {
  const settings = useLatest(options)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pause = useRef(RETRY_MS.first)

  const schedule = useCallback(
    (delay: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // Failures show in the header and are retried.
        settings.current.save().then(
          () => {
            pause.current = RETRY_MS.first
          },
          (error: unknown) => {
            if (settings.current.isWorthRetrying(error)) schedule(pause.current)
            pause.current = Math.min(RETRY_MS.most, pause.current * 2)
          },
        )
      }, delay)
    },
    [settings],
  )

  useEffect(() => {
    const tryAgain = () => {
      if (settings.current.canSave()) schedule(0)
    }
    // A hidden tab may be discarded: save now.
    const leaving = () => {
      if (document.visibilityState === 'hidden' && settings.current.isWaiting()) tryAgain()
    }
    window.addEventListener('online', tryAgain)
    document.addEventListener('visibilitychange', leaving)
    return () => {
      window.removeEventListener('online', tryAgain)
      document.removeEventListener('visibilitychange', leaving)
      clearTimeout(timer.current)
    }
  }, [settings, schedule])

  return {
    saveSoon: useCallback(() => schedule(QUIET_MS), [schedule]),
    stop: useCallback(() => clearTimeout(timer.current), []),
  }
}
