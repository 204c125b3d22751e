import { defineConfig } from 'vitest/config'

/** One runner for every kind of test; `npx vitest run --project unit` runs one kind. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 20_000,
          include: [
            'backend/src/**/*.test.ts',
            'marketplace/contract/**/*.test.ts',
            'marketplace/web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['backend/acceptance/**/*.test.ts', 'backend/examples/**/*.test.ts'],
          globalSetup: ['backend/acceptance/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'policies',
          include: ['marketplace/database/tests/**/*.test.ts'],
          globalSetup: ['marketplace/database/tests/database-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['marketplace/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
