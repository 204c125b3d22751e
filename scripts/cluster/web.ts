import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the pages unless they are up to date, in a process of its own. */
export function buildWeb(): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../build-web.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The pages could not be built.')
}
