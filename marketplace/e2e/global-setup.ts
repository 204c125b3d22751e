import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Sets the folder for the data folders that servers copy at start (souk-process.ts), one per run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = join(tmpdir(), `souk-templates-${process.pid}`)
  await mkdir(templates, { recursive: true, mode: 0o700 })
  project.provide('templates', templates)
  return () => rm(templates, { recursive: true, force: true })
}
