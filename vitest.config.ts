import { defineConfig } from 'vitest/config'

const WITHOUT_CLOCK = ['accessibility', 'auth-behaviour', 'keyboard', 'posting', 'reconnect', 'support', 'workers'].map(
  (name) => `marketplace/e2e/${name}.test.ts`,
)

/** What waits for browsers may be tried once more on a busy machine; what is broken fails again. */
const RETRIES = 1

/** These wait for sockets and databases more than they compute. */
const MORE_THAN_CORES = 3

/** One runner for every kind of test; `npx vitest run --project unit` runs one kind. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers: MORE_THAN_CORES,
          testTimeout: 20_000,
          include: [
            'backend/src/**/*.test.ts',
            'marketplace/contract/**/*.test.ts',
            'marketplace/functions/**/*.test.ts',
            'marketplace/web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'acceptance',
          maxWorkers: MORE_THAN_CORES,
          include: ['backend/acceptance/**/*.test.ts', 'backend/examples/**/*.test.ts'],
          globalSetup: ['backend/acceptance/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'policies',
          maxWorkers: MORE_THAN_CORES,
          include: ['marketplace/database/tests/**/*.test.ts'],
          globalSetup: ['marketplace/database/tests/database-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      // Browser tests without a clock in them share the cores; those that measure time come last and have them alone.
      {
        test: {
          name: 'e2e-wide',
          include: WITHOUT_CLOCK,
          sequence: { groupOrder: 1 },
          retry: RETRIES,
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['marketplace/e2e/**/*.test.ts'],
          exclude: WITHOUT_CLOCK,
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
