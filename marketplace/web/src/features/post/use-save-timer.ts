import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from './use-latest.ts'

/** How long the typing must rest before the draft goes to the server. */
const QUIET_MS = 2000
/** After a save that failed, doubled each time. */
const RETRY_MS = { first: 2000, most: 30_000 }

interface SaveTimerOptions {
  save: () => Promise<void>
  /** Whether a save that failed so may get through later. */
  isWorthRetrying: (error: unknown) => boolean
  /** Whether there is something that may be saved without being asked. */
  canSave: () => boolean
  /** Whether something has been typed that no save has picked up yet. */
  isWaiting: () => boolean
}

/** When to save: once the typing rests, again after a failure, when the connection is back, and when the page is put away. */
export function useSaveTimer(options: SaveTimerOptions) {
  const settings = useLatest(options)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pause = useRef(RETRY_MS.first)

  const schedule = useCallback(
    (delay: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // A save that fails in the background shows in the header; it is tried again until it gets through.
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
    // A phone may never come back to a tab that it has put away: what waits for a quiet moment goes now.
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
