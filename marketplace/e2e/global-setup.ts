import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeTemplate } from './souk-process.ts'

/** Sets the folder for the data folders that servers copy at start (souk-process.ts), one per run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = join(tmpdir(), `souk-templates-${process.pid}`)
  await mkdir(templates, { recursive: true, mode: 0o700 })
  project.provide('templates', templates)
  // In a whole run the browser tests come last and all begin with the demo market: it is filled meanwhile.
  const isEarly = process.env.TEST_REPORT && project.name === 'e2e-wide'
  const making = isEarly ? makeTemplate(templates, 'demo').catch(console.error) : undefined
  return async () => {
    await making
    await rm(templates, { recursive: true, force: true })
  }
}
