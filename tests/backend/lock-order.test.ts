import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { issueCode } from '#backend/domain/account/mail-codes';
import { hashPassword } from '#backend/domain/account/password';
import { addDays } from '#backend/domain/context';
import { postEntry } from '#backend/domain/credits/ledger';
import { eraseDeletion } from '#backend/domain/library/erase-deletion';
import { judgeStopped } from '#backend/domain/operator/stopped-content';
import { takeDown } from '#backend/domain/operator/take-down';
import { sweep } from '#backend/domain/retention/sweep';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { finishTask } from '#backend/domain/task/finish';
import { lockEnabledEndpoint } from '#backend/domain/webhook/lock-enabled-endpoint';
import { queueEvent } from '#backend/domain/webhook/queue-event';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { writeCreation } from '#tests/support/creations';
import { ledgerOf } from '#tests/support/journey';
import { untilOneWaitsForLock, untilWaitingForLock } from '#tests/support/lock-waits';
import { operatorOf } from '#tests/support/operator';
import { addEndpoint } from '#tests/support/webhooks';

/** `startRequest` starts the request and returns once it waits for a lock of the worker. */
async function duringWork<T>(
  backend: TestBackend,
  request: () => Promise<T>,
  work: (trx: Transaction<Database>, startRequest: () => Promise<void>) => Promise<unknown>,
): Promise<T> {
  const worker = connect(backend.url, { max: 1 });
  onTestFinished(worker.close);
  let answer: Promise<T> | undefined;
  await worker.db.transaction().execute(async (trx) => {
    await work(trx, () => {
      answer = request();
      return untilOneWaitsForLock(backend);
    });
  });
  return answer!;
}

const lockTask = (trx: Transaction<Database>, id: string) =>
  trx.updateTable('task').set({ progress: 99 }).where('id', '=', id).execute();

/** Each costs three credits. */
async function twoRunningSwaps(backend: TestBackend, who: Member) {
  const [first, second] = [
    await writeCreation(backend, who, { status: 'running' }),
    await writeCreation(backend, who, { status: 'running' }),
  ];
  await backend.db.updateTable('creation').set({ price: 3 }).execute();
  for (const { id } of [first, second]) {
    const hold = { accountId: who.accountId, kind: 'hold', delta: -3, reference: id, note: 'Swap' } as const;
    await backend.db.transaction().execute((trx) => postEntry(trx, hold));
  }
  const row = backend.db.selectFrom('creation').select('task_id').where('id', '=', second.id);
  const { task_id } = await row.executeTakeFirstOrThrow();
  return { order_ids: [first.id, second.id], lastTask: task_id };
}

const failure = { status: 'failed', error: 'internal', message: 'It did not work.' } as const;

test('several swaps are deleted while the last of them fails: each returns its credits once', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_ids, lastTask } = await twoRunningSwaps(backend, ada);
  const remove = () => ada.call('del_orders', { order_ids });
  const answer = await duringWork(backend, remove, async (trx, startRequest) => {
    await lockTask(trx, lastTask);
    await startRequest();
    await endSwapWithoutResult({ ...backend.deps, db: trx }, lastTask, failure);
  });
  expect(answer).toMatchObject({ count: 2 });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
});

test('several swaps are taken down while the last of them fails: each returns its credits once', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_ids, lastTask } = await twoRunningSwaps(backend, ada);
  const { case_id } = await backend.call('feedback_takedown', {
    ...{ description: 'Swaps that show me.', location: 'https://faceswap.test/', person: 'Amara', good_faith: 'true' },
    ...{ email: 'amara@example.com', signature: 'Amara' },
  });
  const creations = order_ids.map((id) => `--creation ${id}`).join(' ');
  const takeDown = () => operatorOf(backend)(`take-down ${case_id} ${creations} --reason "No consent"`);
  const { code } = await duringWork(backend, takeDown, async (trx, startRequest) => {
    await lockTask(trx, lastTask);
    await startRequest();
    await endSwapWithoutResult({ ...backend.deps, db: trx }, lastTask, failure);
  });
  expect(code).toBe(0);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
});

async function readyUpload({ db }: TestBackend, { accountId }: Member, status: 'probing' | 'ready' = 'ready') {
  const material_id = uuidv7();
  const upload = { id: material_id, account_id: accountId, name: 'clip.mov', kind: 'video', status } as const;
  const file = {
    file_key: `materials/${material_id}/original.mov`,
    format: 'mov',
    expires_at: addDays(new Date(), 30),
  };
  await db
    .insertInto('material')
    .values({ ...upload, ...file })
    .execute();
  return material_id;
}

async function runningTask({ db }: { db: Db }, { accountId }: Member, kind: 'playable' | 'detection', upload?: string) {
  const id = uuidv7();
  const task = { id, account_id: accountId, kind, material_id: upload ?? null, status: 'running' } as const;
  await db.insertInto('task').values(task).execute();
  return id;
}

test('an upload is erased while its copy for browsers is stored', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await readyUpload(backend, ada);
  const task = await runningTask(backend, ada, 'playable', material_id);
  const { deletion_id } = await ada.call('del_materials', { material_ids: [material_id] });
  const erase = () => eraseDeletion(backend.deps, { deletion_id });
  const playable_key = `materials/${material_id}/playable.mp4`;
  await duringWork(backend, erase, async (trx, startRequest) => {
    await finishTask({ ...backend.deps, db: trx }, task, { status: 'succeeded' });
    await startRequest();
    await trx.updateTable('material').set({ playable_key }).where('id', '=', material_id).execute();
  });
  expect(await backend.db.selectFrom('material').selectAll().execute()).toEqual([]);
  expect(await keysToRemove(backend)).toContain(playable_key);
});

const keysToRemove = async ({ pool }: TestBackend) => {
  const { rows } = await pool.query<{ keys: string[] }>(
    `select payload -> 'keys' as keys from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = 'remove_files'`,
  );
  return rows.flatMap(({ keys }) => keys);
};

test('an account is deleted while the end of its task is reported to its webhook', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await addEndpoint(ada, 'https://example.com/hook');
  const task = await runningTask(backend, ada, 'detection');
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  await duringWork(backend, remove, async (trx, startRequest) => {
    await lockTask(trx, task);
    await startRequest();
    await finishTask({ ...backend.deps, db: trx }, task, failure);
  });
  expect(await backend.db.selectFrom('account').selectAll().execute()).toEqual([]);
});

test('an account is deleted while its video gets a task for a copy that browsers can play', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await readyUpload(backend, ada, 'probing');
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  await duringWork(backend, remove, async (trx, startRequest) => {
    await trx.updateTable('material').set({ status: 'ready' }).where('id', '=', material_id).execute();
    await startRequest();
    await runningTask({ db: trx }, ada, 'playable', material_id);
  });
  expect(await backend.db.selectFrom('task').selectAll().execute()).toEqual([]);
});

/**
 * Starts the calls in turn while the rows are locked: each waits for a lock, or has ended, before the next starts. So each
 * holds what it locks before those rows, and gets them in the order of the calls.
 */
async function whileLocked(
  backend: TestBackend,
  lock: (trx: Transaction<Database>) => Promise<unknown>,
  ...calls: (() => Promise<unknown>)[]
): Promise<PromiseSettledResult<unknown>[]> {
  const holder = connect(backend.url, { max: 1 });
  onTestFinished(holder.close);
  const outcomes: Promise<PromiseSettledResult<unknown>[]>[] = [];
  await holder.db.transaction().execute(async (trx) => {
    await lock(trx);
    let waiting = 0;
    for (const call of calls) {
      const outcome = Promise.allSettled([call()]);
      outcomes.push(outcome);
      const waits = untilWaitingForLock(backend, waiting + 1).then(() => 1);
      waiting += await Promise.race([waits, outcome.then(() => 0)]);
    }
  });
  return (await Promise.all(outcomes)).flat();
}

const locked =
  (table: 'account' | 'creation_export' | 'moderation', id: string) =>
  (trx: Transaction<Database>): Promise<unknown> =>
    trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();

const fulfilled = { status: 'fulfilled' };
const notFound = { status: 'rejected', reason: { error: 'not_found' } };
const tables = ['creation', 'creation_export', 'task', 'material'] as const;

async function rowsLeft({ db }: TestBackend): Promise<number> {
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).select('id').execute()));
  return rows.flat().length;
}

/** A creation that has expired with its upload, and its comparison with the upload. */
async function expiredExport(backend: TestBackend, who: Member) {
  const { db } = backend;
  const material_id = await readyUpload(backend, who);
  const { id: order_id } = await writeCreation(backend, who, { material_id });
  const expires_at = addDays(new Date(), -1);
  await db.updateTable('creation').set({ expires_at }).execute();
  await db.updateTable('material').set({ expires_at }).execute();
  const [task_id, export_id, account_id] = [uuidv7(), uuidv7(), who.accountId];
  const ended = { status: 'succeeded', finished_at: new Date() } as const;
  await db
    .insertInto('task')
    .values({ id: task_id, account_id, kind: 'export', ...ended })
    .execute();
  const wanted = JSON.stringify({ format: 'before_after' });
  await db
    .insertInto('creation_export')
    .values({ id: export_id, account_id, creation_id: order_id, task_id, wanted })
    .execute();
  return { order_id, material_id, export_id };
}

test('an expired creation is deleted by its owner while the sweep removes it with its exports', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_id, export_id } = await expiredExport(backend, ada);
  const remove = () => ada.call('del_order', { order_id });
  const outcomes = await whileLocked(backend, locked('creation_export', export_id), remove, () => sweep(backend.deps));
  expect(outcomes).toMatchObject([fulfilled, fulfilled]);
  await sweep(backend.deps);
  expect(await rowsLeft(backend)).toBe(0);
});

test('an expired upload is deleted by its owner while the sweep removes it with its exports', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_id, material_id, export_id } = await expiredExport(backend, ada);
  const later = { expires_at: addDays(new Date(), 1) };
  await backend.db.updateTable('creation').set(later).where('id', '=', order_id).execute();
  const remove = () => ada.call('del_material', { material_id });
  const outcomes = await whileLocked(backend, locked('creation_export', export_id), () => sweep(backend.deps), remove);
  expect(outcomes).toMatchObject([fulfilled, notFound]);
  expect(await backend.db.selectFrom('material').selectAll().execute()).toEqual([]);
});

test('an account is deleted while the sweep removes its expired creation with its exports', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { export_id } = await expiredExport(backend, ada);
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const outcomes = await whileLocked(backend, locked('creation_export', export_id), remove, () => sweep(backend.deps));
  expect(outcomes).toMatchObject([fulfilled, fulfilled]);
  expect(await rowsLeft(backend)).toBe(0);
});

test('an account is deleted while its deleted creation is erased', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { id } = await writeCreation(backend, ada);
  const { deletion_id } = await ada.call('del_orders', { order_ids: [id] });
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const erase = () => eraseDeletion(backend.deps, { deletion_id });
  const outcomes = await whileLocked(backend, locked('account', ada.accountId), remove, erase);
  expect(outcomes).toMatchObject([fulfilled, fulfilled]);
  expect(await rowsLeft(backend)).toBe(0);
});

test('an export ends while its creation is deleted', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_id } = await expiredExport(backend, ada);
  const made = backend.db.selectFrom('creation_export').select(['id', 'task_id']);
  const { id, task_id } = await made.executeTakeFirstOrThrow();
  const running = { status: 'running', finished_at: null } as const;
  await backend.db.updateTable('task').set(running).where('id', '=', task_id).execute();
  const remove = () => ada.call('del_order', { order_id });
  await duringWork(backend, remove, async (trx, startRequest) => {
    await finishTask({ ...backend.deps, db: trx }, task_id, { status: 'succeeded' });
    await startRequest();
    await trx.updateTable('creation_export').set({ size: 9 }).where('id', '=', id).execute();
  });
  expect(await backend.db.selectFrom('creation_export').selectAll().execute()).toEqual([]);
});

test('an account is deleted while an operator judges what moderation stopped', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = uuidv7();
  const subject = { subject: 'upload', subject_id: uuidv7(), name: 'beach.jpg', sha256: null } as const;
  const decision = { outcome: 'stopped', scores: '{}', model: 'tiny', evidence_key: null } as const;
  await backend.db
    .insertInto('moderation')
    .values({ id, account_id: ada.accountId, ...subject, ...decision })
    .execute();
  const judge = () =>
    judgeStopped({ ...backend.deps, operator: 'tess' }, { id, verdict: 'upheld', reason: 'It shows a person.' });
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const outcomes = await whileLocked(backend, locked('account', ada.accountId), remove, judge);
  expect(outcomes).toMatchObject([fulfilled, notFound]);
});

const caseOf = async (backend: TestBackend) =>
  (
    await backend.call('feedback_takedown', {
      ...{ description: 'Swaps of me.', location: 'https://faceswap.test/', person: 'Amara', good_faith: 'true' },
      ...{ email: 'amara@example.com', signature: 'Amara' },
    })
  ).case_id;

/** A face with a preview that is being made. */
async function faceInPreview({ db }: TestBackend, { accountId: account_id }: Member) {
  const [face_id, photo_id] = [uuidv7(), uuidv7()];
  await db.insertInto('face').values({ id: face_id, account_id, name: 'Amara' }).execute();
  const files = { file_key: `faces/${photo_id}/photo.jpg`, thumb_key: `faces/${photo_id}/thumb.jpg` };
  const photo = { id: photo_id, face_id, account_id, width: 800, height: 800, person: 'p1', people: '[]', ...files };
  await db.insertInto('face_photo').values(photo).execute();
  const bindings = JSON.stringify({ p1: [face_id] });
  const preview = { id: uuidv7(), account_id, kind: 'preview', status: 'running', bindings } as const;
  await db.insertInto('task').values(preview).execute();
  return face_id;
}

test('an account is deleted while a face of it is deleted with a preview that is being made', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const face_id = await faceInPreview(backend, ada);
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const removeFace = () => ada.call('del_face', { face_id });
  const outcomes = await whileLocked(backend, locked('account', ada.accountId), remove, removeFace);
  expect(outcomes).toMatchObject([fulfilled, notFound]);
});

test('an account is deleted while a face of it is taken down with a preview that is being made', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const media = { uploads: [], creations: [], faces: [await faceInPreview(backend, ada)] };
  const report = { caseId: await caseOf(backend), media, reason: 'No consent' };
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const removeFace = () => takeDown({ ...backend.deps, operator: 'tess' }, report);
  const outcomes = await whileLocked(backend, locked('account', ada.accountId), remove, removeFace);
  expect(outcomes).toMatchObject([fulfilled, fulfilled]);
});

test('an account is deleted while the sweep removes its old decisions of moderation', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const decision = (daysAgo: number) => {
    const id = uuidv7();
    const subject = { subject: 'upload', subject_id: uuidv7(), name: 'beach.jpg', sha256: null } as const;
    const stopped = {
      outcome: 'stopped',
      scores: '{}',
      model: 'tiny',
      evidence_key: `moderation/${id}/picture.jpg`,
    } as const;
    return { id, account_id: ada.accountId, ...subject, ...stopped, created_at: addDays(new Date(), -daysAgo) };
  };
  const [expired, old] = [decision(40), decision(400)];
  for (const row of [expired, old]) await backend.db.insertInto('moderation').values(row).execute();
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const outcomes = await whileLocked(backend, locked('moderation', expired.id), remove, () => sweep(backend.deps));
  expect(outcomes).toMatchObject([fulfilled, fulfilled]);
  expect(await backend.db.selectFrom('moderation').selectAll().execute()).toEqual([]);
});

test('an account is deleted while its upload and creation are taken down', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { order_id, material_id } = await expiredExport(backend, ada);
  const caseId = await caseOf(backend);
  const media = { uploads: [material_id], creations: [order_id], faces: [] };
  const takesDown = () => takeDown({ ...backend.deps, operator: 'tess' }, { caseId, media, reason: 'No consent' });
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const outcomes = await whileLocked(backend, locked('account', ada.accountId), remove, takesDown);
  expect(outcomes).toMatchObject([fulfilled, fulfilled]);
  expect(await rowsLeft(backend)).toBe(0);
});

/** `request` starts between the lock of a ping and its event. */
const duringPing = <T>(backend: TestBackend, { accountId }: Member, endpointId: string, request: () => Promise<T>) =>
  duringWork(backend, request, async (trx, startRequest) => {
    const inside = { ...backend.deps, db: trx, accountId };
    await lockEnabledEndpoint(inside, endpointId);
    await startRequest();
    await queueEvent(inside, { account_id: accountId, type: 'ping' }, [endpointId]);
  });

test('an endpoint is changed while it is pinged', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { endpoint_id, ...endpoint } = await addEndpoint(ada, 'https://example.com/hook');
  const change = () => ada.call('my_webhook_update', { ...endpoint, endpoint_id, description: 'Changed' });
  expect(await duringPing(backend, ada, endpoint_id, change)).toMatchObject({ description: 'Changed' });
});

test('an account is deleted while its endpoint is pinged', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { endpoint_id } = await addEndpoint(ada, 'https://example.com/hook');
  await duringPing(backend, ada, endpoint_id, () => ada.call('del_account', { uid: ada.accountId }));
  expect(await backend.db.selectFrom('account').selectAll().execute()).toEqual([]);
});

test('a password is changed while the link of a mail sets another', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const code = await issueCode(backend.deps, ada.accountId, 'reset');
  const old_password = 'a long enough phrase';
  await backend.db
    .updateTable('account')
    .set({ password_hash: await hashPassword(old_password) })
    .execute();
  const passwords = { new_password: 'another long phrase', new_password_confirmation: 'another long phrase' };
  const change = () => ada.call('email_change_password', { old_password, ...passwords });
  const reset = () => backend.call('email_reset_password', { code, ...passwords });
  const outcomes = await whileLocked(backend, locked('account', ada.accountId), change, reset);
  expect(outcomes).toMatchObject([fulfilled, notFound]);
});

test('an account is deleted while the link of a mail sets its password', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const code = await issueCode(backend.deps, ada.accountId, 'reset');
  const passwords = { new_password: 'another long phrase', new_password_confirmation: 'another long phrase' };
  const remove = () => ada.call('del_account', { uid: ada.accountId });
  const reset = () => backend.call('email_reset_password', { code, ...passwords });
  const outcomes = await whileLocked(backend, locked('account', ada.accountId), remove, reset);
  expect(outcomes).toMatchObject([fulfilled, notFound]);
});
