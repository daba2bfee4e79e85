import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'faceswap-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a folder is created with those above it, and may exist', () => {
  const root = scratch();
  makeFolder(join(root, 'a/b'), 0o700);
  makeFolder(join(root, 'a/b'), 0o755);
  expect(['a', 'a/b'].map((name) => statSync(join(root, name)).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('a folder is not created in place of a file, below one or in /proc', () => {
  const root = scratch();
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'), 0o700)).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'file/a'), 0o700)).toThrow('ENOTDIR');
  expect(() => makeFolder('/proc/none/a', 0o700)).toThrow(/^E[A-Z]+: /);
});
