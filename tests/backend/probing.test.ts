import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { probeMaterial } from '#backend/domain/material/probe';
import { failTask } from '#backend/jobs/fail-task';
import { EngineError } from '#engine/errors';
import { member, openBackend } from '#tests/support/backend';
import { addFace, upload, waitUntilProbed } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { sharedEngine } from '#tests/support/shared-engine';
import { portraitBytes, portraitPath } from '#tests/support/portraits';

const heicPortrait = fileURLToPath(new URL('../support/pictures/lin-p3.heic', import.meta.url));

/** The second worker starts when the first has finished. */
async function twoLookAt(picture: Buffer) {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await upload(backend, ada, picture, 'picture.jpg');
  const rows = backend.db.selectFrom('material').selectAll().where('id', '=', id);
  const material = await rows.executeTakeFirstOrThrow();
  const engine = await sharedEngine();
  const first = { ...backend.deps, engine, contentSigner: null, signal: new AbortController().signal };
  const inspect = async () => {
    await probeMaterial(first, material);
    throw new EngineError('damaged_media', 'The file has gone while it was read.');
  };
  const refusal = await probeMaterial({ ...first, engine: { ...engine, inspect } }, material);
  return { refusal, material: await rows.executeTakeFirstOrThrow(), backend };
}

test('a file that another worker has rejected keeps that reason', async () => {
  const wide = sharp({ create: { width: 500, height: 200, channels: 3, background: 'teal' } });
  const { refusal, material } = await twoLookAt(await wide.jpeg().toBuffer());
  expect(refusal?.error).toBe('bad_dimensions');
  expect(refusal?.message).toBe(material.reason);
});

test('a file that another worker has accepted stays', async () => {
  const { refusal, material, backend } = await twoLookAt(portraitBytes('amara'));
  expect(refusal).toBeNull();
  expect(material.status).toBe('ready');
  await expect(backend.deps.storage.withLocalFile(material.file_key, async () => 'there')).resolves.toBe('there');
});

test('a file that takes too long to probe is rejected and removed', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await upload(backend, ada, portraitBytes('amara'));
  const spent = { ms: 0 };
  const budgets = { picture: spent, probe: spent, playable: spent, detection: spent, swap: spent };
  const rows = backend.db.selectFrom('material').selectAll().where('id', '=', id);
  const { signal } = new AbortController();
  const deps = { ...backend.deps, engine: await sharedEngine(), contentSigner: null, signal, timeBudgets: budgets };
  const refusal = await probeMaterial(deps, await rows.executeTakeFirstOrThrow());
  expect(refusal).toMatchObject({ error: 'damaged_media', message: expect.stringMatching(/takes far longer/) });
  const material = await rows.executeTakeFirstOrThrow();
  expect(material).toMatchObject({ status: 'rejected', reason: refusal?.message });
});

test.each(['heic', 'avif'] as const)('a photo of type %s gets a copy that every browser shows', async (format) => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const bytes =
    format === 'heic' ? readFileSync(heicPortrait) : await sharp(portraitPath('amara')).avif({ effort: 0 }).toBuffer();
  const { material } = await waitUntilProbed(ada, await upload(backend, ada, bytes, `photo.${format}`));
  expect(material).toMatchObject({ kind: 'photo', status: 'ready', format, container: format });
  const copy = await backend.fetch(material.playable_url!);
  expect(copy.headers.get('content-type')).toBe('image/jpeg');
  const { width, height } = await sharp(Buffer.from(await copy.arrayBuffer())).metadata();
  expect({ width, height }).toEqual({ width: material.width, height: material.height });
  const { face_id } = await addFace(ada, bytes);
  expect(face_id).toBeTruthy();
});

test('the original of an upload that every attempt failed to probe is removed', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await upload(backend, ada, portraitBytes('amara'));
  const { id: task } = await backend.db.selectFrom('task').select('id').executeTakeFirstOrThrow();
  await backend.pool.query('delete from graphile_worker._private_jobs');
  expect(await failTask(backend.deps, task)).toBe(true);
  const material = await backend.db.selectFrom('material').selectAll().executeTakeFirstOrThrow();
  expect(material).toMatchObject({ id, status: 'rejected', refusal: 'damaged_media' });
  await backend.startWorker();
  await expect.poll(() => backend.deps.storage.size(material.file_key), patience).toBeNull();
});
