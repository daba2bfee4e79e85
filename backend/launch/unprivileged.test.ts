import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runUnprivileged } from './unprivileged';

const isRoot = process.getuid?.() === 0;

/** The data directory of a stack that ran as whoever runs the tests. */
function usedDataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-launch-')); // closed to others
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'media/materials/one'), { recursive: true });
  writeFileSync(join(directory, 'media/materials/one/original'), 'x', { mode: 0o600 });
  writeFileSync(join(directory, 'session-secret'), 'x', { mode: 0o600 });
  return directory;
}

test('started by root, server and workers get a user of their own, and it the files of earlier starts', () => {
  const dataDirectory = usedDataDirectory();
  const { account, warning } = runUnprivileged({ dataDirectory, programs: ['/usr'] });
  expect(warning).toBeUndefined();
  expect(account !== undefined).toBe(isRoot);
  const owner = account?.uid ?? process.getuid!();
  for (const path of ['media', 'media/materials/one', 'media/materials/one/original'])
    expect(statSync(join(dataDirectory, path)).uid, path).toBe(owner);
  expect(statSync(join(dataDirectory, 'session-secret')).uid).toBe(process.getuid!());
});

test('where that user cannot read the programs, they stay root, and say why', () => {
  const closed = mkdtempSync(join(tmpdir(), 'faceswap-launch-'));
  onTestFinished(() => rmSync(closed, { recursive: true, force: true }));
  const program = join(closed, 'worker.js');
  writeFileSync(program, '');
  const { account, warning } = runUnprivileged({ dataDirectory: usedDataDirectory(), programs: [program] });
  expect(account).toBeUndefined();
  expect(warning ?? '').toMatch(isRoot ? /run as root, because the user \d+ cannot use .*worker\.js\. Start as/ : /^$/);
});
