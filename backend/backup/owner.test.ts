import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { assertOwner, giveToOwner } from './owner';

const isRoot = process.getuid?.() === 0;
const another = isRoot ? 4321 : process.getuid!();

test('root restores into no folder of another user, who could not read it', () => {
  const folder = scratchFolder();
  assertOwner(folder);
  assertOwner(join(folder, 'new'));
  chownSync(folder, another, another);
  const restore = () => assertOwner(folder);
  if (isRoot) expect(restore).toThrow(`${folder} belongs to the user 4321, who could not read what root restores.`);
  else expect(restore).not.toThrow();
});

test('restored media belong to the owner of their folder', () => {
  const media = join(scratchFolder(), 'media');
  giveToOwner(media);
  mkdirSync(media);
  chownSync(media, another, another);
  mkdirSync(join(media, 'faces'));
  writeFileSync(join(media, 'faces', 'a.jpg'), '');
  giveToOwner(media);
  for (const name of ['faces', 'faces/a.jpg']) expect(statSync(join(media, name)).uid, name).toBe(another);
});
