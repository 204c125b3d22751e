import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What became of the tests of one file. */
export interface FileResult {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** A test failed, or what stands around the tests did. */
  readonly isBroken: boolean
  /** Of the first test that failed: its name and what it said, or what stopped the file; '' when nothing failed. */
  readonly firstFailure: string
}

/** Results by file, named from the root of the project. */
export type TestReport = ReadonlyMap<string, FileResult>

/** More files than this fail together because something is broken, not because the machine was busy. */
const MOST_FILES = 6

/** Reads the JSON report of the test runner. @throws when there is none: the runner itself broke down. */
export function readReport(file: string, root: string): TestReport {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: readonly {
      name: string
      status: string
      message: string
      assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] | null }[]
    }[]
  }
  return new Map(
    testResults.map(({ name, status, message, assertionResults }) => {
      const count = (...statuses: string[]) => assertionResults.filter((test) => statuses.includes(test.status)).length
      const failed = count('failed')
      const first = assertionResults.find((test) => test.status === 'failed')
      return [
        relative(root, name),
        {
          passed: count('passed'),
          failed,
          skipped: count('pending', 'skipped', 'todo', 'disabled'),
          isBroken: failed > 0 || status === 'failed',
          firstFailure: first ? `${first.fullName}\n${first.failureMessages?.[0] ?? ''}` : message,
        },
      ]
    }),
  )
}

/**
 * The files that are run once more, alone, so that a busy machine does not throw a day's work away. What is broken fails again.
 * @returns none when nothing failed, or too much.
 */
export function toRunAgain(report: TestReport): readonly string[] {
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
