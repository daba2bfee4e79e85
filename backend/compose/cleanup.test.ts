import { randomUUID } from 'node:crypto';
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

test('mails of the outbox are removed after 30 days, and other files kept', async () => {
  const DATA_DIR = scratchFolder();
  const outbox = join(DATA_DIR, 'outbox');
  mkdirSync(outbox);
  const sentBefore = (days: number) => `${Date.now() - days * 24 * hour * 1000}-${randomUUID()}.json`;
  const recent = sentBefore(29);
  for (const name of [sentBefore(31), `${sentBefore(31)}.draft`, recent, 'notes.txt'])
    writeFileSync(join(outbox, name), '{}');
  const errors: unknown[] = [];
  onTestFinished(scheduleCleanup({ DATA_DIR }, (error) => errors.push(error)));
  await expect.poll(() => readdirSync(outbox).sort()).toEqual([recent, 'notes.txt']);
  expect(errors).toEqual([]);
});
