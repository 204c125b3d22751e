import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a function did although nobody waits for its answer any more, kept outside of its process. */
const fileOf = (mark: string) => join(tmpdir(), `function-mark-${mark.replaceAll(/[^a-z0-9-]/g, '')}`)

export function leaveMark(mark: string): void {
  writeFileSync(fileOf(mark), '')
}

/** True once: who finds a mark takes it away. */
export function takeMark(mark: string): boolean {
  const isThere = existsSync(fileOf(mark))
  rmSync(fileOf(mark), { force: true })
  return isThere
}
