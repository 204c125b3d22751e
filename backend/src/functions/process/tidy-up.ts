import { rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Removes the socket of this process, and its folder after the last one: the server is gone and will not. */
export function tidyUp(socketPath: string): void {
  if (process.platform === 'win32') return // a pipe goes with its process
  try {
    rmSync(socketPath, { force: true })
    rmdirSync(dirname(socketPath))
  } catch {
    // Others are still in the folder.
  }
}
