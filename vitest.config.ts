import { defineConfig } from 'vitest/config';

/** Paths relative to the root of each kind of test; `npm test -- unit` runs one kind. */
export default defineConfig({
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  esbuild: { jsx: 'automatic' },
  test: {
    restoreMocks: true,
    unstubEnvs: true,
    maxWorkers: 2,
    setupFiles: ['tests/support/watch-console.ts', 'tests/support/watch-network.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{contract,engine,backend,scripts}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{support,engine,bench}/**/*.test.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'backend',
          include: ['tests/backend/**/*.test.ts'],
          globalSetup: ['tests/support/database.setup.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['app/**/*.test.ts', 'tests/web/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'components', environment: 'jsdom', include: ['{app,tests/web}/**/*.test.tsx'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/build.setup.ts', 'tests/support/stack.setup.ts'],
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          globalSetup: ['tests/support/build.setup.ts'],
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
