import { afterAll, beforeAll, expect, test } from 'vitest'
import { privateFolder, startSouk } from './souk-process.ts'

let folder: Awaited<ReturnType<typeof privateFolder>>

beforeAll(async () => {
  folder = await privateFolder('migrations')
})
afterAll(() => folder?.remove())

test('a second start is ready within 2 seconds', async () => {
  const startedAt = performance.now()
  const souk = await startSouk(folder.path, { DEMO: '0' })
  const elapsedMs = performance.now() - startedAt
  await souk.end()

  expect(elapsedMs).toBeLessThan(2000)
})
