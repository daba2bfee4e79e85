import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '#backend/domain/context';
import { sweep } from '#backend/domain/retention/sweep';
import { finishedCreation } from '#tests/support/finished-creation';
import { member, openBackend, type TestBackend } from '#tests/support/backend';

interface Owner {
  account_id: string;
  start: Date;
}

interface Kept {
  /** By column, or by column and field of its JSON. */
  files: Record<string, string>;
  /** After the start. */
  days: number;
}

const hour = 1 / 24;
const minute = hour / 60;
const far = (start: Date) => addDays(start, 1000);

const person = (thumb_key: string) => ({ key: 'p1', person: 'p1', thumb_key, at: {}, warnings: [], verdict: '' });

async function uploadWithTasks({ db }: TestBackend, { account_id, start }: Owner): Promise<Kept> {
  const id = uuidv7();
  const at = (name: string) => `materials/${id}/${name}.jpg`;
  const files = {
    'material.file_key': at('original'),
    'material.thumb_key': at('thumb'),
    'material.filmstrip_key': at('filmstrip'),
    'material.playable_key': at('playable'),
    'task.persons': at('p1'),
    'task.preview_key': at('preview'),
    'task.preview_before_key': at('before'),
  };
  await db
    .insertInto('material')
    .values({
      ...{ id, account_id, kind: 'video', name: 'us.mp4', format: 'mp4', status: 'ready', size: 1 },
      ...{ file_key: files['material.file_key'], thumb_key: files['material.thumb_key'] },
      ...{ filmstrip_key: files['material.filmstrip_key'], playable_key: files['material.playable_key'] },
      expires_at: addDays(start, 30),
    })
    .execute();
  const task = { account_id, material_id: id, status: 'succeeded', finished_at: start } as const;
  const persons = JSON.stringify([person(files['task.persons'])]);
  await db
    .insertInto('task')
    .values({ ...task, id: uuidv7(), kind: 'detection', persons })
    .execute();
  const { 'task.preview_key': preview_key, 'task.preview_before_key': preview_before_key } = files;
  await db
    .insertInto('task')
    .values({ ...task, id: uuidv7(), kind: 'preview', preview_key, preview_before_key })
    .execute();
  return { files, days: 30 };
}

/** The worker was killed after the end of its swap. */
async function sharedSwap({ db }: TestBackend, { account_id, start }: Owner): Promise<Kept> {
  const task_id = uuidv7();
  const at = (name: string) => `segments/${task_id}/${name}`;
  const files = {
    'shared_swap.tracks_key': at('tracks'),
    'shared_swap.spec_key': at('spec'),
    'shared_segment.file_key': at('1.nut'),
  };
  await db
    .insertInto('task')
    .values({ id: task_id, account_id, kind: 'swap', status: 'succeeded', finished_at: start })
    .execute();
  const keys = { tracks_key: files['shared_swap.tracks_key'], spec_key: files['shared_swap.spec_key'] };
  await db
    .insertInto('shared_swap')
    .values({ task_id, account_id, fingerprint: 'any', ...keys })
    .execute();
  await db
    .insertInto('shared_segment')
    .values({ task_id, account_id, segment: 1, first_frame: 9, file_key: files['shared_segment.file_key'] })
    .execute();
  return { files, days: minute };
}

/** As soon as it cannot be undone any more, and a job that failed is repeated. */
async function markDeleted({ db }: TestBackend, { account_id, start }: Owner, kind: 'material' | 'creation' | 'face') {
  const deletion_id = uuidv7();
  await db
    .insertInto('deletion')
    .values({ id: deletion_id, account_id, kind, count: 1, undo_until: start, erase_at: start })
    .execute();
  await db.updateTable(kind).set({ deletion_id }).where('account_id', '=', account_id).execute();
}

async function resultWithExport(backend: TestBackend, { account_id, start }: Owner): Promise<Kept> {
  const { db } = backend;
  const { order_id, result_key, poster_key } = await finishedCreation(backend, { accountId: account_id });
  await db
    .updateTable('creation')
    .set({ expires_at: addDays(start, 30) })
    .execute();
  const task_id = uuidv7();
  const file_key = `creations/${order_id}/export.webp`;
  await db
    .insertInto('task')
    .values({ id: task_id, account_id, kind: 'export', status: 'succeeded', finished_at: start })
    .execute();
  await db
    .insertInto('creation_export')
    .values({ id: uuidv7(), account_id, creation_id: order_id, task_id, file_key, wanted: '{"format":"webp"}' })
    .execute();
  const files = { 'creation.result_key': result_key, 'creation.poster_key': poster_key };
  return { files: { ...files, 'creation_export.file_key': file_key }, days: 30 };
}

async function deletedFace(backend: TestBackend, owner: Owner): Promise<Kept> {
  const { db } = backend;
  const { account_id } = owner;
  const [face_id, id] = [uuidv7(), uuidv7()];
  const at = (name: string) => `faces/${id}/${name}.jpg`;
  const files = {
    'face_photo.file_key': at('photo'),
    'face_photo.thumb_key': at('thumb'),
    'face_photo.people': at('p2'),
  };
  await db.insertInto('face').values({ id: face_id, account_id, name: 'Ben' }).execute();
  await db
    .insertInto('face_photo')
    .values({
      ...{ id, face_id, account_id, person: 'p1', width: 1, height: 1 },
      ...{ file_key: files['face_photo.file_key'], thumb_key: files['face_photo.thumb_key'] },
      people: JSON.stringify([person(files['face_photo.thumb_key']), person(files['face_photo.people'])]),
    })
    .execute();
  await markDeleted(backend, owner, 'face');
  return { files, days: minute };
}

async function examination({ db }: TestBackend, { account_id, start }: Owner): Promise<Kept> {
  const id = uuidv7();
  const at = (name: string) => `faces/${id}/${name}.jpg`;
  const row = { incoming_key: at('incoming'), file_key: at('photo'), thumb_key: at('thumb') };
  await db
    .insertInto('face_examination')
    .values({ id, account_id, ...row, created_at: start })
    .execute();
  const files = Object.entries(row).map(([column, key]) => [`face_examination.${column}`, key]);
  return { files: Object.fromEntries(files), days: hour };
}

async function attachment({ db }: TestBackend, { start }: Owner, isSent: boolean): Promise<Kept> {
  const file_key = `feedback/${uuidv7()}.png`;
  const feedback_id = isSent ? uuidv7() : null;
  if (feedback_id)
    await db
      .insertInto('feedback')
      .values({ id: feedback_id, email: 'ada@example.com', contents: 'Hello', created_at: start })
      .execute();
  await db.insertInto('feedback_attachment').values({ file_key, feedback_id, created_at: start }).execute();
  return { files: { 'feedback_attachment.file_key': file_key }, days: isSent ? 365 : 1 };
}

async function moderated({ db }: TestBackend, { account_id, start }: Owner): Promise<Kept> {
  const id = uuidv7();
  const evidence_key = `moderation/${id}/picture.jpg`;
  await db
    .insertInto('moderation')
    .values({
      ...{ id, account_id, subject: 'upload', subject_id: uuidv7(), name: 'us.jpg', sha256: null, outcome: 'stopped' },
      ...{ scores: '{}', model: 'test', evidence_key, created_at: start },
    })
    .execute();
  return { files: { 'moderation.evidence_key': evidence_key }, days: 30 };
}

const deleted =
  (kind: 'material' | 'creation', make: typeof uploadWithTasks) => async (backend: TestBackend, owner: Owner) => {
    const { files } = await make(backend, { ...owner, start: far(owner.start) });
    await markDeleted(backend, owner, kind);
    return { files, days: minute };
  };

const kinds: Record<string, (backend: TestBackend, owner: Owner) => Promise<Kept>> = {
  'an upload, its persons and previews': uploadWithTasks,
  'a result and its exports': resultWithExport,
  'a swap of several workers': sharedSwap,
  'a deleted upload': deleted('material', uploadWithTasks),
  'a deleted result': deleted('creation', resultWithExport),
  'the photos of a deleted face': deletedFace,
  'a photo whose examination was given up': examination,
  'a picture of a message that was not sent': (backend, owner) => attachment(backend, owner, false),
  'a picture of a message': (backend, owner) => attachment(backend, owner, true),
  'the picture of a decision': moderated,
};

/** Removed, or in the payload of a job that removes it. */
async function keptOf({ db, deps }: TestBackend, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ payload: { keys: string[] } }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = 'remove_files'`.execute(
    db,
  );
  const removed = new Set(rows.flatMap(({ payload }) => payload.keys));
  const sizes = await Promise.all(keys.map((key) => deps.storage.size(key)));
  return keys.filter((key, index) => sizes[index] !== null && !removed.has(key));
}

test.each(Object.keys(kinds))('the files of %s are there until their time, and gone after it', async (kind) => {
  const backend = await openBackend();
  const { accountId } = await member(backend);
  const start = new Date();
  const { files, days } = await kinds[kind]!(backend, { account_id: accountId, start });
  const keys = Object.values(files);
  for (const key of keys) await backend.deps.storage.put(key, Readable.from([Buffer.from('file')]));
  const end = addDays(start, days).getTime();
  backend.deps.now = () => new Date(end - 30_000);
  await sweep(backend.deps);
  expect(await keptOf(backend, keys)).toEqual(keys);
  backend.deps.now = () => new Date(end + 60_000);
  await sweep(backend.deps);
  expect(await keptOf(backend, keys)).toEqual([]);
});

test('every column that names a file is proven above', async () => {
  const backend = await openBackend();
  const { db } = backend;
  const { accountId } = await member(backend);
  const proven = new Set<string>();
  for (const make of Object.values(kinds)) {
    const { files } = await make(backend, { account_id: accountId, start: new Date() });
    for (const column of Object.keys(files)) proven.add(column);
  }
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'payment%'
      and (column_name like '%\\_key' and data_type = 'text' or column_name in ('persons', 'people'))`.execute(db);
  expect([...proven].sort()).toEqual(rows.map(({ name }) => name).sort());
});
