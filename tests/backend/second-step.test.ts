import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { hashPassword } from '#backend/domain/account/password';
import { limits } from '#backend/domain/limits';
import { codeOf, fromBase32, stepAt } from '#backend/domain/second-step/totp';
import { CallFailed, member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { mailsWaitingFor } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { useUp } from '#tests/support/use-up';

const password = 'a long enough phrase';

/** Time stands still until moved. */
function clockOf(backend: TestBackend) {
  let now = new Date();
  backend.deps.now = () => now;
  return { forwardSeconds: (seconds: number) => (now = new Date(now.getTime() + seconds * 1000)) };
}

const codeNow = ({ deps }: TestBackend, secret: string) => codeOf(fromBase32(secret), stepAt(deps.now()));

async function memberWithCodes(backend: TestBackend) {
  const ada = await member(backend);
  const password_hash = await hashPassword(password);
  await backend.db.updateTable('account').set({ password_hash }).where('id', '=', ada.accountId).execute();
  const { secret } = await ada.call('my_codes_begin', { password });
  const code = codeNow(backend, secret);
  const asShown = `${code.slice(0, 3)} ${code.slice(3)}`;
  const { recovery_codes } = await ada.call('my_codes_confirm', { code: asShown });
  return { ...ada, secret, recoveryCodes: recovery_codes };
}

async function challengeOf(backend: TestBackend, { email }: Member): Promise<string> {
  const response = await backend.fetch('/email/login', { method: 'POST', body: JSON.stringify({ email, password }) });
  const { error, challenge } = await response.json();
  expect([response.status, error]).toEqual([422, 'code_required']);
  return challenge;
}

const addPasskeyRow = ({ db }: TestBackend, { accountId: account_id }: Member) =>
  db
    .insertInto('passkey')
    .values({
      id: uuidv7(),
      account_id,
      credential_id: uuidv7(),
      public_key: Buffer.from('key'),
      counter: '0',
      transports: [],
      name: 'phone',
    })
    .execute();

const refused = (error: string) => expect.objectContaining({ constructor: CallFailed, error });

test('a sign-in needs password and code; neither alone gives a session', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const ada = await memberWithCodes(backend);
  clock.forwardSeconds(30);
  const challenge = await challengeOf(backend, ada);
  expect(challenge).not.toContain(ada.accountId);
  await expect(backend.call('my_userinfo', {}, { token: challenge })).rejects.toEqual(refused('unauthenticated'));
  await expect(backend.call('login_code', { challenge, code: '000000' })).rejects.toMatchObject({
    fields: { code: expect.stringContaining('wrong') },
  });
  const code = codeNow(backend, ada.secret);
  await expect(backend.call('login_code', { challenge: 'made-up', code })).rejects.toEqual(refused('expired'));
  const { user } = await backend.call('login_code', { challenge, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
  expect(user.uid).toBe(ada.accountId);
});

test('a code counts once, also concurrently, and the code that turned them on does not count again', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const ada = await memberWithCodes(backend);
  const challenge = await challengeOf(backend, ada);
  const logIn = () => backend.call('login_code', { challenge, code: codeNow(backend, ada.secret) });
  await expect(logIn()).rejects.toEqual(refused('wrong_credentials'));
  clock.forwardSeconds(30);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, logIn));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a challenge ends after ten minutes, and with a changed password', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const ada = await memberWithCodes(backend);
  clock.forwardSeconds(30);
  const first = await challengeOf(backend, ada);
  const code = codeNow(backend, ada.secret);
  await backend.db
    .updateTable('account')
    .set({ password_set_at: new Date(0) })
    .execute();
  await expect(backend.call('login_code', { challenge: first, code })).rejects.toEqual(refused('expired'));
  const second = await challengeOf(backend, ada);
  clock.forwardSeconds(601);
  const later = { challenge: second, code: codeNow(backend, ada.secret) };
  await expect(backend.call('login_code', later)).rejects.toEqual(refused('expired'));
});

test('a challenge ends with its account', async () => {
  const backend = await openBackend();
  const ada = await memberWithCodes(backend);
  const answer = { challenge: await challengeOf(backend, ada), code: ada.recoveryCodes[0]! };
  await ada.call('del_account', { uid: ada.accountId });
  await expect(backend.call('login_code', answer)).rejects.toEqual(refused('expired'));
});

test('wrong codes are limited; a recovery code still works then, once, and its owner is mailed', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const ada = await memberWithCodes(backend);
  clock.forwardSeconds(30);
  const challenge = await challengeOf(backend, ada);
  const guesses = Array.from({ length: 12 }, () => backend.call('login_code', { challenge, code: '000000' }));
  const errors = (await Promise.allSettled(guesses)).map((guess) => 'reason' in guess && guess.reason.error);
  expect(errors.filter((error) => error === 'too_many_requests')).not.toEqual([]);
  const right = { challenge, code: codeNow(backend, ada.secret) };
  await expect(backend.call('login_code', right)).rejects.toEqual(refused('too_many_requests'));

  const code = ada.recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
  const { token } = await backend.call('login_code', { challenge, code });
  await expect(backend.call('login_code', { challenge, code })).rejects.toEqual(refused('wrong_credentials'));
  expect(await backend.call('my_second_steps', {}, { token })).toMatchObject({ recovery_codes_left: 9 });
  expect(await mailsWaitingFor(backend, ada)).toEqual(['codes_turned_on', 'recovery_code_used']);
});

test('guesses are limited for a day, too, and while codes are turned on; a right code starts anew', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const ada = await memberWithCodes(backend);
  const attempt = async (code: string) =>
    backend.call('login_code', { challenge: await challengeOf(backend, ada), code });
  const counts = () => backend.pool.query(`select key from rate_limit where key like 'code-account%'`);
  await expect(attempt('000000')).rejects.toEqual(refused('wrong_credentials'));
  clock.forwardSeconds(30);
  await attempt(codeNow(backend, ada.secret));
  expect((await counts()).rows).toEqual([]);

  await useUp(backend, limits.codeOfAccountDay, ada.accountId);
  clock.forwardSeconds(30);
  await expect(attempt(codeNow(backend, ada.secret))).rejects.toEqual(refused('too_many_requests'));
  const bo = await member(backend);
  const { secret } = await bo.call('my_codes_begin', {});
  await useUp(backend, limits.codeOfAccount, bo.accountId);
  const confirmed = bo.call('my_codes_confirm', { code: codeNow(backend, secret) });
  await expect(confirmed).rejects.toEqual(refused('too_many_requests'));
});

test('a suspended account does not use up the recovery code that it is refused with', async () => {
  const backend = await openBackend();
  const operator = operatorOf(backend);
  const ada = await memberWithCodes(backend);
  const answer = { challenge: await challengeOf(backend, ada), code: ada.recoveryCodes[0]! };
  await operator(`suspend ${ada.email} --reason "Case 1"`);
  await expect(backend.call('login_code', answer)).rejects.toEqual(refused('suspended'));
  expect(await mailsWaitingFor(backend, ada)).not.toContain('recovery_code_used');
  await operator(`restore ${ada.email} --reason "We were wrong"`);
  const { token } = await backend.call('login_code', answer);
  expect(await backend.call('my_second_steps', {}, { token })).toMatchObject({ recovery_codes_left: 9 });
});

test('wrong recovery codes from one network do not lock the owner out of another', async () => {
  const backend = await openBackend();
  const ada = await memberWithCodes(backend);
  const challenge = await challengeOf(backend, ada);
  const attempt = (code: string, from: string) => backend.call('login_code', { challenge, code }, { from });
  const guesses = Array.from({ length: 12 }, () => attempt('0000-0000-0000-0000', '203.0.113.7'));
  const errors = (await Promise.allSettled(guesses)).map((guess) => 'reason' in guess && guess.reason.error);
  expect(errors.filter((error) => error === 'too_many_requests')).toHaveLength(2);
  const [first] = ada.recoveryCodes;
  await expect(attempt(first!, '203.0.113.7')).rejects.toEqual(refused('too_many_requests'));
  expect((await attempt(first!, '198.51.100.9')).user.uid).toBe(ada.accountId);
});

test('secret and recovery codes are unreadable in the database; another account’s do not fit', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const [ada, eve] = [await memberWithCodes(backend), await memberWithCodes(backend)];
  const { rows } = await backend.pool.query(
    `select to_jsonb(s) as row from one_time_secret s union all select to_jsonb(r) from recovery_code r
     union all select to_jsonb(a) from audit_event a`,
  );
  const dump = JSON.stringify(rows);
  for (const secret of [ada.secret, ...ada.recoveryCodes]) expect(dump).not.toContain(secret);
  clock.forwardSeconds(30);
  const challenge = await challengeOf(backend, ada);
  for (const code of [codeNow(backend, eve.secret), eve.recoveryCodes[0]!]) {
    await expect(backend.call('login_code', { challenge, code })).rejects.toEqual(refused('wrong_credentials'));
  }
});

test('turning on, renewing and turning off need the password or a recent sign-in, and are mailed', async () => {
  const backend = await openBackend();
  const ada = await memberWithCodes(backend);
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  for (const call of ['my_codes_begin', 'my_codes_end', 'my_recovery_codes_renew'] as const) {
    await expect(ada.call(call, {})).rejects.toEqual(refused('conflict'));
    await expect(ada.call(call, { password: 'not it' })).rejects.toEqual(refused('wrong_credentials'));
  }
  await expect(ada.call('my_codes_begin', { password })).rejects.toEqual(refused('conflict'));
  const { recovery_codes } = await ada.call('my_recovery_codes_renew', { password });
  expect(new Set([...recovery_codes, ...ada.recoveryCodes]).size).toBe(20);
  await ada.call('my_codes_end', { password });
  expect(await ada.call('my_second_steps', {})).toEqual({ codes_since: null, recovery_codes_left: 0 });
  const { token } = await backend.call('email_login', { email: ada.email, password });
  expect(token).toMatch(/^fs_/);
  expect(await mailsWaitingFor(backend, ada)).toEqual([
    'codes_turned_on',
    'recovery_codes_renewed',
    'codes_turned_off',
  ]);
});

test('an operator removes codes that the owner has lost: the password signs in, sessions end', async () => {
  const backend = await openBackend();
  const operator = operatorOf(backend);
  const ada = await memberWithCodes(backend);
  const other = await memberWithCodes(backend);
  await addPasskeyRow(backend, ada);
  await addPasskeyRow(backend, other);
  const reset = `reset-second-steps ${ada.email}`;
  expect(await operator(reset)).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  expect(await operator(`${reset} --reason "Showed a passport"`)).toMatchObject({ code: 0 });
  await expect(ada.call('my_userinfo', {})).rejects.toEqual(refused('unauthenticated'));
  expect((await backend.call('email_login', { email: ada.email, password })).user.uid).toBe(ada.accountId);
  for (const table of ['one_time_secret', 'recovery_code', 'passkey'] as const) {
    const owners = await backend.db.selectFrom(table).select('account_id').execute();
    expect([...new Set(owners.map(({ account_id }) => account_id))], table).toEqual([other.accountId]);
  }
  expect(await mailsWaitingFor(backend, ada)).toEqual(['codes_turned_on', 'second_steps_removed']);
  expect((await operator('audit')).out).toMatch(/second_steps_removed.*tess: Showed a passport/);
  expect(await operator(`${reset} --reason again`)).toMatchObject({ code: 4 });
  await challengeOf(backend, other);
});

test('an unconfirmed address has no codes', async () => {
  const backend = await openBackend();
  const ada = await member(backend, { isConfirmed: false });
  await expect(ada.call('my_codes_begin', {})).rejects.toEqual(refused('activation_required'));
});

test('a secret that was never confirmed asks nothing at sign-in', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const password_hash = await hashPassword(password);
  await backend.db.updateTable('account').set({ password_hash }).execute();
  await ada.call('my_codes_begin', { password });
  await expect(ada.call('my_codes_confirm', { code: '000000' })).rejects.toMatchObject({
    fields: { code: expect.any(String) },
  });
  expect((await backend.call('email_login', { email: ada.email, password })).user.uid).toBe(ada.accountId);
});
