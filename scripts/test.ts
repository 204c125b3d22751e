import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './ensure-chromium.ts'
import { ensureRedis, HOW_TO_GET_REDIS } from './ensure-redis.ts'

/**
 * `npm test`: the checks, then every test there is (unit, policies, acceptance, end to end), then the totals.
 * Arguments go to the test runner: `npm test -- --project acceptance`.
 */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const redis = ensureRedis()
if (redis === null) console.log(`What needs Redis is skipped; to run it, ${HOW_TO_GET_REDIS}.`)
const reports = mkdtempSync(join(tmpdir(), 'souk-report-'))
const report = join(reports, 'tests.json')
const environment = {
  ...process.env,
  TEST_REPORT: report,
  CHROMIUM: ensureChromium(),
  ...(redis === null ? {} : { REDIS_SERVER: redis }),
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment }).status === 0
}

const checked = run(process.execPath, ['scripts/check.ts', '--no-unit'])
const built = run(process.execPath, ['scripts/build-web.ts'])
const fresh = run(process.execPath, ['scripts/generate-types.ts', '--check'])

const passed = run(bin('vitest'), ['run', ...process.argv.slice(2)])

const totals = JSON.parse(readFileSync(report, 'utf8')) as {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}
rmSync(reports, { recursive: true, force: true })
for (const [name, ok] of Object.entries({ checks: checked, 'web build': built, 'generated types': fresh })) {
  console.log(`${name}: ${ok ? 'ok' : 'FAILED'}`)
}
const skipped = totals.numPendingTests > 0 ? `, ${totals.numPendingTests} skipped` : ''
console.log(`Tests: ${totals.numPassedTests} passed, ${totals.numFailedTests} failed${skipped}`)
process.exit(checked && built && fresh && passed ? 0 : 1)
