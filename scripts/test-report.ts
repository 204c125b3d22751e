import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What became of the tests of one file. */
export interface FileResult {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** A test failed, or what stands around the tests did. */
  readonly isBroken: boolean
}

/** Results by file, named from the root of the project. */
export type TestReport = ReadonlyMap<string, FileResult>

/** More files than this fail together because something is broken, not because the machine was busy. */
const MOST_FILES = 3

/** Reads the JSON report of the test runner. @throws when there is none: the runner itself broke down. */
export function readReport(file: string, root: string): TestReport {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: readonly { name: string; status: string; assertionResults: readonly { status: string }[] }[]
  }
  return new Map(
    testResults.map(({ name, status, assertionResults }) => {
      const count = (...statuses: string[]) => assertionResults.filter((test) => statuses.includes(test.status)).length
      const failed = count('failed')
      return [
        relative(root, name),
        {
          passed: count('passed'),
          failed,
          skipped: count('pending', 'skipped', 'todo', 'disabled'),
          isBroken: failed > 0 || status === 'failed',
        },
      ]
    }),
  )
}

/**
 * The files that deserve a second try with the machine to themselves. The steps of a story in two browsers build on one
 * another, so that one which came too late cannot be tried again alone: its whole file is. What is broken fails again.
 * @returns none when nothing failed, or too much.
 */
export function worthAnotherTry(report: TestReport): readonly string[] {
  const broken = [...report].filter(([, { isBroken }]) => isBroken).map(([file]) => file)
  return broken.length <= MOST_FILES ? broken : []
}

/** The totals over all files. */
export function totalsOf(report: TestReport): { passed: number; failed: number; skipped: number; broken: number } {
  const totals = { passed: 0, failed: 0, skipped: 0, broken: 0 }
  for (const { passed, failed, skipped, isBroken } of report.values()) {
    totals.passed += passed
    totals.failed += failed
    totals.skipped += skipped
    totals.broken += isBroken ? 1 : 0
  }
  return totals
}
