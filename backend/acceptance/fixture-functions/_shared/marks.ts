import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a function did although nobody waits for its answer any more, kept outside of its process. */
const fileOf = (mark: string) => join(tmpdir(), `function-mark-${mark.replaceAll(/[^a-z0-9-]/g, '')}`)

export function leaveMark(mark: string): void {
  writeFileSync(fileOf(mark), '')
}

export function hasMark(mark: string): boolean {
  return existsSync(fileOf(mark))
}
