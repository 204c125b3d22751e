import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Records outside the process what a function did after its caller stopped waiting. */
const fileOf = (mark: string) => join(tmpdir(), `function-mark-${mark.replaceAll(/[^a-z0-9-]/g, '')}`)

export function leaveMark(mark: string): void {
  writeFileSync(fileOf(mark), '')
}

/** Takes a mark: true once, then it is removed. */
export function takeMark(mark: string): boolean {
  const isThere = existsSync(fileOf(mark))
  rmSync(fileOf(mark), { force: true })
  return isThere
}
