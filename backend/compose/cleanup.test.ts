import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { scheduleCleanup } from './cleanup';

const hour = 3600;

test('copies of stored files that no job has used for a day are removed', async () => {
  const DATA_DIR = scratchFolder();
  const inUse = join(DATA_DIR, 'cache', 'in-use');
  mkdirSync(inUse, { recursive: true });
  const usedBefore = (path: string, hours: number) => {
    writeFileSync(path, 'copy');
    const at = Date.now() / 1000 - hours * hour;
    utimesSync(path, at, at);
  };
  usedBefore(join(DATA_DIR, 'cache', 'deleted.jpg'), 25);
  usedBefore(join(DATA_DIR, 'cache', 'recent.jpg'), 23);
  usedBefore(join(inUse, 'killed.jpg'), 25);
  usedBefore(join(inUse, 'running.jpg'), 23);
  const errors: unknown[] = [];
  onTestFinished(scheduleCleanup({ DATA_DIR }, (error) => errors.push(error)));
  await expect.poll(() => readdirSync(join(DATA_DIR, 'cache')).sort()).toEqual(['in-use', 'recent.jpg']);
  await expect.poll(() => readdirSync(inUse)).toEqual(['running.jpg']);
  expect(errors).toEqual([]);
});
