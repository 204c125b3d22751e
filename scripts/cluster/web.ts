import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the pages in a separate process, unless they are up to date. */
export function buildWeb(): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../build-web.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The pages could not be built.')
}
