import { expect, test } from 'vitest';

import { runBackupCommand } from '#backend/backup/commands';
import { StorageUnavailable } from '#backend/providers/storage/port';
import { runAdmin } from './run';

const outages = [
  [
    'the object store',
    new StorageUnavailable('the store cannot be reached: connect ECONNREFUSED'),
    'The object store is not usable now: the store cannot be reached: connect ECONNREFUSED.',
  ],
  [
    'the database',
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    'The database is not usable: terminating connection. Check DATABASE_URL.',
  ],
] as const;

test.each(outages)('commands that lose %s end with exit code 5 and one sentence', async (_what, error, message) => {
  const told: string[] = [];
  const terminal = { out: (text: string) => void told.push(text), err: (text: string) => void told.push(text) };
  expect(await runAdmin(['media', 'sweep'], terminal, () => Promise.reject(error))).toBe(5);
  const surroundings = {
    ...terminal,
    dataDirectory: () => '/none',
    environment: {},
    emptyPlace: () => Promise.reject(error),
    withSite: () => Promise.reject(error),
  };
  expect(await runBackupCommand(['backup', '/none'], surroundings)).toBe(5);
  expect(told).toEqual([message, message]);
});
