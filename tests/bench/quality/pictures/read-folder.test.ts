import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { openEngine, type Engine } from '#engine';
import { portraitPath } from '#tests/support/portraits';
import { readFolder } from './read-folder';
import { distance, RecognitionNet, VERIFIED } from './recognition-net';

let engine: Engine;
let net: RecognitionNet;
let folder: string;

beforeAll(async () => {
  [engine, net] = [await openEngine(), await RecognitionNet.load()];
});
afterAll(() => Promise.all([engine.close(), net.close()]));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'faceswap-pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('pictures are read in order of names, and two pictures of one person are verified', async () => {
  const files = { 'otto-1.jpg': 'otto', 'otto-10.jpg': 'otto', 'otto-2.jpg': 'otto', 'freya-1.jpg': 'freya' } as const;
  for (const [file, who] of Object.entries(files)) await copyFile(portraitPath(who), path.join(folder, file));
  await writeFile(path.join(folder, 'README.md'), 'Rendered people.');
  const pictures = await readFolder(folder, engine, net);
  expect(pictures.map(({ name, person }) => `${name} ${person}`)).toEqual([
    'freya-1 freya',
    'otto-1 otto',
    'otto-2 otto',
    'otto-10 otto',
  ]);
  const [other, first, second] = pictures.map(({ seen }) => seen!.descriptor);
  expect(distance(first, second)).toBeLessThan(VERIFIED);
  expect(distance(first, other)).toBeGreaterThan(distance(first, second));
});

test('an empty folder, an unreadable file and one person alone are refused with the reason', async () => {
  await expect(readFolder(path.join(folder, 'none'), engine, net)).rejects.toThrow('cannot be opened');
  await expect(readFolder(folder, engine, net)).rejects.toThrow('contains no pictures');
  await copyFile(portraitPath('otto'), path.join(folder, 'otto-1.jpg'));
  await expect(readFolder(folder, engine, net)).rejects.toThrow('shows one person only');
  await writeFile(path.join(folder, 'freya-1.jpg'), 'no picture');
  await expect(readFolder(folder, engine, net)).rejects.toThrow(
    /cannot be read; remove them:\n {2}freya-1.jpg: This is a text/,
  );
});
