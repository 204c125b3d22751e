import type { Reporter, TestCase } from 'vitest/node'

/** A reporter that names, at the end, every test that passed only at its second try: each is a fault still to be found. */
export function secondTries(): Reporter {
  const names: string[] = []
  return {
    onTestCaseResult(test: TestCase) {
      if (test.diagnostic()?.flaky) names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
    },
    onTestRunEnd() {
      if (names.length > 0)
        console.log(`Passed only at the second try:\n${names.map((name) => `  ${name}\n`).join('')}`)
    },
  }
}
