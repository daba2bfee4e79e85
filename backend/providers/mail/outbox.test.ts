import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { mailConformance } from '#tests/support/conformance/mail';
import { clearOutbox, outboxMailer } from './outbox';

const mail = { to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };

mailConformance('outbox', async () => {
  const mailer = outboxMailer(join(scratchFolder(), 'outbox'));
  const received = async () => (await mailer.list()).map(({ id: _, sentAt: __, ...kept }) => kept);
  return { mailer, received };
});

test('mails are readable by the folder’s owner only', async () => {
  const folder = join(scratchFolder(), 'outbox');
  await outboxMailer(folder).send(mail);
  const [file] = await readdir(folder);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  expect((await stat(join(folder, file!))).mode & 0o077).toBe(0);
});

test('an empty outbox lists no mails', async () => {
  expect(await outboxMailer(join(scratchFolder(), 'none')).list()).toEqual([]);
});

test.each(['../secret', '..', '', 'x', '1700000000000-../../../../../../../../etc/passwd'])(
  'reads nothing under the id "%s"',
  async (id) => {
    expect(await outboxMailer(scratchFolder()).read(id)).toBeNull();
  },
);

test('an outbox that is not there yet has no mails; one that cannot be read is an error', async () => {
  const folder = join(scratchFolder(), 'outbox');
  expect(await outboxMailer(folder).list()).toEqual([]);
  await clearOutbox(folder);
  await writeFile(folder, '');
  await expect(outboxMailer(folder).list()).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(clearOutbox(folder)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
