import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { help } from './marketplace/web/vite-help.ts'
import { messages } from './marketplace/web/vite-messages.ts'
import { LongestFirst } from './scripts/test-order.ts'

const WITHOUT_CLOCK = [
  'auth-behaviour',
  'axe-states',
  'backup',
  'balance',
  'buying',
  'configured',
  'deal',
  'dev',
  'server-rendered',
  'finding',
  'help',
  'keyboard',
  'late-answers',
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
  'stripe',
  'support',
  'trust',
  'workers',
].map((name) => `marketplace/e2e/${name}.test.ts`)

/** Tests wait for sockets, databases and pages about as long as they compute. A worker takes up to a gigabyte with all that it starts. */
const MORE_THAN_CORES = Math.min(6, availableParallelism() + 2)

/** Tests without a browser wait more. */
const WAITING_MORE = MORE_THAN_CORES + 1

/** On a busy machine a condition takes longer than the second that the runner would wait. */
const PATIENT = { expect: { poll: { timeout: 20_000 } } }

/** Node imports what it runs itself; only the web app needs Vite. */
const AS_NODE = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const UNIT_FILES = [
  'backend/src/**/*.test.ts',
  'marketplace/*.test.ts',
  'marketplace/config/**/*.test.ts',
  'marketplace/contract/**/*.test.ts',
  'marketplace/search/**/*.test.ts',
  'marketplace/database/seed/**/*.test.ts',
  'marketplace/documents/**/*.test.ts',
  'marketplace/functions/**/*.test.ts',
  'marketplace/jobs/**/*.test.ts',
  'marketplace/payments/**/*.test.ts',
  'marketplace/shipping/**/*.test.ts',
  'marketplace/web/*.test.ts',
  'marketplace/web/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
]

const unitFilesWith = (code: RegExp) => globSync(UNIT_FILES).filter((file) => code.test(readFileSync(file, 'utf8')))

/** What such a file puts in a module's place would be there for the files after it, too. */
const REPLACING_MODULES = unitFilesWith(/vi\.mock\(/)

/** `npm run check` leaves these out. */
const WITH_DATABASE = unitFilesWith(/\b(?:startEmbeddedPostgres|startDatabase|createBackend)\b/)

const UNIT = { maxWorkers: WAITING_MORE, testTimeout: 60_000, hookTimeout: 90_000 }

/** English messages are there before a unit test begins. */
const UNIT_WITH_WEB = { ...UNIT, setupFiles: ['marketplace/web/src/i18n/english-messages.ts'] }

/** Where `npm test` wants the results as JSON. */
const report = process.env.TEST_REPORT

/** One runner for every kind of test; `npx vitest run --project unit` runs one kind. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ...(report === undefined ? [] : [jsonTo(report)])],
    projects: [
      // One after another in the same processes, with modules loaded once: most of them take less time than their imports.
      {
        plugins: [messages(), help()],
        test: {
          ...UNIT_WITH_WEB,
          name: 'unit',
          include: UNIT_FILES,
          exclude: [...REPLACING_MODULES, ...WITH_DATABASE],
          isolate: false,
        },
      },
      { plugins: [messages(), help()], test: { ...UNIT_WITH_WEB, name: 'unit-apart', include: REPLACING_MODULES } },
      { test: { ...UNIT, ...PATIENT, ...AS_NODE, name: 'unit-database', include: WITH_DATABASE } },
      {
        test: {
          ...PATIENT,
          ...AS_NODE,
          name: 'acceptance',
          maxWorkers: WAITING_MORE,
          include: ['backend/acceptance/**/*.test.ts', 'backend/examples/**/*.test.ts'],
          globalSetup: ['backend/acceptance/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...PATIENT,
          ...AS_NODE,
          name: 'policies',
          maxWorkers: WAITING_MORE,
          include: ['marketplace/database/tests/**/*.test.ts'],
          globalSetup: ['marketplace/database/tests/database-setup.ts'],
          // Modules are loaded once a process: the tests put nothing in their place and keep nothing in them.
          isolate: false,
          // Some tests have the market to themselves, and the others wait.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      // Browser tests without a clock in them share the cores; those that measure time come last and have them alone.
      {
        test: {
          ...PATIENT,
          ...AS_NODE,
          name: 'e2e-wide',
          include: WITHOUT_CLOCK,
          globalSetup: ['marketplace/e2e/global-setup.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: MORE_THAN_CORES,
          provide: { measuresTime: false },
          // Modules and the browser are loaded once a process: what a file keeps is its own.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...PATIENT,
          ...AS_NODE,
          name: 'e2e',
          include: ['marketplace/e2e/**/*.test.ts'],
          exclude: WITHOUT_CLOCK,
          globalSetup: ['marketplace/e2e/global-setup.ts'],
          sequence: { groupOrder: 2 },
          provide: { measuresTime: true },
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
