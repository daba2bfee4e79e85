import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

import { scratchFolder } from '#tests/support/scratch';

/** Makes a folder with contents, prints its path, and then runs `then`. */
const program = (then: string) => [
  '--input-type=module',
  '-e',
  `import { mkdirSync } from 'node:fs';
   import { openScratch } from './scripts/test/scratch.mjs';
   const folder = openScratch();
   mkdirSync(folder + '/used');
   console.log(folder);
   ${then}`,
];

const options = (parent: string) => ({ env: { ...process.env, TMPDIR: parent } });

const run = (parent: string, then = '') =>
  spawnSync(process.execPath, program(then), { ...options(parent), encoding: 'utf8' }).stdout.trim();

test.each([
  ['the process ends', ''],
  ['an error ends the process', 'throw new Error()'],
])('a folder for temporary files is deleted when %s', (_case, then) => {
  const parent = scratchFolder();
  expect(run(parent, then)).toMatch(new RegExp(`^${parent}/faceswap-tests-\\d+-`));
  expect(readdirSync(parent)).toEqual([]);
});

test('it is deleted when the process is interrupted', async () => {
  const parent = scratchFolder();
  const child = spawn(process.execPath, program('setInterval(() => {}, 1000)'), options(parent));
  await once(child.stdout, 'data');
  expect(readdirSync(parent)).toHaveLength(1);
  child.kill('SIGINT');
  await once(child, 'exit');
  expect(readdirSync(parent)).toEqual([]);
});

test('folders of killed processes are deleted, and others stay', () => {
  const parent = scratchFolder();
  const { pid: ended } = spawnSync('true');
  const names = [`faceswap-tests-${ended}-a`, `faceswap-tests-${process.pid}-b`, 'another'];
  for (const name of names) mkdirSync(join(parent, name, 'used'), { recursive: true });
  run(parent);
  expect(readdirSync(parent).sort()).toEqual(['another', basename(names[1]!)]);
});

test('a folder that is not there is refused with advice', () => {
  const parent = join(scratchFolder(), 'absent');
  const { status, stderr } = spawnSync(process.execPath, program(''), { ...options(parent), encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(`Temporary files cannot be written to ${parent} (ENOENT). Set TMPDIR to a folder`);
});
