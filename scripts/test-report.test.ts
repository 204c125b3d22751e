import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReport, toRunAgain, totalsOf } from './test-report.ts'

const ROOT = '/souk'
const fileOf = (name: string, status: string, ...tests: string[]) => ({
  name: `${ROOT}/${name}`,
  status,
  message: '',
  assertionResults: tests.map((each, index) => ({
    status: each,
    fullName: `test ${index + 1}`,
    failureMessages: each === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})

function reportOf(...testResults: readonly unknown[]) {
  const folder = mkdtempSync(join(tmpdir(), 'souk-report-test-'))
  try {
    const file = join(folder, 'tests.json')
    writeFileSync(file, JSON.stringify({ testResults }))
    return readReport(file, ROOT)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the totals cover all files', () => {
  const report = reportOf(
    fileOf('a.test.ts', 'passed', 'passed', 'passed'),
    fileOf('b.test.ts', 'failed', 'failed', 'skipped'),
  )
  expect(totalsOf(report)).toEqual({ passed: 2, failed: 1, skipped: 1, broken: 1 })
})

test('a file that failed is run again, also when only its setup failed', () => {
  const report = reportOf(
    fileOf('a.test.ts', 'passed', 'passed'),
    fileOf('b.test.ts', 'failed', 'passed', 'failed'),
    fileOf('c.test.ts', 'failed'),
  )
  expect(toRunAgain(report)).toEqual(['b.test.ts', 'c.test.ts'])
})

test('results of the second run replace those of the first', () => {
  const first = reportOf(fileOf('a.test.ts', 'passed', 'passed'), fileOf('b.test.ts', 'failed', 'failed', 'passed'))
  const second = reportOf(fileOf('b.test.ts', 'passed', 'passed', 'passed'))
  expect(totalsOf(new Map([...first, ...second]))).toEqual({ passed: 3, failed: 0, skipped: 0, broken: 0 })
  const again = reportOf(fileOf('b.test.ts', 'failed', 'failed', 'passed'))
  expect(totalsOf(new Map([...first, ...again]))).toMatchObject({ failed: 1, broken: 1 })
})

test('nothing is run again when all passed, or when seven files failed', () => {
  expect(toRunAgain(reportOf(fileOf('a.test.ts', 'passed', 'passed')))).toEqual([])
  const broken = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => fileOf(`${name}.test.ts`, 'failed', 'failed'))
  expect(toRunAgain(reportOf(...broken))).toEqual([])
})

test('a file reports its first failure', () => {
  const report = reportOf(fileOf('a.test.ts', 'passed', 'passed'), fileOf('b.test.ts', 'failed', 'passed', 'failed'))
  expect([...report.values()].map(({ firstFailure }) => firstFailure)).toEqual(['', 'test 2\nexpected 1 to be 2'])
})
