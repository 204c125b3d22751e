import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, installHeadlessShell } from './ensure-chromium.ts'
import { ensureRedis, HOW_TO_GET_REDIS } from './ensure-redis.ts'
import { readReport, type TestReport, toRunAgain, totalsOf } from './test-report.ts'

/**
 * `npm test`: the checks, then all tests (unit, policies, acceptance, end to end), then the totals. Arguments go to the test runner: `npm
 * test -- --project acceptance`.
 */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const redis = ensureRedis()
if (redis === null) console.log(`What needs Redis is skipped; to run it, ${HOW_TO_GET_REDIS}.`)
installHeadlessShell()
const reports = mkdtempSync(join(tmpdir(), 'souk-report-'))
const report = join(reports, 'tests.json')
const environment = {
  ...process.env,
  TEST_REPORT: report,
  CHROMIUM: ensureChromium(),
  // For all programs that tests start.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  ...(redis === null ? {} : { REDIS_SERVER: redis }),
}

async function run(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return code === 0
}

/** Runs a script concurrently; prints its whole output when it ends. */
async function runBeside(...args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk)
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  process.stdout.write(said)
  return code === 0
}

// Tests wait more than they compute, which leaves time for the checks. Browser tests need the build.
const checking = runBeside('scripts/check.ts', '--no-unit')
const built = await runBeside('scripts/build-web.ts')
const comparing = runBeside('scripts/generate-types.ts', '--check')

let ran = await run(bin('vitest'), ['run', ...process.argv.slice(2)])
const first = readReport(report, root)
const again = toRunAgain(first)
if (again.length > 0) {
  console.log(`Failed, and run once more, alone:\n${again.map((name) => `  ${name}\n`).join('')}`)
  rmSync(report)
  ran = await run(bin('vitest'), ['run', '--no-file-parallelism', ...again])
}
const second: TestReport = again.length > 0 ? readReport(report, root) : new Map()
for (const name of again) {
  if (!second.get(name)?.isBroken) console.log(`FLAKY ${name} > ${first.get(name)?.firstFailure}\n`)
}
const [checked, fresh] = await Promise.all([checking, comparing])
const { passed, failed, skipped, broken } = totalsOf(new Map([...first, ...second]))
rmSync(reports, { recursive: true, force: true })
for (const [name, ok] of Object.entries({ checks: checked, 'web build': built, 'generated types': fresh })) {
  console.log(`${name}: ${ok ? 'ok' : 'FAILED'}`)
}
console.log(`Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
if (broken > 0) console.log(`Files that failed: ${broken}`)
process.exit(checked && built && fresh && ran && broken === 0 ? 0 : 1)
