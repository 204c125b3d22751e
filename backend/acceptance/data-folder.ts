import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyDataFolder } from '../src/testing/data-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped data folder in which the fixture migrations ran; null where the server under test is elsewhere. */
    migrated: string | null
  }
}

/**
 * A data folder of a test's own for the fixture application. Its migrations ran in it already, so that a server on it starts
 * in a moment; keys it has none yet.
 * @param name  in the name of the folder that is made around it, to tell whose it is
 */
export async function migratedFolder(
  name: string,
): Promise<{ parent: string; dataDir: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), `souk-${name}-`))
  const dataDir = join(parent, 'data')
  const migrated = inject('migrated')
  if (migrated !== null) await copyDataFolder(migrated, dataDir)
  return { parent, dataDir, remove: () => rm(parent, { recursive: true, force: true }) }
}
