import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run check`: all checks without a browser or a database, most fixable first. */
const root = join(import.meta.dirname, '..')
const steps: readonly (readonly [string, string, readonly string[]])[] = [
  ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
  ['types of the server side', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the web app', 'tsc', ['-p', 'marketplace/web/tsconfig.json']],
  ['types of the console', 'tsc', ['-p', 'backend/console/tsconfig.json']],
  [
    'import directions',
    'depcruise',
    ['--config', '.dependency-cruiser.config.js', 'backend', 'marketplace', 'scripts', 'bench'],
  ],
]

/** `npm test` runs this beside its tests: on one thread the compiler takes three quarters of the processor time. */
const isBesideTests = process.argv.includes('--no-unit')
const failed: string[] = []
for (const [name, command, args] of steps) {
  console.log(`\n> ${name}`)
  const given = command === 'tsc' && isBesideTests ? [...args, '--singleThreaded'] : args
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), given, { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed.push(name)
}
if (!isBesideTests) {
  console.log('\n> unit tests')
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'unit', '--project', 'unit-apart'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (status !== 0) failed.push('unit tests')
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`)
  process.exit(1)
}
