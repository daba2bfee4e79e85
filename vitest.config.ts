import { defineConfig } from 'vitest/config';

import { patience } from './tests/support/patience';

/** Paths relative to the root of each kind of test; `npm test -- unit` runs one kind. */
export default defineConfig({
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  esbuild: { jsx: 'automatic' },
  test: {
    restoreMocks: true,
    unstubEnvs: true,
    maxWorkers: 2,
    // A busy machine may take its time; what hangs is found all the same, and speed is measured in benches.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: patience },
    setupFiles: ['tests/support/watch-console.ts', 'tests/support/watch-network.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{shared,contract,engine,backend,http,scripts,tools}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{support,engine,bench}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'backend',
          include: ['tests/backend/**/*.test.ts'],
          globalSetup: ['tests/support/database.setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['app/**/*.test.ts', 'tests/web/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['{app,tests/web}/**/*.test.tsx'],
          setupFiles: ['tests/support/patient-queries.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/build.setup.ts', 'tests/support/stack.setup.ts'],
          sequence: { groupOrder: 1 },
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
        },
      },
    ],
  },
});
