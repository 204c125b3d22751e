import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Names the folder where the data folders lie that servers start from as copies (souk-process.ts), one for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = join(tmpdir(), `souk-templates-${process.pid}`)
  await mkdir(templates, { recursive: true, mode: 0o700 })
  project.provide('templates', templates)
  return () => rm(templates, { recursive: true, force: true })
}
