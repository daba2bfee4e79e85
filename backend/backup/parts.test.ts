import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { writeLines } from './parts';

async function* lines(fault?: Error) {
  for (let n = 0; n < 1000; n++) yield JSON.stringify({ n });
  if (fault) throw fault;
}

test('a full disk is named as the fault of the lines that are written to it', async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'tables'));
  symlinkSync('/dev/full', join(folder, `tables/account.gz.${process.pid}.new`));
  await expect(writeLines(folder, 'tables/account.gz', lines())).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('a fault of the database is that of the file', async () => {
  const written = writeLines(scratchFolder(), 'account.gz', lines(new Error('connection lost')));
  await expect(written).rejects.toThrow('connection lost');
});
