import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { returnToRoot, runUnprivileged } from './unprivileged';

const isRoot = process.getuid?.() === 0;

function usedDataDirectory(): string {
  const directory = closedDirectory();
  mkdirSync(join(directory, 'media/materials/one'), { recursive: true });
  writeFileSync(join(directory, 'media/materials/one/original'), 'x', { mode: 0o600 });
  writeFileSync(join(directory, 'session-secret'), 'x', { mode: 0o600 });
  return directory;
}

function closedDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-launch-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const open = { reads: ['/etc/passwd'], enters: ['/'] };

test('started by root, the processes get another user, who owns files of earlier starts', () => {
  const dataDirectory = usedDataDirectory();
  const { account, warning } = runUnprivileged({ dataDirectory, ...open });
  expect(warning).toBeUndefined();
  expect(account !== undefined).toBe(isRoot);
  const owner = account?.uid ?? process.getuid!();
  for (const path of ['media', 'media/materials/one', 'media/materials/one/original'])
    expect(statSync(join(dataDirectory, path)).uid, path).toBe(owner);
  expect(statSync(join(dataDirectory, 'session-secret')).uid).toBe(process.getuid!());
});

test('files written as root change owner at the next unprivileged start', () => {
  const dataDirectory = usedDataDirectory();
  const owner = runUnprivileged({ dataDirectory, ...open }).account?.uid ?? process.getuid!();
  returnToRoot(dataDirectory);
  const file = join(dataDirectory, 'media/materials/one/preview');
  writeFileSync(file, 'x', { mode: 0o600 });
  runUnprivileged({ dataDirectory, ...open });
  for (const path of [join(dataDirectory, 'media'), file]) expect(statSync(path).uid, path).toBe(owner);
});

const stays = (place: string) =>
  isRoot ? new RegExp(`run as root, because the user \\d+ cannot use ${place}\\. Start as`) : /^$/;

test.each([
  { what: 'a program', file: 'worker.js', mode: 0o600 },
  { what: 'a folder of programs', file: 'client/page.js', mode: 0o644 },
])('where that user cannot read $what, they stay root, and say why', ({ file, mode }) => {
  const programs = closedDirectory();
  chmodSync(programs, 0o755);
  if (dirname(file) !== '.') mkdirSync(join(programs, dirname(file)), { mode: 0o700 });
  writeFileSync(join(programs, file), '', { mode });
  const dataDirectory = usedDataDirectory();
  const { account, warning } = runUnprivileged({ dataDirectory, reads: [programs] });
  expect(account).toBeUndefined();
  expect(warning ?? '').toMatch(stays(join(programs, file.split('/')[0]!)));
  expect(statSync(join(dataDirectory, 'media')).uid).toBe(process.getuid!());
});

test('programs below a private directory stay root', () => {
  const closed = closedDirectory();
  const { account, warning } = runUnprivileged({ dataDirectory: join(closed, 'data'), ...open });
  expect(account).toBeUndefined();
  expect(warning ?? '').toMatch(stays(join(closed, 'data')));
});
