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

async function allSent(backend: TestBackend): Promise<void> {
  await expect.poll(() => jobsOf(backend), patience).toEqual([]);
}

test('a mail is sent only if its transaction commits', async () => {
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

test('concurrent registrations of one address send one mail, however fast the worker is', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  await Promise.all(Array.from({ length: 8 }, () => backend.call('email_register', ada)));
  await allSent(backend);
  expect((await backend.mails.list()).map(({ subject }) => subject)).toEqual([confirm]);
});

test('repeated requests while a mail is queued send one mail', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  for (let asked = 0; asked < 5; asked++) await backend.call('email_forgot_password', { email: ada.email });
  await backend.startWorker();
  await allSent(backend);
  const subjects = (await backend.mails.list()).map((mail) => mail.subject);
  expect(subjects.sort()).toEqual([confirm, 'Set a new password']);
});

test('a mail has the same content in HTML and text, and escapes its data', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  await backend.call('email_register', ada);
  const { html, text } = await mailTo(backend, ada.email, confirm);
  const link = /https:\/\/faceswap\.test\/activate\?code=[\w-]{43}/.exec(text)![0];
  expect(html.split(link)).toHaveLength(3);
  expect(html).not.toMatch(/<script|<img|undefined|null/);
});

test('a mail goes through a real server, and is retried when it is busy', async () => {
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

test('a permanently refused mail is not retried', async () => {
  const backend = await openBackend();
  let asked = 0;
  const unknown = Object.assign(new Error('nobody of that name'), { responseCode: 550 });
  const { url } = await startMailServer({ onRcptTo: (_to, _session, done) => (asked++, done(unknown)) });
  await backend.startWorker({ mailer: smtpMailer({ url, from }) });
  await backend.call('email_register', ada);
  await allSent(backend);
  expect(asked).toBe(1);
});

test('the outbox page shows mails without running scripts', async () => {
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

test('the pages of local mode use the typeface of the site', async () => {
  const backend = await openBackend({}, { isLocal: true });
  await backend.mails.send({ to: 'ada@example.com', subject: 'Hello', html: '<head></head>', text: '' });
  const [mail] = await backend.mails.list();
  const face = /url\((\/dev\/font\.woff2)\)/;
  for (const path of ['/dev/outbox', `/dev/outbox/${mail!.id}`]) {
    const page = await backend.fetch(path);
    expect(page.headers.get('content-security-policy')).toContain("font-src 'self'");
    expect(await page.text()).toMatch(face);
  }
  const font = await backend.fetch('/dev/font.woff2');
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
});

test('the outbox is served in local mode only', async () => {
  const backend = await openBackend();
  await backend.mails.send({ to: 'ada@example.com', subject: 'Hello', html: '', text: '' });
  const [mail] = await backend.mails.list();
  expect((await backend.fetch('/dev/outbox')).status).toBe(404);
  expect((await backend.fetch(`/dev/outbox/${mail!.id}`)).status).toBe(404);
});
