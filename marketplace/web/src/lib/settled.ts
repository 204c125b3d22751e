/** From the last event of a burst. */
const SETTLED_MS = 500

/** Calls `work` once after a burst of events. */
export function whenSettled(work: () => void): { readonly later: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    later() {
      stop()
      timer = setTimeout(work, SETTLED_MS)
    },
    stop,
  }
}
