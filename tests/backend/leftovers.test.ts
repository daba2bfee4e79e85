import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sweep } from '#backend/domain/retention/sweep';
import { sweepLeftovers } from '#backend/domain/retention/sweep-leftovers';
import { handlersOf } from '#backend/jobs/handlers';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { finishedCreation } from '#tests/support/finished-creation';
import { addFace, detect, waitForSwap, upload } from '#tests/support/journey';
import { groupPhoto, portraitBytes } from '#tests/support/portraits';

const hours = (n: number) => new Date(Date.now() + n * 3_600_000);

/** Sweeps as of n hours from now. */
async function sweepIn(backend: TestBackend, n: number): Promise<void> {
  const deps = { ...backend.deps, now: () => hours(n) };
  await sweep(deps);
  await sweepLeftovers(deps);
}

const filesIn = ({ mediaFolder }: TestBackend) =>
  readdirSync(mediaFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(mediaFolder.length + 1))
    .sort();

async function writeAttachment({ db, deps }: TestBackend): Promise<string> {
  const file_key = `feedback/${randomUUID()}.jpg`;
  await deps.storage.put(file_key, Readable.from([portraitBytes('amara')]));
  await db.insertInto('feedback_attachment').values({ file_key }).execute();
  return file_key;
}

test('a server killed while adding a face leaves no file after a day', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { storage } = backend.deps;
  const { put } = storage;
  const isStored = new Promise<void>((resolve) => {
    storage.put = async (...args) => {
      await put(...args);
      resolve();
      return new Promise(() => {}); // the process dies here
    };
  });
  void addFace(ada, portraitBytes('amara'));
  await isStored;
  storage.put = put;
  expect(filesIn(backend)).toEqual([expect.stringMatching(/^faces\/.*\/incoming$/)]);
  await sweepLeftovers(backend.deps);
  expect(filesIn(backend), 'its row may be about to be written').toHaveLength(1);
  await sweepIn(backend, 25);
  expect(filesIn(backend)).toEqual([]);
  expect(readdirSync(backend.mediaFolder)).toEqual([]);
});

test('an upload interrupted by a kill leaves no file after a day', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { upload: to } = await ada.call('upload_sign_url', { format: 'jpg', size: 1000, resumable: true });
  await backend.fetch(to.url, { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '1000' } });
  const sender = new PassThrough();
  sender.write('x');
  const cut = backend.deps.storage.put('materials/x/original.jpg', sender).catch((error: Error) => error.message);
  await expect.poll(() => filesIn(backend).length).toBe(3);
  await sweepIn(backend, 25);
  expect(filesIn(backend)).toEqual([]);
  sender.destroy(new Error('gone'));
  expect(await cut).toBe('gone');
});

test('referenced files stay, all others in their folders are removed', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const pair = [
    { name: 'diego', height: 700 },
    { name: 'freya', height: 500 },
  ] as const;
  const { face_id } = await addFace(ada, await groupPhoto([...pair]));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  await ada.call('faceswap_preview', { material_id, bind_face: { p1: face_id } } as never);
  const { order_id } = await ada.call('faceswap_create', swap);
  await waitForSwap(ada, order_id);
  await expect.poll(async () => (await ada.call('faceswap_preview', swap)).status).toBe('succeeded');
  const kept = filesIn(backend);
  expect(kept.length).toBeGreaterThanOrEqual(9);

  const strays = [`materials/${material_id}/stray.jpg`, `creations/${order_id}/stray.mp4`, `faces/${face_id}/incoming`];
  for (const key of strays) await backend.deps.storage.put(key, Readable.from([Buffer.from('x')]));
  await sweepIn(backend, 23);
  expect(filesIn(backend)).toHaveLength(kept.length + strays.length);
  await sweepIn(backend, 25);
  expect(filesIn(backend)).toEqual(kept);
});

test('pictures of messages are removed although a later step of the sweep fails', async () => {
  const backend = await openBackend();
  const file_key = await writeAttachment(backend);
  await backend.pool.query('alter table moderation rename to moderation_away');
  onTestFinished(async () => {
    await backend.pool.query('alter table moderation_away rename to moderation');
  });
  await expect(sweep({ ...backend.deps, now: () => hours(25) })).rejects.toThrow('moderation');
  expect(await backend.db.selectFrom('feedback_attachment').selectAll().execute()).toEqual([]);
  expect(await backend.deps.storage.size(file_key)).toBeNull();
});

test('pictures of messages without a row are removed after a day', async () => {
  const backend = await openBackend();
  const [kept, lost] = [await writeAttachment(backend), await writeAttachment(backend)];
  await backend.db.deleteFrom('feedback_attachment').where('file_key', '=', lost).execute();
  await sweepLeftovers(backend.deps);
  expect(filesIn(backend)).toEqual([kept, lost].sort());
  await sweepLeftovers({ ...backend.deps, now: () => hours(25) });
  expect(filesIn(backend)).toEqual([kept]);
});

/** Files without a row, of more than a day ago. */
async function leftovers(count: number) {
  const backend = await openBackend();
  for (let n = 0; n < count; n++) {
    await backend.deps.storage.put(`feedback/${randomUUID()}.jpg`, Readable.from([Buffer.from('x')]));
  }
  const logged: unknown[] = [];
  const log = { ...backend.deps.log, warn: (fields: object, event: string) => logged.push([event, fields]) };
  const deps = { ...backend.deps, log: log as never, now: () => hours(25) };
  return { backend, deps, logged };
}

test('a sweep of leftover files that is stopped reports what it leaves, and the next one removes it', async () => {
  const { backend, deps, logged } = await leftovers(3);
  const stopping = new AbortController();
  let listed = 0;
  async function* list(folder?: string) {
    for await (const file of backend.deps.storage.list(folder)) {
      listed++;
      stopping.abort();
      yield file;
    }
  }
  await sweepLeftovers({ ...deps, storage: { ...deps.storage, list } }, { signal: stopping.signal });
  expect(listed).toBe(1);
  expect(filesIn(backend)).toHaveLength(3);
  expect(logged).toEqual([['leftover_sweep_incomplete', { parts: expect.arrayContaining(['feedback']) }]]);
  await sweepLeftovers(deps);
  expect(filesIn(backend)).toEqual([]);
  expect(logged.at(-1)).toEqual(['leftover_files_removed', { files: 3, abandoned: 0 }]);
});

test('the job that sweeps leftover files ends with its worker, and after five minutes', async () => {
  const { backend, deps } = await leftovers(1);
  const sweepUntil = (stopping: AbortSignal) =>
    handlersOf({ ...deps, stopping } as never, 'batch').sweep_leftovers!({}, undefined as never);
  await sweepUntil(AbortSignal.abort());
  expect(filesIn(backend)).toHaveLength(1);

  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  onTestFinished(() => timeout.mockRestore());
  await sweepUntil(new AbortController().signal);
  expect(timeout).toHaveBeenCalledWith(300_000);
  expect(filesIn(backend)).toHaveLength(1);

  await sweepUntil(new AbortController().signal);
  expect(filesIn(backend)).toEqual([]);
});

test('each part of the leftover files is swept first on one day of a week', async () => {
  const { deps } = await leftovers(0);
  const begun: string[] = [];
  for (let day = 0; day < 7; day++) {
    const stopping = new AbortController();
    const begin = (part: string) => {
      begun.push(part);
      stopping.abort();
    };
    async function* list(folder?: string): AsyncGenerator<never> {
      begin(folder!);
      yield* [];
    }
    const clearAbandoned = async () => {
      begin('incomplete uploads');
      return 0;
    };
    const storage = { ...deps.storage, list, clearAbandoned };
    await sweepLeftovers({ ...deps, storage, now: () => hours(24 * day) }, { signal: stopping.signal });
  }
  expect(begun).toHaveLength(7);
  expect(new Set(begun).size).toBe(7);
});

test('the sweep knows every column that holds a file key', async () => {
  const { db } = await openBackend();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_key' and data_type = 'text' order by 1`.execute(db);
  // A new column with a file key also belongs into sweep-leftovers.ts.
  expect(rows.map(({ name }) => name)).toEqual([
    'creation.poster_key',
    'creation.result_key',
    'creation_export.file_key',
    'face_examination.file_key',
    'face_examination.incoming_key',
    'face_examination.thumb_key',
    'face_photo.file_key',
    'face_photo.thumb_key',
    'feedback_attachment.file_key',
    'material.file_key',
    'material.filmstrip_key',
    'material.playable_key',
    'material.thumb_key',
    'moderation.evidence_key',
    'payment.request_key',
    'payment_event.event_key',
    'shared_segment.file_key',
    'shared_swap.spec_key',
    'shared_swap.tracks_key',
    'task.preview_before_key',
    'task.preview_key',
  ]);
});

test('a creation stays with its task if the sweep cannot delete both', async () => {
  const backend = await openBackend();
  await finishedCreation(backend, await member(backend));
  const deps = { ...backend.deps, now: () => hours(31 * 24) };
  await backend.pool.query(`create function keep_task() returns trigger language plpgsql as $$
    begin raise exception 'not now'; end $$`);
  await backend.pool.query('create trigger keep before delete on task for each row execute function keep_task()');
  onTestFinished(async () => void (await backend.pool.query('drop function keep_task cascade')));
  await expect(sweep(deps)).rejects.toThrow('not now');
  await backend.pool.query('drop trigger keep on task');
  await sweep(deps);
  expect(await backend.db.selectFrom('task').selectAll().execute()).toEqual([]);
});
