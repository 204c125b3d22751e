import { existsSync, watch } from 'node:fs'

/** Debounce: editors write a file in several steps. */
const QUIET_MS = 100

/**
 * Calls `changed` after files below a folder have changed, debounced, and never concurrently.
 * @returns a function that stops it
 */
export function watchFiles(folder: string, changed: () => void | Promise<void>): () => void {
  if (!existsSync(folder)) return () => undefined
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    if (file !== null && /(^|[\\/])(node_modules|\.[^\\/]+)[\\/]/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(changed)
    }, QUIET_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
