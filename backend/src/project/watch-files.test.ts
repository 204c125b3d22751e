import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { watchFiles } from './watch-files.ts'

test('reports files in a folder that appears later, and in folders below it that are newer still', async () => {
  const root = await mkdtemp(join(tmpdir(), 'watch-'))
  const folder = join(root, 'functions')
  const changed = vi.fn<() => void>()
  const stop = watchFiles(folder, changed)
  /** Writes until it is heard: a new folder is only watched a moment after it appears. The interval is longer than the debounce. */
  const heard = (file: string) => {
    changed.mockClear()
    return vi.waitFor(
      async () => {
        await mkdir(join(file, '..'), { recursive: true })
        await writeFile(file, String(performance.now()))
        expect(changed).toHaveBeenCalled()
      },
      { timeout: 20_000, interval: 300 },
    )
  }
  try {
    await heard(join(folder, 'a.ts'))
    await heard(join(folder, 'greet/deep/b.ts'))
    // The folder is there by now, so only the file in it can be heard.
    await heard(join(folder, 'greet/deep/b.ts'))
  } finally {
    stop()
    await rm(root, { recursive: true })
  }
})
