import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '#backend/domain/context';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { mailsWaitingFor } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';

type Given = Partial<{
  subject: 'upload' | 'face' | 'preview' | 'result';
  name: string;
  outcome: 'stopped' | 'refused';
}>;

/** As `check-media.ts` stores it, with a picture unless refused. */
async function decide({ db, deps }: TestBackend, { accountId }: Member, given: Given = {}): Promise<string> {
  const id = uuidv7();
  const { outcome = 'stopped' } = given;
  const evidence_key = outcome === 'stopped' ? `moderation/${id}/picture.jpg` : null;
  if (evidence_key) await deps.storage.put(evidence_key, Readable.from([Buffer.from('picture')]));
  await db
    .insertInto('moderation')
    .values({
      ...{ id, account_id: accountId, subject: 'upload', subject_id: uuidv7(), name: 'beach.jpg', sha256: null },
      ...{ scores: '{}', model: 'tiny', evidence_key, ...given, outcome },
    })
    .execute();
  return id;
}

const appeal = (user: Member, decision_id: string, text = 'A red wall') =>
  user.call('my_decision_appeal', { decision_id, text });

const decisionsOf = async (user: Member) => (await user.call('my_decisions', {})).items;

test.each(['upload', 'face', 'preview', 'result'] as const)('a stopped %s is appealed once', async (subject) => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await decide(backend, ada, { subject, name: subject === 'face' ? '' : 'beach.jpg' });
  const picture_until = expect.any(String);
  expect(await decisionsOf(ada)).toMatchObject([
    { decision_id: id, subject, state: 'stopped', can_appeal: true, appeal: null, verdict: null, picture_until },
  ]);
  const answer = await appeal(ada, id);
  expect(answer).toMatchObject({ state: 'under_review', can_appeal: false, appeal: { text: 'A red wall' } });
  expect(await decisionsOf(ada)).toEqual([answer]);
  await expect(appeal(ada, id, 'Again')).rejects.toMatchObject({ status: 409, error: 'conflict' });
  expect(await decisionsOf(ada)).toEqual([answer]);
});

test('an appeal has no effect if the audit log cannot be written', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await decide(backend, ada);
  backend.deps.audit = { record: () => Promise.reject(new Error('The audit log is full.')) };
  await expect(appeal(ada, id)).rejects.toMatchObject({ error: 'internal' });
  expect(await decisionsOf(ada)).toMatchObject([{ decision_id: id, state: 'stopped', appeal: null }]);
});

test('of simultaneous appeals one is stored', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await decide(backend, ada);
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((text) => appeal(ada, id, text)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an appeal has a reason of bounded length, and an hourly limit', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await decide(backend, ada);
  await expect(appeal(ada, id, '  ')).rejects.toMatchObject({ status: 422, fields: { text: expect.any(String) } });
  await expect(appeal(ada, id, 'x'.repeat(2001))).rejects.toMatchObject({ error: 'invalid_input' });
  for (let used = 0; used < 30; used++) await expect(appeal(ada, uuidv7())).rejects.toMatchObject({ status: 404 });
  await expect(appeal(ada, id)).rejects.toMatchObject({ error: 'too_many_requests' });
});

test('another account neither sees nor appeals a decision', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const id = await decide(backend, ada);
  expect(await eve.call('my_decisions', {})).toMatchObject({ items: [], total: 0 });
  await expect(appeal(eve, id)).rejects.toMatchObject({ status: 404, error: 'not_found' });
  expect(await decisionsOf(ada)).toMatchObject([{ state: 'stopped' }]);
});

test('the operator’s queue begins with appeals, the oldest first; the verdict is mailed and shown', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const admin = operatorOf(backend);
  const [first, second, silent] = [await decide(backend, ada), await decide(backend, ada), await decide(backend, ada)];
  const { now } = backend.deps;
  backend.deps.now = () => addDays(now(), -3);
  await appeal(ada, second, 'It is a wall.\nSee for yourself.');
  backend.deps.now = now;
  await appeal(ada, first);
  const { out } = await admin('stopped');
  const listed = (await admin('stopped --json')).json();
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([second, first, silent]);
  expect(out).toMatch(new RegExp(`${second} +waits 3 days`));
  expect(out).toMatch(new RegExp(`${first} +waits 0 h`));
  expect((await admin(`decision ${second}`)).out).toContain('It is a wall.');

  await admin(`allow ${second} --reason "A red wall indeed"`);
  await admin(`uphold ${first} --reason "Nudity"`);
  expect(await mailsWaitingFor(backend, ada)).toEqual(['content_allowed', 'content_upheld']);
  expect(await ada.call('my_decisions', {})).toMatchObject({
    items: [
      { decision_id: silent, state: 'stopped', can_appeal: true },
      { decision_id: second, state: 'allowed', verdict: { reason: 'A red wall indeed' }, picture_until: null },
      { decision_id: first, state: 'upheld', verdict: { reason: 'Nudity' }, can_appeal: false },
    ],
    strikes: { count: 1, max: 3 },
  });
  expect((await admin('stopped')).out).not.toContain(second);
});

test('an appeal of a refusal is read, and never lifts it', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const admin = operatorOf(backend);
  const id = await decide(backend, ada, { outcome: 'refused' });
  expect(await decisionsOf(ada)).toMatchObject([{ state: 'refused', can_appeal: true, picture_until: null }]);
  expect((await admin('stopped')).out).toBe('Nothing is stopped.');
  expect((await admin(`uphold ${id} --reason "Unasked"`)).code).toBe(4);
  await appeal(ada, id, 'It is my own beard');
  expect((await admin('stopped')).out).toContain(id);
  expect((await admin(`allow ${id} --reason "Yes"`)).code).toBe(4);
  expect((await admin(`uphold ${id} --reason "It stays"`)).code).toBe(0);
  expect(await ada.call('my_decisions', {})).toMatchObject({
    items: [{ outcome: 'refused', state: 'upheld', verdict: { reason: 'It stays' } }],
    strikes: { count: 1 },
  });
});

test('the picture of an open appeal is kept longer than others, until the verdict', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const [open, silent] = [await decide(backend, ada), await decide(backend, ada)];
  await appeal(ada, open);
  backend.deps.now = () => addDays(new Date(), 31);
  await sweep(backend.deps);
  const kept = await backend.db.selectFrom('moderation').select(['id', 'evidence_key']).orderBy('id').execute();
  expect(kept).toMatchObject([
    { id: open, evidence_key: expect.any(String) },
    { id: silent, evidence_key: null },
  ]);
  await operatorOf(backend)(`allow ${open} --reason "Fine"`);
  expect(
    await backend.db.selectFrom('moderation').select('id').where('evidence_key', 'is not', null).execute(),
  ).toEqual([]);
});
