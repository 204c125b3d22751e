import { open } from 'node:fs/promises'

/** Resolves when the file's bytes are on disk, not only in the page cache. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
