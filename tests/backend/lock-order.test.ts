import type { Transaction } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { postEntry } from '#backend/domain/credits/ledger';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { writeCreation } from '#tests/support/creations';
import { ledgerOf } from '#tests/support/journey';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { operatorOf } from '#tests/support/operator';

/** The request begins when the worker calls `meanwhile`, which returns once the request waits for the worker. */
async function duringWork<T>(
  backend: TestBackend,
  request: () => Promise<T>,
  work: (trx: Transaction<Database>, meanwhile: () => Promise<void>) => Promise<unknown>,
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
  const answer = await duringWork(backend, remove, async (trx, meanwhile) => {
    await lockTask(trx, lastTask);
    await meanwhile();
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
  const { code } = await duringWork(backend, takeDown, async (trx, meanwhile) => {
    await lockTask(trx, lastTask);
    await meanwhile();
    await endSwapWithoutResult({ ...backend.deps, db: trx }, lastTask, failure);
  });
  expect(code).toBe(0);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
});
