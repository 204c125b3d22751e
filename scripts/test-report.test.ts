import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReport, totalsOf, worthAnotherTry } from './test-report.ts'

const ROOT = '/souk'
const fileOf = (name: string, status: string, ...tests: string[]) => ({
  name: `${ROOT}/${name}`,
  status,
  assertionResults: tests.map((each) => ({ status: each })),
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

test('the totals are those of all files', () => {
  const report = reportOf(
    fileOf('a.test.ts', 'passed', 'passed', 'passed'),
    fileOf('b.test.ts', 'failed', 'failed', 'skipped'),
  )
  expect(totalsOf(report)).toEqual({ passed: 2, failed: 1, skipped: 1, broken: 1 })
})

test('a file that failed is worth another try, also when only what stands around its tests failed', () => {
  const report = reportOf(
    fileOf('a.test.ts', 'passed', 'passed'),
    fileOf('b.test.ts', 'failed', 'passed', 'failed'),
    fileOf('c.test.ts', 'failed'),
  )
  expect(worthAnotherTry(report)).toEqual(['b.test.ts', 'c.test.ts'])
})

test('what the second try says of its files counts', () => {
  const first = reportOf(fileOf('a.test.ts', 'passed', 'passed'), fileOf('b.test.ts', 'failed', 'failed', 'passed'))
  const second = reportOf(fileOf('b.test.ts', 'passed', 'passed', 'passed'))
  expect(totalsOf(new Map([...first, ...second]))).toEqual({ passed: 3, failed: 0, skipped: 0, broken: 0 })
  const again = reportOf(fileOf('b.test.ts', 'failed', 'failed', 'passed'))
  expect(totalsOf(new Map([...first, ...again]))).toMatchObject({ failed: 1, broken: 1 })
})

test('nothing is tried again when all passed, or when four files failed', () => {
  expect(worthAnotherTry(reportOf(fileOf('a.test.ts', 'passed', 'passed')))).toEqual([])
  const broken = ['a', 'b', 'c', 'd'].map((name) => fileOf(`${name}.test.ts`, 'failed', 'failed'))
  expect(worthAnotherTry(reportOf(...broken))).toEqual([])
})
