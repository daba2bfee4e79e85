import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { postEntry } from '#backend/domain/credits/ledger';
import { sendMail } from '#backend/domain/mail/send-mail';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { codeIn, mailTo } from '#tests/support/mails';

const password = 'a long enough phrase';
const confirmNew = 'Confirm your new e-mail address';
const next = 'ada.lovelace@example.org';

interface Signed {
  email: string;
  token: string;
}

/** With a confirmed address. */
async function signedUp(backend: TestBackend, email: string): Promise<Signed> {
  await backend.call('email_register', { email, password });
  const code = codeIn(await mailTo(backend, email, 'Confirm your e-mail address'));
  await backend.call('email_activate', { code });
  return { email, token: (await backend.call('email_login', { email, password })).token };
}

async function opened(): Promise<{ backend: TestBackend; ada: Signed }> {
  const backend = await openBackend();
  await backend.startWorker();
  return { backend, ada: await signedUp(backend, 'ada@example.com') };
}

async function asked({ backend, ada }: { backend: TestBackend; ada: Signed }, email = next): Promise<string> {
  await backend.call('my_email_change', { email, password }, ada);
  return codeIn(await mailTo(backend, email, confirmNew));
}

test('an account gets another address: by its password, and by the link in the mail to the new address', async () => {
  const { backend, ada } = await opened();
  const code = await asked({ backend, ada });
  expect((await backend.call('my_userinfo', {}, ada)).email).toBe(ada.email);
  expect(await backend.call('my_email_change_state', { code }, ada)).toEqual({ email: next });

  expect(await backend.call('my_email_change_confirm', { code }, ada)).toEqual({ email: next });
  expect(await backend.call('my_userinfo', {}, ada)).toMatchObject({
    email: next,
    email_verified: true,
    credit_num: 10,
  });
  expect((await backend.call('email_login', { email: next, password })).user.email).toBe(next);
  await expect(backend.call('email_login', { email: ada.email, password })).rejects.toMatchObject({
    error: 'wrong_credentials',
  });
  await expect(backend.call('my_email_change_confirm', { code }, ada)).rejects.toMatchObject({
    error: 'not_found',
    message: 'This link was already used.',
  });
});

test('the present address gets a mail about the wish and one about the change, and its own links end', async () => {
  const { backend, ada } = await opened();
  await backend.call('email_forgot_password', { email: ada.email });
  const reset = codeIn(await mailTo(backend, ada.email, 'Set a new password'));
  const code = await asked({ backend, ada });
  await mailTo(backend, ada.email, 'Your account is to get another e-mail address');
  await backend.call('my_email_change_confirm', { code }, ada);
  await mailTo(backend, ada.email, 'Your account has another e-mail address now');
  await expect(backend.call('email_forgot_verify', { code: reset })).rejects.toMatchObject({ error: 'not_found' });
});

test('a mail that is written while the address changes takes no link to the old one', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const change = connect(backend.url, { max: 1 });
  onTestFinished(change.close);
  const { sending } = await change.db.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ email: next }).where('id', '=', ada.accountId).execute();
    const context = { ...backend.deps, mailer: backend.mails };
    const sent = sendMail(context, { mail: 'reset', email: ada.email });
    await untilOneWaitsForLock(backend);
    return { sending: sent };
  });
  expect(await sending).toBe('skipped');
  expect(await backend.db.selectFrom('mail_code').selectAll().execute()).toEqual([]);
});

test('a new password stops a change', async () => {
  const { backend, ada } = await opened();
  const code = await asked({ backend, ada });
  const changed = {
    old_password: password,
    new_password: 'another phrase',
    new_password_confirmation: 'another phrase',
  };
  const session = await backend.call('email_change_password', changed, ada);
  await expect(backend.call('my_email_change_confirm', { code }, session)).rejects.toMatchObject({
    error: 'not_found',
  });
});

test('the reader of a mistyped address gets no account by the link', async () => {
  const { backend, ada } = await opened();
  const code = await asked({ backend, ada });
  const stranger = await signedUp(backend, 'stranger@example.com');
  for (const call of ['my_email_change_state', 'my_email_change_confirm'] as const) {
    await expect(backend.call(call, { code })).rejects.toMatchObject({ error: 'unauthenticated' });
    await expect(backend.call(call, { code }, stranger)).rejects.toMatchObject({
      error: 'not_found',
      message: expect.stringMatching(/another account/),
    });
  }
  expect(await backend.call('my_email_change_confirm', { code }, ada)).toEqual({ email: next });
});

test('an address with an account is answered the same; its owner is told, and gets no link', async () => {
  const { backend, ada } = await opened();
  const bob = await signedUp(backend, 'bob@example.com');
  expect(await backend.call('my_email_change', { email: 'Bob@Example.com', password }, ada)).toEqual({});
  const { text } = await mailTo(backend, 'Bob@Example.com', 'This address has an account already');
  expect(text).not.toContain('code=');
  expect((await backend.call('my_userinfo', {}, bob)).email).toBe(bob.email);
});

test('an address that got an account after the mail is refused, and the link stays valid', async () => {
  const { backend, ada } = await opened();
  const code = await asked({ backend, ada });
  await signedUp(backend, next);
  await expect(backend.call('my_email_change_confirm', { code }, ada)).rejects.toMatchObject({
    status: 409,
    error: 'conflict',
  });
  expect((await backend.call('my_userinfo', {}, ada)).email).toBe(ada.email);
  expect(await backend.call('my_email_change_state', { code }, ada)).toEqual({ email: next });
});

test('a sign-up that never confirmed the address gives way to the reader of its mails', async () => {
  const { backend, ada } = await opened();
  await backend.call('email_register', { email: next, password: 'the phrase of a stranger' });
  const stranger = await backend.call('email_login', { email: next, password: 'the phrase of a stranger' });
  await backend.call('upload_sign_url', { format: 'jpg', size: 1000 }, stranger);

  await backend.call('my_email_change', { email: next, password }, ada);
  const mail = await mailTo(backend, next, confirmNew);
  expect(mail.text).toContain('never confirmed');
  expect(await backend.call('my_userinfo', {}, stranger)).toMatchObject({ email: next });
  expect(await backend.call('my_email_change_confirm', { code: codeIn(mail) }, ada)).toEqual({ email: next });
  await expect(backend.call('my_userinfo', {}, stranger)).rejects.toMatchObject({ error: 'unauthenticated' });
  expect((await backend.call('email_login', { email: next, password })).user).toMatchObject({ credit_num: 10 });
  expect(await backend.db.selectFrom('material').selectAll().execute()).toEqual([]);
});

test('a sign-up that holds credits keeps its address, confirmed or not', async () => {
  const { backend, ada } = await opened();
  const code = await asked({ backend, ada });
  await backend.call('email_register', { email: next, password });
  const other = await backend.call('email_login', { email: next, password });
  const bought = { accountId: other.user.uid, kind: 'grant', delta: 5, reference: 'by hand', note: 'Gift' } as const;
  await backend.db.transaction().execute((trx) => postEntry(trx, bought));
  await expect(backend.call('my_email_change_confirm', { code }, ada)).rejects.toMatchObject({ error: 'conflict' });
  expect((await backend.call('my_userinfo', {}, other)).credit_num).toBe(5);
});

test('a suspended sign-up keeps its address', async () => {
  const { backend, ada } = await opened();
  const code = await asked({ backend, ada });
  const stranger = await member(backend, { isConfirmed: false, credits: 0 });
  const suspended = { email: next, suspended_at: new Date() };
  await backend.db.updateTable('account').set(suspended).where('id', '=', stranger.accountId).execute();
  await expect(backend.call('my_email_change_confirm', { code }, ada)).rejects.toMatchObject({ error: 'conflict' });
});

test('a mistyped address of a new account is mended before it is confirmed', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const typo = 'ada@exmaple.com';
  await backend.call('email_register', { email: typo, password });
  const ada = { email: typo, token: (await backend.call('email_login', { email: typo, password })).token };
  const code = await asked({ backend, ada });
  await backend.call('my_email_change_confirm', { code }, ada);
  expect(await backend.call('my_userinfo', {}, ada)).toMatchObject({
    email: next,
    email_verified: true,
    credit_num: 10,
  });
  const toTypo = (await backend.mails.list()).filter(({ to }) => to === typo).map(({ subject }) => subject);
  expect(toTypo).toEqual(['Confirm your e-mail address']);
});

test('a code works for 24 hours, and once', async () => {
  const { backend, ada } = await opened();
  const code = await asked({ backend, ada });
  const used = await Promise.allSettled([1, 2, 3].map(() => backend.call('my_email_change_confirm', { code }, ada)));
  expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

  const second = await asked({ backend, ada }, 'third@example.org');
  await backend.pool.query(`update mail_code set expires_at = expires_at - interval '24 hours'`);
  await expect(backend.call('my_email_change_confirm', { code: second }, ada)).rejects.toMatchObject({
    status: 410,
    error: 'expired',
  });
});

test('a wrong password, the same address and floods are refused in words', async () => {
  const { backend, ada } = await opened();
  const ask = (email: string, given = password) => backend.call('my_email_change', { email, password: given }, ada);
  await expect(ask(next, 'not the password')).rejects.toMatchObject({
    error: 'wrong_credentials',
    fields: { password: expect.stringMatching(/not your password/) },
  });
  await expect(ask('ADA@example.com')).rejects.toMatchObject({
    error: 'invalid_input',
    fields: { email: 'This is the address of your account already.' },
  });
  for (const _ of [1, 2, 3, 4, 5]) await ask(next);
  await expect(ask(next)).rejects.toMatchObject({ status: 429, message: expect.stringMatching(/several mails/) });
});

test('without a password, a sign-in of the last ten minutes is needed', async () => {
  const backend = await openBackend();
  const ada: Member = await member(backend);
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  await expect(backend.call('my_email_change', { email: next }, ada)).rejects.toMatchObject({ error: 'conflict' });
});
