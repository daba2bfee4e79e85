import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { requireSpace, requireWritable } from './disk.mjs';
import { faultOfNode } from './node-version.mjs';
import { explain, lockIsSatisfied } from './packages.mjs';
import { requirePort } from './port.mjs';

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-setup-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

describe('Node', () => {
  test.each(['20.19.0', '20.20.2', '22.13.0', '22.21.1', '24.0.0', '26.1.0'])('%s is good', (version) => {
    expect(faultOfNode(version)).toBeUndefined();
  });

  test.each(['12.22.0', '18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0'])(
    '%s is not, and is told so',
    (version) => {
      expect(faultOfNode(version)).toBe(
        `Faceswap needs Node 20.19 or newer (20, 22, 24); this is ${version}. See https://nodejs.org/download`,
      );
    },
  );
});

describe('node_modules is what the lock file says', () => {
  const lock = {
    '': { name: 'faceswap' },
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/for-another-machine': { version: '1.0.0', integrity: 'y', optional: true },
  };
  const a = { 'node_modules/a': { version: '1.0.0', integrity: 'x' } };

  test.each([
    ['all that this machine needs', a, true],
    [
      'what other machines need too',
      { ...a, 'node_modules/for-another-machine': lock['node_modules/for-another-machine'] },
      true,
    ],
    ['nothing', {}, false],
    ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }, false],
    ['other bytes of that version', { 'node_modules/a': { version: '1.0.0', integrity: 'z' } }, false],
    ['one that the lock does not know', { ...a, 'node_modules/b': { version: '1.0.0' } }, false],
  ])('%s', (_case, installed, isSatisfied) => {
    expect(lockIsSatisfied(lock, installed)).toBe(isSatisfied);
  });
});

describe('a failed installation is one sentence', () => {
  test.each([
    [
      'npm error code ENOTFOUND\nnpm error request to https://x/ failed',
      /cannot reach its package registry .*Check the network/,
    ],
    ['npm error code ENOSPC\nnpm error nospc', /The disk is full/],
    ['npm error code EUSAGE\nnpm error the lock file is out of date', /could not install the packages:\nEUSAGE\n/],
  ])('%s', (output, sentence) => {
    expect(explain(output)).toMatch(sentence);
  });
});

describe('what the machine must have', () => {
  test('enough space, or how much is missing', () => {
    const directory = scratch();
    requireSpace(directory, 1, 'the packages');
    expect(() => requireSpace(directory, 1e18, 'the packages')).toThrow(
      /The disk is full: the packages need 1,000,000,000,000 MB, and .* has [\d,]+ MB left\./,
    );
  });

  test('a directory for the data', () => {
    const directory = scratch();
    requireWritable(join(directory, 'new', 'one'));
    writeFileSync(join(directory, 'file'), '');
    expect(() => requireWritable(join(directory, 'file', 'data'))).toThrow(/cannot be written \(ENOTDIR\).*DATA_DIR/);
  });

  test.each(['80x', '0', '65536', '1.5'])('a port: %s is none', async (port) => {
    await expect(requirePort(port)).rejects.toThrow(`PORT is "${port}"; it must be a whole number from 1 to 65535.`);
  });
});
