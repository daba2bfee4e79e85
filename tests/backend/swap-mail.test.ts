import { expect, test } from 'vitest';
import { errors } from '#contract';
import { postEntry } from '#backend/domain/credits/ledger';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { finishTask } from '#backend/domain/task/finish';
import { sendMail } from '#backend/domain/mail/send-mail';
import { failTask } from '#backend/jobs/fail-task';
import { smtpMailer } from '#backend/providers/mail/smtp';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { finishedCreation } from '#tests/support/finished-creation';
import { startMailServer } from '#tests/support/mail-server';
import { mailsWaitingFor } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { patience } from '#tests/support/patience';

/** The owner asked for a mail. */
async function awaited() {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_id, task_id } = await runningSwap(backend, ada);
  expect(await ada.call('faceswap_notify', { order_id, by_mail: true })).toEqual({ mail_when_done: true });
  return { backend, ada, order_id, task_id };
}

async function runningSwap(backend: TestBackend, who: Member) {
  const price = 5;
  const creation = await finishedCreation(backend, who, { kind: 'video', price });
  const hold = {
    accountId: who.accountId,
    kind: 'hold',
    delta: -price,
    reference: creation.order_id,
    note: '',
  } as const;
  await backend.db.transaction().execute((trx) => postEntry(trx, hold));
  await backend.db
    .updateTable('task')
    .set({ status: 'running', stage: 'swapping', progress: 40, finished_at: null })
    .where('id', '=', creation.task_id)
    .execute();
  return creation;
}

const succeed = ({ backend, task_id }: { backend: TestBackend; task_id: string }) =>
  finishTask(backend.deps, task_id, { status: 'succeeded' });

test('a swap that succeeds sends one mail with its page, however often it ends', async () => {
  const given = await awaited();
  const { backend, ada, order_id } = given;
  expect(await ada.call('faceswap_result', { order_id })).toMatchObject({ mail_when_done: true });
  expect(await Promise.all([succeed(given), succeed(given), succeed(given)])).toContain(true);
  expect(await mailsWaitingFor(backend, ada)).toEqual(['swap_ended']);

  const { url, received } = await startMailServer();
  await backend.startWorker({ mailer: smtpMailer({ url, from: 'Faceswap <hello@faceswap.test>' }) });
  await expect.poll(() => received.length, patience).toBe(1);
  const [{ to, subject, text, html }] = received as [(typeof received)[0]];
  expect([to, subject]).toEqual([ada.email, 'Your video is ready']);
  for (const part of [text, html]) {
    expect(part).toContain(`https://faceswap.test/creation_detail?order_id=${order_id}`);
    expect(part).toContain('“holiday.jpg”');
  }
  await expect.poll(() => mailsWaitingFor(backend, ada), patience).toEqual([]);
});

test('a swap that fails says so, and that its credits came back', async () => {
  const { backend, ada, task_id } = await awaited();
  expect(await failTask(backend.deps, task_id)).toBe(true);
  await backend.startWorker();
  await expect.poll(async () => (await backend.mails.list()).length, patience).toBe(1);
  const [mail] = await backend.mails.list();
  expect([mail!.to, mail!.subject]).toEqual([ada.email, 'Your swap has ended without a result']);
  expect(mail!.text).toContain('Your 5 credits were returned.');
});

test('a swap whose result moderation stopped says so, and leads to its page', async () => {
  const { backend, ada, order_id, task_id } = await awaited();
  const { message } = errors.content_stopped;
  await endSwapWithoutResult(backend.deps, task_id, { status: 'refused', error: 'content_stopped', message });
  expect(await mailsWaitingFor(backend, ada)).toEqual(['swap_ended']);
  const deps = { ...backend.deps, mailer: backend.mails, siteUrl: 'https://faceswap.test' };
  const sent = await sendMail(deps, { mail: 'swap_ended', email: ada.email, order_id });
  const [mail] = await backend.mails.list();
  expect([sent, mail!.subject]).toEqual(['sent', 'Your swap has ended without a result']);
  expect(mail!.text).toContain(message);
  expect(mail!.text).toContain('Your 5 credits were returned.');
  expect(mail!.text).toContain('See what happened');
});

test('two swaps of one user that end together send a mail each', async () => {
  const given = await awaited();
  const other = await runningSwap(given.backend, given.ada);
  await given.ada.call('faceswap_notify', { order_id: other.order_id, by_mail: true });
  await Promise.all([succeed(given), succeed({ ...given, task_id: other.task_id })]);
  expect(await mailsWaitingFor(given.backend, given.ada)).toEqual(['swap_ended', 'swap_ended']);
});

type Given = Awaited<ReturnType<typeof awaited>>;

const withoutMail: Record<string, (given: Given) => Promise<unknown>> = {
  'its owner did not ask': async (given) => {
    await given.ada.call('faceswap_notify', { order_id: given.order_id, by_mail: 'no' });
    await succeed(given);
  },
  'its owner cancelled it': ({ ada, order_id }) => ada.call('faceswap_cancel', { order_id }),
  'its creation was deleted': ({ ada, order_id }) => ada.call('del_order', { order_id }),
  'its upload was taken down, which has a mail of its own': ({ backend, task_id }) =>
    endSwapWithoutResult(backend.deps, task_id, { status: 'refused', error: 'refused', message: 'Taken down.' }),
};

test.each(Object.entries(withoutMail))('no mail is queued if %s', async (_, end) => {
  const given = await awaited();
  await end(given);
  expect(await mailsWaitingFor(given.backend, given.ada)).toEqual([]);
});

const tooLate: Record<string, (given: Given) => Promise<unknown>> = {
  'the creation was deleted': ({ ada, order_id }) => ada.call('del_order', { order_id }),
  'the account was suspended': ({ backend, ada }) => operatorOf(backend)(`suspend ${ada.email} --reason "Case 1"`),
};

test.each(Object.entries(tooLate))('a queued mail is not sent if %s meanwhile', async (_, end) => {
  const given = await awaited();
  await succeed(given);
  await end(given);
  const { backend, ada, order_id } = given;
  const deps = { ...backend.deps, mailer: backend.mails, siteUrl: 'https://faceswap.test' };
  expect(await sendMail(deps, { mail: 'swap_ended', email: ada.email, order_id })).toBe('skipped');
  expect(await backend.mails.list()).toEqual([]);
});

test('the mail of one account is not made from the creation of another', async () => {
  const given = await awaited();
  await succeed(given);
  const { backend, order_id } = given;
  const eve = await member(backend);
  const deps = { ...backend.deps, mailer: backend.mails, siteUrl: 'https://faceswap.test' };
  expect(await sendMail(deps, { mail: 'swap_ended', email: eve.email, order_id })).toBe('skipped');
});

test('a swap that has ended cannot be waited for', async () => {
  const { ada, backend, order_id, task_id } = await awaited();
  await succeed({ backend, task_id });
  await expect(ada.call('faceswap_notify', { order_id, by_mail: true })).rejects.toMatchObject({ error: 'conflict' });
});
