import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

async function postmaster(folder: string): Promise<number> {
  const file = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(file.split('\n', 1))
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('stopping while a killed server is being restarted leaves no server behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-restart-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const running = await startEmbeddedPostgres(folder, pino({ level: 'silent' }))
  const first = await postmaster(folder)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => postmaster(folder), { interval: 1 }).not.toBeOneOf([first, 0])
  const second = await postmaster(folder)
  await running.stop()
  expect(isAlive(second)).toBe(false)
})
