import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { BackupFailure } from './failure';
import { preparePlace } from './place';

test('backups are not made among the files of the site, also behind a link', () => {
  const data = scratchFolder();
  mkdirSync(join(data, 'media'));
  symlinkSync(data, join(data, 'link'));
  for (const place of ['media', 'media/a/b', 'link/media/a', 'tmp/a'].map((name) => join(data, name))) {
    expect(() => preparePlace(place, data), place).toThrow(BackupFailure);
    expect(() => preparePlace(place, data), place).toThrow(/whose files are the site's own\. Give a folder outside/);
  }
  expect(existsSync(join(data, 'media/a'))).toBe(false);
  preparePlace(join(data, 'backup'), data);
  expect(existsSync(join(data, 'backup'))).toBe(true);
});

test('a folder of backups that cannot be made is named', () => {
  expect(() => preparePlace('/proc/none/backup', scratchFolder())).toThrow(
    /^\/proc\/none\/backup cannot be used: E[A-Z]+: .* Give another folder\.$/,
  );
});
