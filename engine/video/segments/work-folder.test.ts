import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { writeWhole } from '#engine/media/write-picture';
import { Journal } from './journal';
import { withWorkFolder } from './work-folder';

/** As a swap does: its journal, and a segment. */
function work(folder: string): Promise<void> {
  const request = { work: { folder }, out: path.join(folder, 'result.mp4') };
  return withWorkFolder(request, async (workFolder) => {
    await Journal.open(workFolder.folder, 'fingerprint');
    writeFileSync(workFolder.pathOf('segment-00001.nut'), 'frames');
  });
}

test('files of others in a work folder survive, even if the engine uses the same name', async () => {
  const folder = scratchFolder();
  for (const name of ['holiday.mp4', 'tracks']) writeFileSync(path.join(folder, name), 'mine');
  await work(folder);
  expect(readdirSync(folder).sort()).toEqual(['holiday.mp4', 'tracks']);
  expect(readFileSync(path.join(folder, 'tracks'), 'utf8')).toBe('mine');
});

test('a work folder without other files is removed with the work', async () => {
  const folder = path.join(scratchFolder(), 'work');
  await work(folder);
  expect(existsSync(folder)).toBe(false);
});

test.each(['a', 'ß', '漢', '🙂'])(
  'a result may have the longest name that file systems allow, of %s',
  async (letter) => {
    const folder = scratchFolder();
    const out = path.join(folder, letter.repeat(Math.floor(251 / Buffer.byteLength(letter))) + '.mp4');
    await withWorkFolder({ out }, () => writeWhole(out, 'video'));
    expect(readdirSync(folder)).toEqual([path.basename(out)]);
  },
);
