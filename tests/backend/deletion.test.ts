import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { addPeriods } from '#contract';
import { connect } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { member, openBackend } from '#tests/support/backend';
import { addFace, addFacePhoto, detect, ledgerOf, waitForSwap, upload } from '#tests/support/journey';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { mailsWaitingFor, mailTo } from '#tests/support/mails';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';

const ada = { email: 'ada@example.com', password: 'a long enough phrase' };

const filesBelow = async (root: string) =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

test('deleting an account removes its files and rows; the ledger stays, without personal data', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const leaving = await member(backend);
  const material_id = await upload(backend, leaving, portraitBytes('amara'));
  await detect(leaving, material_id);
  const { face_id } = await addFace(leaving, portraitBytes('diego'));
  await addFacePhoto(leaving, face_id, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await leaving.call('faceswap_create', swap, 'key-of-the-test');
  await waitForSwap(leaving, order_id);
  expect(await filesBelow(backend.mediaFolder)).toBeGreaterThan(5);
  const before = await ledgerOf(backend, leaving);
  const { accountId } = leaving;
  await backend.deps.audit.record({ event: 'signed_in', accountId, clientAddress: '203.0.113.7' });

  expect(await leaving.call('del_account', { uid: leaving.accountId })).toEqual({});
  await mailTo(backend, leaving.email, 'Your account is deleted');
  await expect.poll(() => filesBelow(backend.mediaFolder), patience).toBe(0);
  expect(await ledgerOf(backend, leaving)).toEqual(before);
  await expect(leaving.call('my_userinfo', {})).rejects.toMatchObject({ status: 401 });

  const { rows: tables } = await backend.pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('account_id', 'scope') group by table_name`,
  );
  const kept = { wallet: 1, credit_entry: 2, audit_event: 2 };
  for (const { table_name } of tables) {
    const column = table_name === 'idempotency' ? 'scope' : 'account_id';
    const { rows } = await backend.pool.query(`select * from ${table_name} where ${column}::text = $1`, [
      leaving.accountId,
    ]);
    expect(rows.length, table_name).toBe(kept[table_name as keyof typeof kept] ?? 0);
    expect(JSON.stringify(rows), table_name).not.toMatch(new RegExp(`${leaving.email}|203\\.0`));
  }
});

test('the password confirms a deletion however old the session is; a wrong one stops it', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { token, user } = await backend.call('email_login', ada);
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  const remove = (more: object) => backend.call('del_account', { uid: user.uid, ...more }, { token });
  await expect(remove({})).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Log in again') });
  await expect(remove({ password: 'not it' })).rejects.toMatchObject({
    fields: { password: expect.stringContaining('not your password') },
  });
  await remove({ password: ada.password });
  expect(await backend.db.selectFrom('account').selectAll().execute()).toEqual([]);
  await backend.call('email_register', ada);
  expect((await backend.call('email_login', ada)).user.uid).not.toBe(user.uid);
});

test('an address that is registered again right after its deletion gets its mail at once', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { user, token } = await backend.call('email_login', ada);
  await backend.call('del_account', { uid: user.uid, password: ada.password }, { token });
  await backend.pool.query('delete from graphile_worker._private_jobs');
  await backend.call('email_register', ada);
  expect(await mailsWaitingFor(backend, ada)).toEqual(['registration']);
});

test('a deletion that is sent twice at once with a key and the password has one effect, and no fault', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const { token, user } = await backend.call('email_login', ada);
  const remove = () =>
    backend.call('del_account', { uid: user.uid, password: ada.password }, { token, key: 'one-deletion' });
  const ends = await Promise.allSettled([remove(), remove(), remove()]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).not.toEqual([]);
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ error: 'unauthenticated' });
  await expect(remove()).rejects.toMatchObject({ error: 'unauthenticated' });
});

test('files of a large account are removed by several jobs of bounded size', async () => {
  const backend = await openBackend();
  const leaving = await member(backend);
  await backend.pool.query(
    `insert into material (id, account_id, kind, name, format, status, file_key, expires_at)
     select id, $1, 'photo', 'a.jpg', 'jpg', 'ready', 'materials/' || id || '/original.jpg', now() + interval '1 day'
     from (select gen_random_uuid() id from generate_series(1, 2100)) ids`,
    [leaving.accountId],
  );
  await leaving.call('del_account', { uid: leaving.accountId });
  const { rows } = await backend.pool.query(
    `select json_array_length(payload -> 'keys') as files from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where identifier = 'remove_files' order by files`,
  );
  expect(rows.map(({ files }) => files)).toEqual([100, 1000, 1000]);
});

test('another account cannot be deleted', async () => {
  const backend = await openBackend();
  const [ours, theirs] = [await member(backend), await member(backend)];
  await expect(ours.call('del_account', { uid: theirs.accountId })).rejects.toMatchObject({ status: 404 });
});

test('a failing deletion hook keeps the account', async () => {
  const backend = await openBackend();
  const leaving = await member(backend);
  const settled: string[] = [];
  backend.deps.beforeDeletion.push(async ({ accountId }) => {
    settled.push(accountId);
    if (settled.length === 1)
      throw new AppError('unavailable', { message: 'The subscription could not be cancelled.' });
  });
  const remove = () => leaving.call('del_account', { uid: leaving.accountId });
  await expect(remove()).rejects.toThrow('could not be cancelled');
  expect((await leaving.call('my_userinfo', {})).uid).toBe(leaving.accountId);
  await remove();
  expect(settled).toEqual([leaving.accountId, leaving.accountId]);
});

test('deleting the account ends a running swap and leaves no file', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const leaving = await member(backend);
  const material_id = await upload(backend, leaving, portraitBytes('amara'));
  await leaving.call('upload_detect_create', { material_id });
  await leaving.call('del_account', { uid: leaving.accountId });
  const jobs = () => backend.pool.query('select * from graphile_worker._private_jobs').then(({ rows }) => rows.length);
  await expect.poll(jobs, patience).toBe(0);
  expect(await filesBelow(backend.mediaFolder)).toBe(0);
});

test('a file that a worker adds during the deletion is removed', async () => {
  const backend = await openBackend();
  const leaving = await member(backend);
  const material_id = await upload(backend, leaving, portraitBytes('amara'));
  const thumb_key = `materials/${material_id}/thumb.jpg`;
  await backend.deps.storage.put(thumb_key, [Buffer.from('x')] as never);
  const worker = connect(backend.url, { max: 1 });
  onTestFinished(worker.close);
  const deletion = await worker.db.transaction().execute(async (trx) => {
    await trx.updateTable('material').set({ thumb_key }).where('id', '=', material_id).execute();
    const begun = leaving.call('del_account', { uid: leaving.accountId });
    await untilOneWaitsForLock(backend);
    return { begun };
  });
  await deletion.begun;
  await backend.startWorker();
  await expect.poll(() => filesBelow(backend.mediaFolder), patience).toBe(0);
});

test('signing out everywhere also ends the current session', async () => {
  const backend = await openBackend();
  await backend.call('email_register', ada);
  const [here, there] = [await backend.call('email_login', ada), await backend.call('email_login', ada)];
  await backend.call('my_sign_out_everywhere', {}, here);
  for (const { token } of [here, there]) {
    await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({ status: 401 });
  }
});

test('the name can be changed, but not to an empty one', async () => {
  const bo = await member(await openBackend());
  expect((await bo.call('my_profile', { nickname: '  Bo Larsen ' })).nickname).toBe('Bo Larsen');
  await expect(bo.call('my_profile', { nickname: ' ' })).rejects.toMatchObject({
    fields: { nickname: 'Write a name.' },
  });
});

test('deletion cancels a running subscription, which ends with its period', async () => {
  const backend = await openBackend({}, { isLocal: true });
  const leaving = await member(backend);
  const bought = await leaving.call('stripe_buy', { product_id: 'regular_month' }, 'key-of-the-test');
  const checkout = bought.action.type === 'redirect' ? new URL(bought.action.url).searchParams.get('checkout')! : '';
  await backend.fetch('/dev/pay', { method: 'POST', body: new URLSearchParams({ checkout, outcome: 'succeed' }) });
  await leaving.call('payment_verify', { id: bought.payment_id, type: 'sub' });
  await leaving.call('del_account', { uid: leaving.accountId });
  const [subscription] = await backend.db.selectFrom('subscription').selectAll().execute();
  expect(subscription).toMatchObject({ cancel_at_period_end: true, ended_at: null });
  backend.deps.now = () => addPeriods(new Date(), 'month', 2);
  await sweepPayments(backend.deps);
  const [ended] = await backend.db.selectFrom('subscription').selectAll().execute();
  expect(ended).toMatchObject({ status: 'cancelled' });
});
