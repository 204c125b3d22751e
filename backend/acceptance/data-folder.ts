import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyDataFolder } from '../src/testing/data-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped data folder with the fixture migrations applied; null when the server under test is external. */
    migrated: string | null
  }
}

/**
 * Creates a data folder for the fixture application. Its migrations have already run, so that a server starts quickly; it has no keys yet.
 * @param name  part of the enclosing folder's name, which identifies its owner
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
