import { existsSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/** Debounce: editors write a file in several steps. */
const QUIET_MS = 100

/**
 * Calls `changed` after files below a folder have changed, debounced, and never concurrently. The folder may appear later.
 * @returns a function that stops it
 */
export function watchFiles(folder: string, changed: () => void | Promise<void>): () => void {
  if (existsSync(folder)) return watchBelow(folder, changed)
  let stop = () => parent.close()
  const parent = watch(dirname(folder), () => {
    if (!existsSync(folder)) return
    parent.close()
    stop = watchBelow(folder, changed, { atOnce: true })
  })
  return () => stop()
}

function watchBelow(folder: string, changed: () => void | Promise<void>, { atOnce = false } = {}): () => void {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(changed)
    }, QUIET_MS)
  }
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || !/(^|[\\/])(node_modules|\.[^\\/]+)[\\/]/.test(file)) schedule()
  })
  if (atOnce) schedule()
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
