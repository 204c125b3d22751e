import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Uploads on the server: `folder` is where it keeps the parts of unfinished ones. */
export const PATIENCE = { timeout: 60_000, interval: 50 }

export interface Part {
  readonly id: string
  readonly bytes: number
}

/** Bytes received of unfinished uploads, by upload id. */
export async function readPartialUploads(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder).catch(() => [])
  const sizes = names
    .filter((name) => !name.endsWith('.json'))
    // It may be finished and removed between the two calls.
    .map(
      async (name) =>
        [
          name,
          await stat(join(folder, name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ] as const,
    )
  return new Map(await Promise.all(sizes))
}

/** Waits until the server has part of a photo, but not all of it. */
export async function waitForPartialUpload(folder: string): Promise<Part> {
  let middle: Part | undefined
  await expect
    .poll(async () => {
      for (const [id, bytes] of await readPartialUploads(folder)) {
        const said = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => '{}')
        const { size = 0 } = JSON.parse(said) as { size?: number }
        if (bytes > size * 0.05 && bytes < size * 0.5) middle = { id, bytes }
      }
      return middle !== undefined
    }, PATIENCE)
    .toBe(true)
  if (!middle) throw new Error('No upload was seen in the middle.')
  return middle
}

/** Waits until the same upload has more bytes than before, so it was resumed where it stopped. */
export async function waitForUploadProgress(folder: string, { id, bytes }: Part): Promise<void> {
  await expect.poll(async () => (await readPartialUploads(folder)).get(id) ?? 0, PATIENCE).toBeGreaterThan(bytes)
}
