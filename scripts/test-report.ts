import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Test results of one file. */
interface FileResult {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** A test failed, or the setup around the tests. */
  readonly isBroken: boolean
  /** Name and message of the first failed test, or the error that stopped the file; '' when nothing failed. */
  readonly firstFailure: string
}

/** Results by file path, relative to the project root. */
export type TestReport = ReadonlyMap<string, FileResult>

/** When more files than this fail, something is broken, and it is not the machine's load. */
const MOST_FILES = 6

/** Reads the test runner's JSON report. @throws when it is missing: the runner itself crashed. */
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
 * Files to run once more, alone, since tests can fail on a busy machine. Real failures fail again.
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
