import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { makeWritableFolder, resolveOutput } from './resolve-output';

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = realpathSync(scratchFolder());
  writeFileSync(at('photo.jpg'), 'a photo');
});

test('a new file, and one of an earlier result, are written', async () => {
  writeFileSync(at('earlier.jpg'), 'a result');
  for (const name of ['new.jpg', 'earlier.jpg'])
    expect(await resolveOutput(at(name), [at('photo.jpg')])).toBe(at(name));
});

test('a link leads to its file, which is written', async () => {
  writeFileSync(at('earlier.jpg'), 'a result');
  symlinkSync(at('earlier.jpg'), at('link.jpg'));
  expect(await resolveOutput(at('link.jpg'), [])).toBe(at('earlier.jpg'));
});

test('an input is never replaced, by whatever name', async () => {
  symlinkSync(at('photo.jpg'), at('link.jpg'));
  linkSync(at('photo.jpg'), at('same.jpg'));
  for (const name of ['photo.jpg', 'link.jpg', 'same.jpg']) {
    const resolved = resolveOutput(at(name), ['missing.jpg', at('photo.jpg')]);
    await expect(resolved).rejects.toThrow(`The result would replace ${at('photo.jpg')}.`);
  }
});

test('devices, pipes, folders and the standard output are refused', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  for (const out of ['/dev/null', at('pipe'), at('folder')])
    await expect(resolveOutput(out, [])).rejects.toThrow(`--out is not a file: ${out}`);
  await expect(resolveOutput('-', [])).rejects.toThrow('standard output');
});

test('a folder that does not exist is named before any work', async () => {
  await expect(resolveOutput(at('none/x.jpg'), [])).rejects.toThrow(`does not exist: ${at('none')}`);
});

test('a folder for work is made with those above it, or named before any work', async () => {
  const make = (work: string) => makeWritableFolder('--work', work);
  await make(at('a/b'));
  await make(at('a/b'));
  expect(readdirSync(at('a'), { recursive: true })).toEqual(['b']);
  for (const work of [at('photo.jpg'), at('photo.jpg/a'), '/proc/none/a', '/proc'])
    await expect(make(work)).rejects.toThrow(/^The folder of --work cannot be made or written \(E[A-Z]+\): .*Choose/);
});
