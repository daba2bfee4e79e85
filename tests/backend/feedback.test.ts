import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { AppError } from '#backend/domain/app-error';
import { receiveAttachment } from '#backend/domain/feedback/attachments';
import { sweep } from '#backend/domain/retention/sweep';
import { openBackend, type TestBackend } from '#tests/support/backend';
import { operatorOf } from '#tests/support/operator';
import { keysIn } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

const message = { contents: 'The result has two noses.', email: 'ada@example.com' };

async function attach(
  backend: TestBackend,
  bytes: Uint8Array = portraitBytes('amara'),
  from?: string,
): Promise<string> {
  const { attachment, upload } = await backend.call('feedback_sign_url', { format: 'jpg' }, from ? { from } : {});
  const sent = await backend.fetch(upload.url, {
    method: upload.method,
    headers: upload.headers,
    body: bytes as BodyInit,
  });
  expect(sent.status).toBe(200);
  return attachment;
}

test('a message with pictures is stored without an account', async () => {
  const backend = await openBackend();
  const attachments = [await attach(backend), await attach(backend)];
  await backend.call('feedback_create', { ...message, attachments: JSON.stringify(attachments) });
  const [kept] = await backend.db.selectFrom('feedback').selectAll().execute();
  expect(kept).toMatchObject(message);
  const files = await backend.db.selectFrom('feedback_attachment').selectAll().execute();
  expect(files.map((file) => file.feedback_id)).toEqual([kept!.id, kept!.id]);
  expect(await backend.deps.storage.size(files[0]!.file_key)).toBe(portraitBytes('amara').length);
});

test('a message with a missing or already claimed file is not stored', async () => {
  const backend = await openBackend();
  const taken = await attach(backend);
  await backend.call('feedback_create', { ...message, attachments: JSON.stringify([taken]) });
  const { attachment: never } = await backend.call('feedback_sign_url', { format: 'png' });
  for (const attachment of [taken, never, 'materials/1/original.jpg']) {
    const sent = backend.call('feedback_create', { ...message, attachments: JSON.stringify([attachment]) });
    await expect(sent).rejects.toMatchObject({ error: 'invalid_input', fields: { attachments: expect.any(String) } });
  }
  expect(await backend.db.selectFrom('feedback').selectAll().execute()).toHaveLength(1);
});

test('a non-picture, an oversized and a repeated file are refused', async () => {
  const backend = await openBackend();
  await expect(backend.call('feedback_sign_url', { format: 'exe' })).rejects.toMatchObject({
    error: 'unsupported_type',
  });
  const { upload } = await backend.call('feedback_sign_url', { format: 'jpg' });
  const put = (body: Uint8Array) =>
    backend.fetch(upload.url, { method: 'PUT', headers: upload.headers, body: body as BodyInit });
  expect((await put(Buffer.concat([portraitBytes('amara'), new Uint8Array(upload.max_bytes)]))).status).toBe(413);
  expect((await put(portraitBytes('amara'))).status).toBe(200);
  expect((await put(portraitBytes('amara'))).status).toBe(409);
});

/** In two processes: in one, the newer request ends the other. */
test('of two pictures sent to one link, the first to arrive stays', async () => {
  const backend = await openBackend();
  const { attachment: linkKey, upload } = await backend.call('feedback_sign_url', { format: 'jpg' });
  const slow = new PassThrough();
  slow.write(portraitBytes('otto').subarray(0, 1000));
  const late = receiveAttachment(backend.deps, { linkKey, body: slow, maxBytes: upload.max_bytes }).catch(
    (error: AppError) => error.error,
  );
  await expect.poll(() => slow.readableLength).toBe(0);
  const body = portraitBytes('amara') as BodyInit;
  expect((await backend.fetch(upload.url, { method: 'PUT', headers: upload.headers, body })).status).toBe(200);
  slow.end(portraitBytes('otto').subarray(1000));
  expect(await late).toBe('conflict');
  await backend.call('feedback_create', { ...message, attachments: JSON.stringify([linkKey]) });
  const { file_key } = (await attachmentsOf(backend))[0]!;
  expect(await backend.deps.storage.withLocalFile(file_key, (path) => readFile(path))).toEqual(portraitBytes('amara'));
  expect(await keysIn(backend, 'feedback')).toEqual([file_key]);
});

test('a form submitted twice counts once', async () => {
  const backend = await openBackend();
  const key = randomUUID();
  await backend.call('feedback_create', message, { key });
  await backend.call('feedback_create', message, { key });
  expect(await backend.db.selectFrom('feedback').selectAll().execute()).toHaveLength(1);
});

test('a report opens a case that is due within 48 hours', async () => {
  const backend = await openBackend();
  const notice = {
    location: 'https://example.com/video',
    description: 'A swap that shows me.',
    person: 'Ada',
    good_faith: 'true',
    email: 'ada@example.com',
    signature: 'Ada Example',
  } as const;
  const before = Date.now();
  const { case_id, due_at } = await backend.call('feedback_takedown', notice);
  const hours = (Date.parse(due_at) - before) / 3_600_000;
  expect(hours).toBeGreaterThan(47.9);
  expect(hours).toBeLessThan(48.1);
  const [opened] = await backend.db.selectFrom('takedown_case').selectAll().execute();
  expect(opened).toMatchObject({ id: case_id, status: 'open', person: 'Ada', closed_at: null });
  await expect(backend.call('feedback_takedown', { ...notice, good_faith: 'false' })).rejects.toMatchObject({
    error: 'invalid_input',
  });
});

test('a client can report a failure', async () => {
  const backend = await openBackend();
  await backend.call('feedback_failed_event', { type: 'swap_failed', input_data: '{"order_id":"1"}' });
  const [event] = await backend.db.selectFrom('failed_event').selectAll().execute();
  expect(event).toMatchObject({ type: 'swap_failed', input_data: '{"order_id":"1"}' });
});

const day = 86_400_000;
const sweepIn = (backend: TestBackend, days: number) =>
  sweep({ ...backend.deps, now: () => new Date(Date.now() + days * day) });
const namesOf = async (backend: TestBackend) =>
  (await attachmentsOf(backend)).map(({ file_key }) => `${file_key.split('/').slice(0, 2).join('/')}.jpg`);
const filesOf = (backend: TestBackend, attachment: string) => keysIn(backend, attachment.slice(0, -'.jpg'.length));
const attachmentsOf = ({ db }: TestBackend) => db.selectFrom('feedback_attachment').selectAll().execute();

test('a file that does not begin like a picture is refused and not stored', async () => {
  const backend = await openBackend();
  const { attachment, upload } = await backend.call('feedback_sign_url', { format: 'png' });
  for (const body of ['<html><script>alert(1)</script></html>', 'MZ', '']) {
    const sent = await backend.fetch(upload.url, { method: 'PUT', headers: upload.headers, body });
    expect([415, 422], body).toContain(sent.status);
  }
  expect(await backend.deps.storage.size(attachment)).toBeNull();
});

test('a worker removes a file that only begins like a picture, and keeps a real one', async () => {
  const backend = await openBackend();
  const real = await attach(backend);
  const fake = await attach(backend, Buffer.concat([portraitBytes('amara').subarray(0, 200), Buffer.alloc(5000)]));
  await backend.startWorker();
  await expect.poll(() => filesOf(backend, fake)).toEqual([]);
  expect(await filesOf(backend, real)).toHaveLength(1);
  await expect.poll(async () => (await backend.pool.query('select from graphile_worker.jobs')).rows.length).toBe(0);
  expect(await namesOf(backend)).toEqual([real]);
});

test('an unclaimed picture is swept after a day, others with their message', async () => {
  const backend = await openBackend();
  const [named, unnamed] = [await attach(backend), await attach(backend)];
  await backend.call('feedback_create', { ...message, attachments: JSON.stringify([named]) });
  await sweepIn(backend, 0.9);
  expect(await attachmentsOf(backend)).toHaveLength(2);
  await sweepIn(backend, 1.1);
  expect([await filesOf(backend, unnamed), await filesOf(backend, named)]).toEqual([[], [expect.any(String)]]);
  expect(await namesOf(backend)).toEqual([named]);
  await sweepIn(backend, 366);
  expect(await filesOf(backend, named)).toEqual([]);
  expect(await backend.db.selectFrom('feedback').selectAll().execute()).toEqual([]);
});

test('unclaimed pictures are bounded; the network with most gives way, and keeps no other out', async () => {
  const backend = await openBackend();
  const [many, few, other] = ['203.0.113.7', '203.0.113.8', '198.51.100.1'];
  const size = 10 * 1024 * 1024;
  const claimed = await attach(backend, portraitBytes('amara'), many);
  await backend.call('feedback_create', { ...message, attachments: JSON.stringify([claimed]) });
  const small = await attach(backend, portraitBytes('amara'), many);
  const rows = Array.from({ length: 204 }, (_, n) => ({
    ...{ file_key: `feedback/${n}.png`, size, network: n < 3 ? few : many },
    created_at: new Date(Date.now() - (204 - n) * 1000),
  }));
  await backend.db.insertInto('feedback_attachment').values(rows).execute();
  await writeFile(join(backend.mediaFolder, rows[3]!.file_key), 'the oldest of the network with most');

  const sign = (from: string) => backend.call('feedback_sign_url', { format: 'png' }, { from });
  await expect(sign(many)).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('Send your message without'),
  });
  const { attachment } = await sign(other);
  await sign(few);
  const left = (await attachmentsOf(backend)).map(({ file_key }) => file_key);
  expect(left).toHaveLength(206);
  expect(left).toEqual(expect.arrayContaining([attachment, ...[0, 1, 2, 5].map((n) => `feedback/${n}.png`)]));
  await backend.startWorker();
  const kept = [...(await filesOf(backend, small)), ...(await filesOf(backend, claimed))].sort();
  await expect.poll(async () => (await keysIn(backend, 'feedback')).sort()).toEqual(kept);
});

test('a picture whose link gave way while it was sent is refused and removed', async () => {
  const backend = await openBackend();
  const { attachment: linkKey, upload } = await backend.call('feedback_sign_url', { format: 'jpg' });
  const body = (async function* () {
    yield portraitBytes('amara');
    await backend.db.deleteFrom('feedback_attachment').execute();
  })();
  const sent = receiveAttachment(backend.deps, { linkKey, body, maxBytes: upload.max_bytes });
  await expect(sent).rejects.toMatchObject({ error: 'conflict', message: expect.stringContaining('link has ended') });
  expect(await keysIn(backend, 'feedback')).toEqual([]);
});

test('an operator lists messages, the newest first, and reads one with its pictures', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  expect((await admin('messages')).out).toBe('No messages.');
  const attachments = JSON.stringify([await attach(backend)]);
  await backend.call('feedback_create', { ...message, attachments });
  await backend.call('feedback_create', { contents: 'The second one.', email: 'bo@example.com' });
  const { code, out } = await admin('messages');
  expect(code).toBe(0);
  expect(out).toMatch(/bo@example\.com +0 +The second one\.\n.*ada@example\.com +1 +The result has two noses\.$/);
  const [{ id: newest }] = (await admin('messages --limit 1 --json')).json();

  const [, { id }] = (await admin('messages --json')).json();
  expect((await admin(`message ${id}`)).out).toMatch(/contents +The result has two noses\.\npicture 1 +http/);
  const { pictures } = (await admin(`message ${id} --json`)).json();
  const picture = await backend.fetch(pictures[0]);
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(portraitBytes('amara'));
  expect((await admin(`message ${newest} --json`)).json()).toMatchObject({ email: 'bo@example.com', pictures: [] });
  expect(await admin('message 12')).toMatchObject({ code: 3, err: 'Message 12 does not exist.' });
});

test('an operator lists what users reported as failed; reports are kept for a year', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  expect((await admin('failures')).out).toBe('No failures reported.');
  await backend.call('feedback_failed_event', { type: 'swap_failed', input_data: '{"words":"It stopped."}' });
  await backend.call('feedback_failed_event', { type: 'swap_refused', input_data: '{"words":"Why?"}' });
  expect((await admin('failures')).out).toMatch(/swap_refused +.*Why\?.*\n.*swap_failed +.*It stopped\./);
  expect((await admin('failures --limit 1 --json')).json()).toMatchObject([{ type: 'swap_refused' }]);

  backend.deps.now = () => new Date(Date.now() + 366 * 86_400_000);
  await sweep(backend.deps);
  expect((await admin('failures')).out).toBe('No failures reported.');
});

test('control characters of a sender do not reach the operator’s terminal', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  await backend.call('feedback_create', { contents: 'One\nTwo \u001b[2J\u009b1A\rend', email: message.email });
  const [{ id, contents }] = (await admin('messages --json')).json();
  expect(contents).toContain('\u001b'); // JSON escapes it
  expect((await admin('messages')).out).toMatch(/One Two �\[2J�1A�end$/);
  expect((await admin(`message ${id}`)).out).toMatch(/One\n {10}Two �\[2J�1A�end$/);
});
