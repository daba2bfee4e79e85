import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { scratchFolder } from '#tests/support/scratch';

/** From another folder than the project's. */
function runElsewhere(...args: string[]) {
  const [script = '', ...rest] = args;
  return spawnSync(process.execPath, [resolve(script), ...rest], { cwd: scratchFolder(), encoding: 'utf8' });
}

test('a program is run from its sources in any folder', () => {
  const { status, stdout, stderr } = runElsewhere('scripts/run.mjs', 'engine/cli/faces.ts', '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('npm run faces');
});

test.each([[[]], [['foo']], [['../cli/faces']]])('a command of the engine that is not known: %j', (args) => {
  const { status, stdout, stderr } = runElsewhere('scripts/engine.mjs', ...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Name a command: .*faces\|swap.*\n$/);
});
