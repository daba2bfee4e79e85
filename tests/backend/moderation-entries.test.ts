import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { calls, errors, type Call } from '#contract';
import { EngineError, type Engine } from '#engine';
import { runProbe } from '#backend/domain/material/run-probe';
import { runSwap } from '#backend/domain/swap/run-swap';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { makeClip } from '#tests/support/clips';
import { addFace, detect, ledgerOf, untilNextPoll, upload, waitForSwap, waitUntilProbed } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine } from '#tests/support/shared-engine';
import { engineThatSeesRed, portraitOn } from '#tests/support/tiny-moderation';

const security = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const table = security.slice(
  security.indexOf('## Moderation'),
  security.indexOf('A file that is being probed has no links'),
);

test('the table of entry points names every call that takes a file, and every file that makes pictures', () => {
  const takesFile = ([, { body, examples }]: [string, Call]) =>
    body === 'multipart' || 'upload' in (examples[0].output as object);
  const named = (Object.entries(calls) as [string, Call][]).filter(takesFile).map(([name]) => name);
  expect(named).toEqual(expect.arrayContaining(['upload_sign_url', 'upload_face', 'feedback_sign_url']));
  expect(named.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);

  const domain = new URL('../../backend/domain/', import.meta.url).pathname;
  const makesPictures = /engine\.(analyse|preview|swap|still|filmstrip|playable|export|compare|sourceFaces)\(/;
  const sources = readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => makesPictures.test(readFileSync(path.join(domain, file), 'utf8')));
  expect(sources).toContain(path.join('swap', 'run-swap.ts'));
  expect(sources.filter((file) => !table.includes(`\`${file}\``))).toEqual([]);
});

const isStopped = { status: 'rejected', reason: errors.content_stopped.message, playable_url: null, thumb_url: null };

const tus = { 'tus-resumable': '1.0.0' };

async function uploadInPieces(backend: TestBackend, who: Member, bytes: Buffer): Promise<string> {
  const size = bytes.length;
  const signed = await who.call('upload_sign_url', { format: 'jpg', name: 'pieces.jpg', size, resumable: true });
  const { url } = signed.upload;
  await backend.fetch(url, { method: 'POST', headers: { ...tus, 'upload-length': String(size) } });
  for (const [from, to] of [
    [0, 1000],
    [1000, size],
  ] as const) {
    const headers = { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
    const body = bytes.subarray(from, to) as BodyInit;
    expect((await backend.fetch(url, { method: 'PATCH', headers, body })).status).toBe(204);
  }
  return signed.material_id;
}

test('an upload is stopped, also as a GIF, in pieces, by an API key, and as the second try of a lost worker', async () => {
  const backend = await openBackend();
  const strict = await engineThatSeesRed();
  const ada = await member(backend);
  const red = await portraitOn({ paper: 'red' });
  const small = await sharp(red).resize(320).toBuffer();
  const gif = await sharp([small, small], { join: { animated: true } })
    .gif()
    .toBuffer();
  const { secret } = await ada.call('my_api_key_create', { name: 'Server', scopes: ['read', 'create'] });
  const key = { call: ((name, input) => backend.call(name, input, { token: secret })) as Member['call'] };
  const uploads = [
    await upload(backend, ada, gif, 'dance.gif'),
    await uploadInPieces(backend, ada, red),
    await upload(backend, key, red, 'by-key.jpg'),
  ];
  // As after a killed worker, or a backup that was restored between arrival and check.
  const [first] = await backend.db.selectFrom('task').select('id').where('kind', '=', 'probe').orderBy('id').execute();
  const moderate = () => Promise.reject(new EngineError('models_missing', 'The model nudity is missing.'));
  const work = { ...backend.deps, contentSigner: null, signal: new AbortController().signal };
  await expect(runProbe({ ...work, engine: { ...strict, moderate } }, first!.id)).rejects.toThrow('missing');

  await backend.startWorker({ engine: strict });
  for (const id of uploads) expect((await waitUntilProbed(ada, id)).material).toMatchObject(isStopped);
  const decisions = await backend.db.selectFrom('moderation').select(['subject', 'subject_id', 'name']).execute();
  expect(decisions.map(({ subject_id }) => subject_id).sort()).toEqual(uploads.toSorted());

  // Neither a repeated job nor an undone deletion brings it back.
  await backend.db
    .updateTable('task')
    .set({ status: 'queued', finished_at: null })
    .where('id', '=', first!.id)
    .execute();
  await runProbe({ ...work, engine: await sharedEngine() }, first!.id);
  const { deletion_id } = await ada.call('del_materials', { material_ids: uploads });
  await ada.call('undo_del', { deletion_id });
  for (const material_id of uploads)
    expect((await ada.call('upload_material_detail', { material_id })).material).toMatchObject(isStopped);
});

/** The ordinary engine, but for results and previews: as if the combination alone were not allowed. */
async function refusingResults() {
  const backend = await openBackend();
  const [engine, strict]: Engine[] = [{ ...(await sharedEngine()) }, await engineThatSeesRed()];
  await backend.startWorker({ engine });
  const ada = await member(backend, { credits: 5 });
  const { face_id } = await addFace(ada, portraitBytes('otto'));
  const red = await portraitOn({ paper: 'red' });
  return { backend, ada, face_id, engine: engine!, seesRed: () => strict!.moderate(red) };
}

test('nothing is made of a refused result, and ordering it again is refused again', async () => {
  const { backend, ada, face_id, engine, seesRed } = await refusingResults();
  const material_id = await upload(backend, ada, portraitBytes('amara'), 'portrait.jpg');
  await detect(ada, material_id);
  const ordinary = engine.moderate;
  engine.moderate = seesRed;
  const swap = { material_id, bind_face: JSON.stringify({ p1: face_id }), consent: 'true' as const };
  const { order_id } = await ada.call('faceswap_create', swap);
  const refused = { status: 'refused', error: { error: 'content_stopped' }, order: { result_url: null } };
  expect(await waitForSwap(ada, order_id)).toMatchObject(refused);
  const again = await ada.call('faceswap_create', swap);
  expect(await waitForSwap(ada, again.order_id)).toMatchObject(refused);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 5, sum: 5 });

  for (const format of ['png', 'before_after'] as const)
    await expect(ada.call('faceswap_export', { order_id, format })).rejects.toMatchObject({ error: 'not_ready' });
  await expect(ada.call('share_create', { order_id, days: 1 })).rejects.toMatchObject({ error: 'not_ready' });
  await expect(ada.call('zip_orders', { order_ids: [order_id, again.order_id] })).rejects.toMatchObject({
    error: 'not_found',
  });
  const { items } = await ada.call('my_creates', {});
  expect(items).toMatchObject([order_id, again.order_id].map(() => ({ result_url: null, poster_url: null })));

  // A repeated job finds its task ended.
  engine.moderate = ordinary;
  const { task_id } = await waitForSwap(ada, order_id);
  const work = { ...backend.deps, engine, contentSigner: null, signal: new AbortController().signal };
  expect(await runSwap(work, task_id)).toBe('skipped');
  expect(await waitForSwap(ada, order_id)).toMatchObject(refused);
});

test('of a preview of a video, the original frame is checked as well', async () => {
  const { backend, ada, face_id, engine, seesRed } = await refusingResults();
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4');
  const material_id = await upload(backend, ada, readFileSync(file), 'clip.mp4');
  const { persons } = await detect(ada, material_id);
  const ordinary = engine.moderate;
  let checks = 0;
  engine.moderate = (...args) => (++checks === 2 ? seesRed() : ordinary(...args));
  const swap = { material_id, bind_face: JSON.stringify({ [persons[0]!.key]: face_id }) };
  let preview = await ada.call('faceswap_preview', swap);
  while (['queued', 'running'].includes(preview.status)) {
    await untilNextPoll();
    preview = await ada.call('faceswap_preview', swap);
  }
  expect(preview).toMatchObject({ status: 'refused', preview_url: null, before_url: null });
  expect(checks).toBe(2);
});
