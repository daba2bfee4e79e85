import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { Journal } from './journal';

const segment = { file: 'segment-00001.nut', bytes: 6, frames: 1, ticks: 0, clock: { num: 1, den: 1000 } };

function afterEachDeletion(look: () => void): void {
  const { rm } = fs;
  const spy = vi.spyOn(fs, 'rm').mockImplementation(async (...args) => {
    await rm(...args);
    look();
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

/** A process that is killed in between leaves what is there then. */
test('opening a journal keeps it on disk while old files are deleted', async () => {
  const folder = scratchFolder();
  const journal = await Journal.open(folder, 'fingerprint');
  writeFileSync(journal.pathOf(segment.file), 'frames');
  await journal.add(segment);
  writeFileSync(path.join(folder, 'segment-00002.nut.part'), '');
  const seen = new Set<boolean>();
  afterEachDeletion(() => seen.add(existsSync(path.join(folder, 'journal.jsonl'))));
  expect((await Journal.open(folder, 'fingerprint')).segments).toEqual([segment]);
  expect([...seen]).toEqual([true]);
  expect(readdirSync(folder).sort()).toEqual(['journal.jsonl', segment.file]);
});
