import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { secondTries } from './scripts/second-tries.ts'
import { LongestFirst } from './scripts/test-order.ts'

const WITHOUT_CLOCK = [
  'auth-behaviour',
  'axe-states',
  'backup',
  'configured',
  'deal',
  'drawn',
  'finding',
  'keyboard',
  'moderation',
  'notifications',
  'offline',
  'own-data',
  'places',
  'posting',
  'process',
  'reconnect',
  'security',
  'selling',
  'story',
  'support',
  'trust',
  'workers',
].map((name) => `marketplace/e2e/${name}.test.ts`)

/**
 * What waits for servers and browsers may be tried once more on a busy machine: what is broken fails again, and what
 * passed only then is named at the end.
 */
const RETRIES = 1

/** These wait for sockets and databases more than they compute. */
const MORE_THAN_CORES = 3

const UNIT_FILES = [
  'backend/src/**/*.test.ts',
  'marketplace/*.test.ts',
  'marketplace/contract/**/*.test.ts',
  'marketplace/documents/**/*.test.ts',
  'marketplace/functions/**/*.test.ts',
  'marketplace/jobs/**/*.test.ts',
  'marketplace/web/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
]

/** What such a file puts in a module's place would be there for the files after it, too. */
const REPLACING_MODULES = globSync(UNIT_FILES).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

const UNIT = { retry: RETRIES, maxWorkers: MORE_THAN_CORES, testTimeout: 60_000, hookTimeout: 90_000 }

/** Where `npm test` wants the results as JSON. */
const report = process.env.TEST_REPORT

/** One runner for every kind of test; `npx vitest run --project unit` runs one kind. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', secondTries(), ...(report === undefined ? [] : [jsonTo(report)])],
    projects: [
      // One after another in the same processes, with modules loaded once: most of them take less time than their imports.
      { test: { ...UNIT, name: 'unit', include: UNIT_FILES, exclude: REPLACING_MODULES, isolate: false } },
      { test: { ...UNIT, name: 'unit-apart', include: REPLACING_MODULES } },
      {
        test: {
          name: 'acceptance',
          maxWorkers: MORE_THAN_CORES,
          include: ['backend/acceptance/**/*.test.ts', 'backend/examples/**/*.test.ts'],
          globalSetup: ['backend/acceptance/global-setup.ts'],
          retry: RETRIES,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'policies',
          maxWorkers: MORE_THAN_CORES,
          include: ['marketplace/database/tests/**/*.test.ts'],
          globalSetup: ['marketplace/database/tests/database-setup.ts'],
          retry: RETRIES,
          // Some tests have the market to themselves, and the others wait.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      // Browser tests without a clock in them share the cores; those that measure time come last and have them alone.
      {
        test: {
          name: 'e2e-wide',
          include: WITHOUT_CLOCK,
          globalSetup: ['marketplace/e2e/global-setup.ts'],
          sequence: { groupOrder: 1 },
          retry: RETRIES,
          maxWorkers: MORE_THAN_CORES,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['marketplace/e2e/**/*.test.ts'],
          exclude: WITHOUT_CLOCK,
          globalSetup: ['marketplace/e2e/global-setup.ts'],
          sequence: { groupOrder: 2 },
          retry: RETRIES,
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

function jsonTo(file: string): ['json', { outputFile: string }] {
  return ['json', { outputFile: file }]
}
