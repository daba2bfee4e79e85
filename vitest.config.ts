import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { bindImports } from './tests/support/bind-imports';
import { patience } from './tests/support/patience';
import { ProcessFirst } from './tests/support/process-first';

const watches = ['tests/support/watch-console.ts', 'tests/support/watch-network.ts'];
/** Of the kinds that compare media. */
const withMatchers = ['tests/support/matchers.ts', ...watches];
/** First: what the other files of the set-up import must be what the tests import. */
const freshModules = ['tests/support/fresh-modules.ts', ...watches];

/** Browsers and whole stacks take their time on a busy machine; what hangs is found all the same. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

/** After the other kinds. These files wait more than they work: each keeps about half a core busy. */
const afterOthers = { sequence: { groupOrder: 1 }, maxWorkers: 4 };

/**
 * Bytes of bytecode that a function runs before Node 20 optimises it, eight times the default: most functions of the engine
 * run for a few faces only, and to compile them took a tenth of the time of its tests. Later versions of Node compile them
 * faster first.
 */
const optimiseLate = process.versions.node.startsWith('20.') ? ['--interrupt-budget=500000'] : [];

/** Node's `localStorage`, from Node 25, would hide that of jsdom. */
const withoutWebStorage = Number(process.versions.node.split('.')[0]) >= 25 ? ['--no-experimental-webstorage'] : [];

/**
 * Without isolation, the files of a worker share one process: modules are loaded and compiled once, and the engine's code
 * stays warm. Paths are relative to the root; `npm test -- unit` runs one kind.
 */
export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  esbuild: { jsx: 'automatic' },
  plugins: [bindImports(fileURLToPath(new URL('engine/', import.meta.url)))],
  test: {
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // One more than the two cores of the reference machine: tests wait for the database, ffmpeg and the browser.
    maxWorkers: 3,
    execArgv: [
      // MB. Pictures outside V8's heap would have it collect all of the modules inside every few tests.
      '--initial-heap-size=1500',
      ...optimiseLate,
      ...withoutWebStorage,
    ],
    // Huge pages: every start of ffmpeg copies the table of a process's pages.
    env: { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: patience },
    sequence: { sequencer: ProcessFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: withMatchers,
          globalSetup: ['tests/support/bundles.setup.ts'],
          isolate: false,
          include: [
            '{shared,contract,engine,backend,http,scripts,tools}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{support,engine,bench,drills}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'backend',
          setupFiles: withMatchers,
          isolate: false,
          include: ['tests/backend/**/*.test.ts'],
          globalSetup: ['tests/support/database.setup.ts', 'tests/support/bundles.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          isolate: false,
          setupFiles: freshModules,
          include: ['app/**/*.test.ts', 'tests/web/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          isolate: false,
          include: ['{app,tests/web}/**/*.test.tsx'],
          setupFiles: [...freshModules, 'tests/support/fresh-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          setupFiles: withMatchers,
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [
            'tests/support/build.setup.ts',
            'tests/support/cluster.setup.ts',
            'tests/support/stack.setup.ts',
          ],
          ...afterOthers,
          ...patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          setupFiles: watches,
          include: ['tests/browsers/**/*.test.ts'],
          globalSetup: [
            'tests/support/build.setup.ts',
            'tests/support/cluster.setup.ts',
            'tests/support/stack.setup.ts',
          ],
          ...patient,
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          setupFiles: withMatchers,
          isolate: false,
          include: ['tests/process/**/*.test.ts'],
          globalSetup: [
            'tests/support/build.setup.ts',
            'tests/support/cluster.setup.ts',
            'tests/support/bundles.setup.ts',
          ],
          ...afterOthers,
          ...patient,
        },
      },
    ],
  },
});
