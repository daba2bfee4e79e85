import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { clearScratch } from './scratch';

const task = 'faceswap-task-01a20184-0000-7000-8000-000000000001';
const socket = 'faceswap-0123456789abcdef';

test('folders of killed processes are removed a day later, and nothing that is in use or not ours', async () => {
  const folder = scratchFolder();
  const names = [
    'faceswap-a1B2c3',
    'faceswap-form-a1B2c3',
    'faceswap-pipe-a1B2c3',
    task,
    socket,
    'another',
    'faceswap-live00',
  ];
  for (const name of names) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'faceswap-a1B2c3', 'result'), 'x');
  const inADay = Date.now() + 25 * 3_600_000;
  writeFileSync(join(folder, 'faceswap-live00', 'segment'), 'x');
  utimesSync(join(folder, 'faceswap-live00', 'segment'), inADay / 1000, inADay / 1000);

  expect(await clearScratch(folder)).toEqual([]);
  expect((await clearScratch(folder, inADay)).sort()).toEqual(
    ['faceswap-a1B2c3', 'faceswap-form-a1B2c3', 'faceswap-pipe-a1B2c3', task].sort(),
  );
  expect(readdirSync(folder).sort()).toEqual(['another', socket, 'faceswap-live00'].sort());
});
