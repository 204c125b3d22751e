import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manifest, readManifest } from './manifest.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-manifest-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function withPath(path: string): Promise<Manifest> {
  const manifest = {
    format: 1,
    startedAt: '2026-11-22T00:00:00.000Z',
    finishedAt: '2026-11-22T00:01:00.000Z',
    database: 'files',
    postgresMajor: 18,
    objects: 'here',
    files: [{ path, bytes: 1, sha256: 'a'.repeat(64) }],
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return readManifest(folder)
}

test.each(['postgres/base/5/112', 'objects/a..b/.keep', 'postgres/...', 'Straße/ä b.webp'])(
  'a file of the backup may be called %s',
  async (path) => {
    expect((await withPath(path)).files[0]?.path).toBe(path)
  },
)

// A manipulated manifest must not write outside the restored folder.
test.each(['../secrets', 'objects/../../secrets', '/etc/passwd', 'objects/..', './x', 'a//b', 'a\\..\\b', 'a\0b', ''])(
  'a manifest that names %j is refused',
  async (path) => {
    await expect(withPath(path)).rejects.toThrow('damaged')
  },
)
