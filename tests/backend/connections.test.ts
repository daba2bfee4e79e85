import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { notify } from '#backend/db/notifications';
import { watchSilence } from '#backend/db/silence';
import { isDatabaseUnavailable } from '#backend/db/unavailable';
import { examinationTopic } from '#backend/domain/face/request-examination';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { testDatabase } from '#tests/support/database';
import { patience } from '#tests/support/patience';

const connectionsInUse = ({ pool }: TestBackend) => pool.totalCount - pool.idleCount + pool.waitingCount;

/** Outside the API's pool. */
function observer({ url }: TestBackend) {
  const { db, close } = connect(url, { max: 1 });
  onTestFinished(close);
  return db;
}

type Observer = ReturnType<typeof observer>;

const examinations = (db: Observer) => db.selectFrom('face_examination').selectAll().execute();

async function answerAll(db: Observer): Promise<void> {
  for (const { id } of await examinations(db)) {
    const answer = JSON.stringify({ width: 640, height: 480, person: 'p1', people: [] });
    await db.updateTable('face_examination').set({ answer }).where('id', '=', id).execute();
    await notify(db, examinationTopic(id));
  }
}

function addFace({ call }: Member, key?: string): Promise<'done' | { status: number; error: string }> {
  const photo = new Blob(['no worker runs: nobody looks']);
  return call('upload_face', { photo, consent: 'true' }, key).then(
    () => 'done',
    (error: { status: number; error: string }) => error,
  );
}

function count(answers: Awaited<ReturnType<typeof addFace>>[]): Record<string, number> {
  const names = answers.map((answer) => (answer === 'done' ? answer : `${answer.status} ${answer.error}`));
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));
}

test.each([
  ['without keys', () => undefined],
  ['with keys', () => randomUUID()],
])('40 uploads of one account, %s, hold no connection while waiting; all but three are refused', async (_what, key) => {
  const backend = await openBackend();
  const looking = observer(backend);
  const [ada, bo] = [await member(backend), await member(backend)];
  const uploads = Promise.all(Array.from({ length: 40 }, () => addFace(ada, key())));
  await expect.poll(() => examinations(looking), patience).toHaveLength(3);
  await expect.poll(() => connectionsInUse(backend), patience).toBe(0);
  expect((await bo.call('my_userinfo', {})).email).toBe(bo.email);
  await answerAll(looking);
  expect(count(await uploads)).toEqual({ done: 3, '429 too_many_requests': 37 });
});

test('concurrent uploads are bounded over all accounts; refused ones get a Retry-After', async () => {
  const backend = await openBackend();
  const looking = observer(backend);
  const members = await Promise.all(Array.from({ length: 25 }, () => member(backend)));
  const uploads = Promise.all(members.map((one) => addFace(one)));
  await expect.poll(() => examinations(looking), patience).toHaveLength(20);
  await expect.poll(() => connectionsInUse(backend), patience).toBe(0);
  await answerAll(looking);
  expect(count(await uploads)).toEqual({ done: 20, '503 unavailable': 5 });
});

test('ten uploads with one idempotency key share one examination and one face', async () => {
  const backend = await openBackend();
  const looking = observer(backend);
  const ada = await member(backend);
  const uploads = Promise.all(Array.from({ length: 10 }, () => addFace(ada, 'one-key-of-ada')));
  await expect.poll(() => examinations(looking), patience).toHaveLength(1);
  await expect.poll(() => connectionsInUse(backend), patience).toBe(0);
  await answerAll(looking);
  expect(count(await uploads)).toEqual({ done: 10 });
  expect((await ada.call('my_faces', {})).total).toBe(1);
  expect(await examinations(looking)).toEqual([]);
});

test('a refused upload has a Retry-After', async () => {
  const backend = await openBackend();
  const looking = observer(backend);
  const ada = await member(backend);
  const waiting = Promise.all(Array.from({ length: 3 }, () => addFace(ada)));
  await expect.poll(() => examinations(looking), patience).toHaveLength(3);
  const body = new FormData();
  body.set('photo', new Blob(['one more']));
  body.set('consent', 'true');
  const headers = { authorization: `Bearer ${ada.token}` };
  const refused = await backend.fetch('/upload/face', { method: 'POST', headers, body });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  await answerAll(looking);
  await waiting;
});

test('an account deletion or a crash during an upload leaves no file', async () => {
  const backend = await openBackend();
  const looking = observer(backend);
  const ada = await member(backend);
  const upload = addFace(ada);
  await expect.poll(() => examinations(looking), patience).toHaveLength(1);
  const [examination] = await examinations(looking);
  const incoming = join(backend.mediaFolder, examination!.incoming_key);
  await expect.poll(() => existsSync(incoming), patience).toBe(true);
  await looking.deleteFrom('account').where('id', '=', ada.accountId).execute();
  await notify(looking, examinationTopic(examination!.id));
  expect(await upload).toMatchObject({ error: 'unauthenticated' });
  expect(existsSync(incoming)).toBe(false);

  const bo = await member(backend);
  const lost = { id: randomUUID(), account_id: bo.accountId, answer: null, created_at: new Date(Date.now() - 4e6) };
  const files = {
    incoming_key: 'faces/lost/incoming',
    file_key: 'faces/lost/photo.jpg',
    thumb_key: 'faces/lost/t.jpg',
  };
  await looking
    .insertInto('face_examination')
    .values({ ...lost, ...files })
    .execute();
  for (const key of Object.values(files)) await backend.deps.storage.put(key, [Buffer.from('x')] as never);
  await sweep(backend.deps);
  for (const key of Object.values(files)) expect(await backend.deps.storage.size(key)).toBeNull();
});

test('without a free connection, or on a statement timeout, a call answers 503 with Retry-After', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const small = connect(backend.url, { max: 1, acquireMs: 100, statementMs: 100 });
  onTestFinished(small.close);
  backend.deps.db = small.db;
  const headers = { authorization: `Bearer ${ada.token}` };
  const ask = () => backend.fetch('/my/userinfo', { method: 'POST', headers });
  expect((await ask()).status).toBe(200);
  const held = await small.pool.connect();
  const refused = await ask();
  held.release();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ error: 'unavailable' });

  const looking = observer(backend);
  await looking.transaction().execute(async (trx) => {
    await sql`lock table access_token`.execute(trx);
    expect((await ask()).status).toBe(503);
  });
  expect((await ask()).status).toBe(200);
});

/** Until `isSilent`; then connections stay open and carry nothing. */
async function proxyThatFallsSilent(databaseUrl: string) {
  const { pathname, searchParams } = new URL(databaseUrl);
  const state = { url: '', isSilent: false };
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connectSocket(`${searchParams.get('host')}/.s.PGSQL.5432`);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('error', () => {}).on('data', (bytes) => state.isSilent || to.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  state.url = `postgresql://faceswap@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
  return state;
}

test('a database that stops responding is unavailable, and its connection is not used again', async () => {
  const proxy = await proxyThatFallsSilent(await testDatabase());
  const { db, close } = connect(proxy.url, { max: 1, statementMs: 200 });
  onTestFinished(close);
  await sql`select 1`.execute(db);
  proxy.isSilent = true;
  const failure: unknown = await sql`select 2`.execute(db).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
  const inTransaction: unknown = await db
    .transaction()
    .execute((trx) => sql`select 3`.execute(trx))
    .catch((error: unknown) => error);
  expect(isDatabaseUnavailable(inTransaction), String(inTransaction)).toBe(true);
  proxy.isSilent = false;
  expect((await sql<{ four: number }>`select 4 as four`.execute(db)).rows).toEqual([{ four: 4 }]);
});

test('while the database is silent, calls are refused without waiting for it, and served again once it answers', async () => {
  const proxy = await proxyThatFallsSilent(await testDatabase());
  const changes: boolean[] = [];
  const watch = watchSilence(proxy.url, {
    ...{ everyMs: 10, timeoutMs: 200 },
    onChange: (isSilent) => changes.push(isSilent),
  });
  onTestFinished(watch.close);
  const { db, pool, close } = connect(proxy.url, { isSilent: watch.isSilent });
  onTestFinished(close);
  await sql`select 1`.execute(db);

  proxy.isSilent = true;
  await expect.poll(watch.isSilent, patience).toBe(true);
  // This pool waits ten seconds for a connection and for ever for an answer.
  const failures = await Promise.all(
    [sql`select 2`.execute(db), pool.query('select 3')].map((asked) => asked.catch((error: unknown) => error)),
  );
  for (const failure of failures) {
    expect(failure).toMatchObject({ message: 'The database was not asked, since it does not answer' });
    expect(isDatabaseUnavailable(failure)).toBe(true);
  }

  proxy.isSilent = false;
  await expect.poll(watch.isSilent, patience).toBe(false);
  expect((await sql<{ four: number }>`select 4 as four`.execute(db)).rows).toEqual([{ four: 4 }]);
  expect(changes).toEqual([true, false]);
});

test('a database that refuses connections is not silent: those that are open still work', async () => {
  let refusals = 0;
  const fields = Buffer.from('SFATAL\0C53300\0Msorry, too many clients already\0\0');
  const server = createServer((socket) => {
    socket.once('data', () => {
      const head = Buffer.from([0x45, 0, 0, 0, 4 + fields.length]);
      socket.end(Buffer.concat([head, fields]));
      refusals++;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const watch = watchSilence(`postgresql://faceswap@127.0.0.1:${port}/faceswap`, { everyMs: 1 });
  onTestFinished(async () => {
    await watch.close();
    server.close();
  });
  await expect.poll(() => refusals, patience).toBeGreaterThan(3);
  expect(watch.isSilent()).toBe(false);
});
