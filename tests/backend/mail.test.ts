import { expect, test } from 'vitest';
import { inTransaction } from '#backend/db/connect';
import { smtpMailer } from '#backend/providers/mail/smtp';
import { openBackend, type TestBackend } from '#tests/support/backend';
import { startMailServer } from '#tests/support/mail-server';
import { mailTo } from '#tests/support/mails';
import { patience } from '#tests/support/patience';

const ada = { email: 'ada@example.com', password: 'a long enough phrase' };
const from = 'Faceswap <hello@faceswap.test>';
const confirm = 'Confirm your e-mail address';

const jobsOf = async (backend: TestBackend) =>
  (await backend.pool.query(`select key, attempts from graphile_worker.jobs where task_identifier = 'send_mail'`)).rows;

/** Resolves when no mail is left to send. */
async function allSent(backend: TestBackend): Promise<void> {
  await expect.poll(() => jobsOf(backend), patience).toEqual([]);
}

test('a mail is sent if, and only if, what causes it is written down', async () => {
  const backend = await openBackend();
  const undone = inTransaction(backend.db, async (trx) => {
    await backend.deps.jobs.add(trx, 'send_mail', { mail: 'reset', email: ada.email });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await jobsOf(backend)).toEqual([]);
  await backend.call('email_register', ada);
  expect(await jobsOf(backend)).toEqual([{ key: 'registration:ada@example.com', attempts: 0 }]);
});

test('registrations of one address at once send one mail, however fast the worker is', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  await Promise.all(Array.from({ length: 8 }, () => backend.call('email_register', ada)));
  await allSent(backend);
  expect((await backend.mails.list()).map(({ subject }) => subject)).toEqual([confirm]);
});

test('asking many times while a mail waits sends one', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  for (let asked = 0; asked < 5; asked++) await backend.call('email_forgot_password', { email: ada.email });
  await backend.startWorker();
  await allSent(backend);
  const subjects = (await backend.mails.list()).map((mail) => mail.subject);
  expect(subjects.sort()).toEqual([confirm, 'Set a new password']);
});

test('a mail says the same in HTML and in text, and nothing of its reader can break it', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  await backend.call('email_register', ada);
  const { html, text } = await mailTo(backend, ada.email, confirm);
  const link = /https:\/\/faceswap\.test\/activate\?code=[\w-]{43}/.exec(text)![0];
  expect(html.split(link)).toHaveLength(3);
  expect(html).not.toMatch(/<script|<img|undefined|null/);
});

test('goes through a real mail server, again after it was busy', async () => {
  const backend = await openBackend();
  let asked = 0;
  const busy = Object.assign(new Error('come back later'), { responseCode: 451 });
  const { url, received } = await startMailServer({
    onRcptTo: (_to, _session, done) => done(++asked === 1 ? busy : null),
  });
  await backend.startWorker({ mailer: smtpMailer({ url, from }) });
  await backend.call('email_register', ada);
  await allSent(backend);
  expect(asked).toBe(2);
  expect(received).toMatchObject([{ to: ada.email, subject: confirm }]);
});

test('a mail that is refused for good is not tried again', async () => {
  const backend = await openBackend();
  let asked = 0;
  const unknown = Object.assign(new Error('nobody of that name'), { responseCode: 550 });
  const { url } = await startMailServer({ onRcptTo: (_to, _session, done) => (asked++, done(unknown)) });
  await backend.startWorker({ mailer: smtpMailer({ url, from }) });
  await backend.call('email_register', ada);
  await allSent(backend);
  expect(asked).toBe(1);
});

test('the outbox can be read, and what is in it can run nothing', async () => {
  const backend = await openBackend({}, { isLocal: true });
  const empty = await backend.fetch('/dev/outbox');
  expect(await empty.text()).toContain('no mails yet');
  const [to, html] = ['<b>ada</b>@example.com', '<p>Hello</p>'];
  await backend.mails.send({ to: 'ada@example.com', subject: to, html, text: '' });
  const list = await (await backend.fetch('/dev/outbox')).text();
  expect(list).not.toContain('<b>');
  const mail = await backend.fetch(/href="(\/dev\/outbox\/[\w-]+)"/.exec(list)![1]!);
  expect(await mail.text()).toBe(html);
  expect(mail.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await backend.fetch('/dev/outbox/none')).status).toBe(404);
});

test('nobody reads the outbox where it is not local mode', async () => {
  const backend = await openBackend();
  await backend.mails.send({ to: 'ada@example.com', subject: 'Hello', html: '', text: '' });
  const [mail] = await backend.mails.list();
  expect((await backend.fetch('/dev/outbox')).status).toBe(404);
  expect((await backend.fetch(`/dev/outbox/${mail!.id}`)).status).toBe(404);
});
