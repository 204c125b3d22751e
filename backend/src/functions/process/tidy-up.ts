import { rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Removes this process's socket, and the folder after the last one, when the server is gone and cannot. */
export function tidyUp(socketPath: string): void {
  if (process.platform === 'win32') return // a pipe disappears with its process
  try {
    rmSync(socketPath, { force: true })
    rmdirSync(dirname(socketPath))
  } catch {
    // The folder still holds other sockets.
  }
}
