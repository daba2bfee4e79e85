import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

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

test.each(['engine/cli/faces.ts', 'backend/bin/admin.ts'])(
  'a reader that leaves, as head does, is no failure of %s',
  async (program) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', program, '--help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([code, errors]).toEqual([0, '']);
  },
);

test('npm run models is a command of the engine', () => {
  const { status, stdout, stderr } = runElsewhere('scripts/models.mjs', '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('npm run models');
});

test.each([[[]], [['foo']], [['../cli/faces']]])('a command of the engine that is not known: %j', (args) => {
  const { status, stdout, stderr } = runElsewhere('scripts/engine.mjs', ...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Name a command: .*faces\|swap.*\n$/);
});
