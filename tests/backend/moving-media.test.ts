import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failLostTasks } from '#backend/jobs/fail-lost-tasks';
import { sweep } from '#backend/domain/retention/sweep';
import { workFolderOf } from '#backend/domain/swap/work-folder';
import { readLabel } from '#engine';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { clipPath, makeClip } from '#tests/support/clips';
import { addFace, detect, ledgerOf, waitUntilProbed, waitForSwap, upload } from '#tests/support/journey';
import { animated, portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { inspect } from '#tests/support/watch-video';

async function fetched(backend: TestBackend, url: string): Promise<Buffer> {
  const response = await backend.fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function fetchedVideo(backend: TestBackend, url: string) {
  const file = path.join(scratchFolder(), 'video.mp4');
  await writeFile(file, await fetched(backend, url));
  return { file, ...(await inspect(file)) };
}

function swapFor(who: Member, material_id: string, face_id: string, key = 'p1') {
  return who.call('faceswap_create', { material_id, bind_face: { [key]: face_id }, consent: 'true' });
}

test('a video is probed, trimmed, detected, swapped and charged per started second', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const id = await upload(backend, ada, readFileSync(clipPath('cuts')), 'cuts.mp4');
  const { material, price } = await waitUntilProbed(ada, id);
  expect(material).toMatchObject({
    kind: 'video',
    format: 'mp4',
    status: 'ready',
    width: 432,
    height: 324,
    duration_ms: 4000,
    fps: 12,
    has_audio: false,
    trim_interval: null,
  });
  expect(price).toBe(4);
  expect(await fetched(backend, material.playable_url!)).toEqual(readFileSync(clipPath('cuts')));
  expect(await sharp(await fetched(backend, material.thumb_url!)).metadata()).toMatchObject({ width: 432 });
  const strip = await sharp(await fetched(backend, material.filmstrip_url!)).metadata();
  expect(strip).toMatchObject({ format: 'jpeg', width: 12 * 160, height: 120 });

  const { persons } = await detect(ada, id, { start_ms: 500, end_ms: 1600 });
  expect(persons.map(({ key }) => key)).toEqual(['p1', 'p2']);
  const detail = await ada.call('upload_material_detail', { material_id: id });
  expect(detail).toMatchObject({ price: 2, material: { trim_interval: { start_ms: 500, end_ms: 1600 } } });

  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const { status, order } = await waitForSwap(ada, (await swapFor(ada, id, face_id)).order_id);
  expect(status).toBe('succeeded');
  expect(order).toMatchObject({ kind: 'video', price: 2, trim_interval: { start_ms: 500, end_ms: 1600 } });
  const { file, video, frameTimes, seconds } = await fetchedVideo(backend, order.result_url!);
  expect(video).toMatchObject({ codec_name: 'h264', width: 432, height: 324 });
  expect(frameTimes).toHaveLength(14);
  expect(Math.abs(seconds - 1.1)).toBeLessThan(0.1);
  expect(await readLabel(file)).toMatchObject({ marked: true });
  expect(await fetched(backend, order.before_url!)).toEqual(readFileSync(clipPath('cuts')));
  expect(await sharp(await fetched(backend, order.poster_url!)).metadata()).toMatchObject({ format: 'jpeg' });
  const download = await backend.fetch(order.download_url!);
  expect(download.headers.get('content-disposition')).toMatch(/filename="[\w-]+-faceswap\.mp4"/);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 8, sum: 8 });
});

test('a video that lasts longer than what is paid is not swapped, and the credits come back', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const id = await upload(backend, ada, readFileSync(clipPath('turn')), 'turn.mp4');
  await detect(ada, id);
  // As if its four seconds had been measured as one.
  await backend.db.updateTable('material').set({ duration_ms: 1000 }).where('id', '=', id).execute();
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const { balance } = await ledgerOf(backend, ada);
  const { status, order } = await waitForSwap(ada, (await swapFor(ada, id, face_id)).order_id);
  expect({ status, order }).toMatchObject({ status: 'failed', order: { price: 1, result_url: null } });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance, sum: balance });
});

test('an animated GIF is swapped and stays a GIF', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const gif = await animated('gif', [80, 120, 200]);
  const id = await upload(backend, ada, gif, 'dance.gif');
  const { material, price } = await waitUntilProbed(ada, id);
  expect(material).toMatchObject({ kind: 'gif', format: 'gif', status: 'ready', duration_ms: 400, fps: 7.5 });
  expect(price).toBe(2);
  expect(await fetched(backend, material.playable_url!)).toEqual(gif);
  expect((await fetched(backend, material.filmstrip_url!)).length).toBeGreaterThan(1000);
  expect((await detect(ada, id)).persons).toHaveLength(1);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const { order } = await waitForSwap(ada, (await swapFor(ada, id, face_id)).order_id);
  const result = await fetched(backend, order.result_url!);
  expect(await sharp(result, { animated: true }).metadata()).toMatchObject({
    format: 'gif',
    pages: 3,
    delay: [80, 120, 200],
  });
  expect(await ada.call('my_creates', { type: 'gif' })).toMatchObject({ total: 1 });
});

test('a swap of another part than the one that the user saw is refused, and nothing is charged', async () => {
  const backend = await openBackend();
  const stop = await backend.startWorker();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, await animated('gif', [80, 120, 200]), 'dance.gif');
  await waitUntilProbed(ada, material_id);
  const part = { start_ms: 0, end_ms: 200 };
  await detect(ada, material_id, part);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  await stop();

  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const order = (trim_interval: typeof part) =>
    ada.call('faceswap_create', { ...swap, trim_interval }, 'key-of-a-page');
  await ada.call('upload_detect_create', { material_id });
  const message = expect.stringContaining('Nothing was charged.');
  await expect(order(part)).rejects.toMatchObject({ error: 'conflict', message });
  await expect(order({ start_ms: 0, end_ms: 400 })).rejects.toMatchObject({ error: 'not_ready' });
  expect((await ledgerOf(backend, ada)).balance).toBe(10);

  await ada.call('upload_detect_create', { material_id, trim_interval: part });
  await expect(order({ start_ms: 0, end_ms: 400 })).rejects.toMatchObject({ error: 'conflict', message });
  expect(await order(part)).toMatchObject({ trim_interval: part });
  expect(await ada.call('faceswap_create', swap)).toMatchObject({ trim_interval: part });
});

test('a file’s kind follows its content: a one-frame GIF is a photo, a misnamed video a video', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const still = await sharp(portraitBytes('amara')).gif().toBuffer();
  const photo = await upload(backend, ada, still, 'still.gif');
  expect((await waitUntilProbed(ada, photo)).material).toMatchObject({
    kind: 'photo',
    format: 'gif',
    filmstrip_url: null,
  });
  const clip = await upload(backend, ada, readFileSync(clipPath('turn')), 'turn.jpg');
  const { material } = await waitUntilProbed(ada, clip);
  expect(material).toMatchObject({ kind: 'video', format: 'jpg', container: 'mp4', duration_ms: 4000 });
  expect(material.playable_url).toMatch(/playable\.mp4/);
});

test('a video that browsers cannot play gets a copy, deleted with it', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const file = await makeClip(path.join(scratchFolder(), 'clip.avi'), 'avi', { seconds: 1 });
  const id = await upload(backend, ada, await readFile(file), 'clip.avi');
  await backend.startWorker();
  const { material } = await waitUntilProbed(ada, id);
  expect(material).toMatchObject({ kind: 'video', format: 'avi', status: 'ready', has_audio: true });
  const { video, audio, frameTimes } = await fetchedVideo(backend, material.playable_url!);
  expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', height: 324 });
  expect(audio).toHaveLength(1);
  expect(frameTimes).toHaveLength(24);

  const made = [material.playable_url!, material.filmstrip_url!, material.thumb_url!];
  await sweep(backend.deps);
  for (const url of made) expect((await backend.fetch(url)).status).toBe(200);
  await ada.call('del_material', { material_id: id });
  for (const url of made) expect((await backend.fetch(url)).status).toBe(404);
  expect(await backend.db.selectFrom('task').selectAll().execute()).toEqual([]);
});

test('expired videos are swept with their derived files', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const file = await makeClip(path.join(scratchFolder(), 'clip.mkv'), 'mkv', { seconds: 1 });
  const { material } = await waitUntilProbed(ada, await upload(backend, ada, await readFile(file), 'clip.mkv'));
  await sweep({ ...backend.deps, now: () => new Date(Date.now() + 31 * 86_400_000) });
  for (const url of [material.playable_url!, material.filmstrip_url!]) {
    expect((await backend.fetch(url)).status).toBe(404);
  }
});

test('returning to an earlier interval finds its detection', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const id = await upload(backend, ada, readFileSync(clipPath('cuts')), 'cuts.mp4');
  await waitUntilProbed(ada, id);
  const first = await detect(ada, id, { start_ms: 0, end_ms: 900 });
  const second = await detect(ada, id, { start_ms: 0, end_ms: 1900 });
  expect([first.persons.length, second.persons.length]).toEqual([1, 2]);
  const again = await detect(ada, id, { start_ms: 0, end_ms: 900 });
  expect(again.task_id).toBe(first.task_id);
  expect(await ada.call('upload_material_detail', { material_id: id })).toMatchObject({
    price: 1,
    detection: { task_id: first.task_id },
  });
  // An interval beyond the end selects the whole.
  await detect(ada, id, { start_ms: 0, end_ms: 999_999 });
  expect(await ada.call('upload_material_detail', { material_id: id })).toMatchObject({
    price: 4,
    material: { trim_interval: null },
  });
});

test('an interval that was chosen before the probe costs the seconds that exist', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, readFileSync(clipPath('cuts')), 'cuts.mp4');
  await ada.call('upload_detect_create', { material_id, trim_interval: { start_ms: 500, end_ms: 9_000 } });
  await backend.startWorker();
  expect(await waitUntilProbed(ada, material_id)).toMatchObject({ price: 4, material: { duration_ms: 4_000 } });
});

test.each([
  ['of a video beyond its end', 'cuts.mp4', { start_ms: 4000, end_ms: 5000 }, /lasts 4 s/],
  ['of a photo', 'amara.jpg', { start_ms: 0, end_ms: 500 }, /A photo has no duration/],
])('an interval %s is refused', async (_what, name, trim, said) => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const bytes = name.endsWith('mp4') ? readFileSync(clipPath('cuts')) : portraitBytes('amara');
  const id = await upload(backend, ada, bytes, name);
  await waitUntilProbed(ada, id);
  await expect(detect(ada, id, trim)).rejects.toMatchObject({
    status: 422,
    fields: { trim_interval: expect.stringMatching(said) },
  });
});

const refused: [string, string, () => Promise<Buffer> | Buffer, string, RegExp][] = [
  ['a GIF of 16 s', 'long.gif', () => animated('gif', [8000, 8000]), 'too_long', /lasts 16 s.*at most 15 s/],
  [
    'a video cut off at once',
    'cut.mp4',
    () => readFileSync(clipPath('turn')).subarray(0, 3000),
    'damaged_media',
    /video/,
  ],
  ['a text named .mov', 'a.mov', () => Buffer.from('Dear diary'), 'unsupported_type', /not a picture or video/],
];

test.each(refused)(
  '%s is rejected with its reason, before and after its probe',
  async (...[, name, make, error, said]) => {
    const backend = await openBackend();
    await backend.startWorker();
    const ada = await member(backend);
    const id = await upload(backend, ada, await make(), name);
    const { material } = await waitUntilProbed(ada, id);
    expect(material).toMatchObject({ status: 'rejected', reason: expect.stringMatching(said), playable_url: null });
    const failed = { status: 'failed', error: { error, message: material.reason } };
    expect(await detect(ada, id)).toMatchObject(failed);
    if (material.kind === 'photo') return;
    await ada.call('upload_detect_create', { material_id: id, trim_interval: { start_ms: 0, end_ms: 1000 } });
    expect(await ada.call('upload_detect_result', { material_id: id })).toMatchObject(failed);
  },
);

test('an oversized or unsupported file is refused before the upload', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const ask = (format: string, size: number) => ada.call('upload_sign_url', { format, size });
  expect((await ask('mov', 200e6)).upload).toMatchObject({ max_bytes: 200e6 });
  await expect(ask('mov', 5e9)).rejects.toMatchObject({ error: 'too_large', message: expect.stringMatching(/video/) });
  await expect(ask('gif', 200e6)).rejects.toMatchObject({ error: 'too_large', message: expect.stringMatching(/GIF/) });
  await expect(ask('flac', 100)).rejects.toMatchObject({ error: 'unsupported_type' });
});

test('a material that crashes every worker is rejected in the end', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await upload(backend, ada, readFileSync(clipPath('turn')), 'turn.mp4');
  await backend.pool.query('delete from graphile_worker._private_jobs');
  await backend.pool.query(`update task set created_at = now() - interval '1 minute'`);
  expect(await failLostTasks(backend.deps)).toHaveLength(1);
  const { material } = await waitUntilProbed(ada, id);
  expect(material).toMatchObject({ status: 'rejected', reason: expect.stringMatching(/could not read this file/) });
});

test('a lost task that cannot be failed does not keep others from it', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const ids = [];
  for (let i = 0; i < 2; i++) ids.push(await upload(backend, ada, readFileSync(clipPath('turn')), 'turn.mp4'));
  await backend.pool.query('delete from graphile_worker._private_jobs');
  await backend.pool.query(`update task set created_at = now() - interval '1 minute'`);
  const { jobs } = backend.deps;
  const add = vi.fn(jobs.add.bind(jobs)).mockRejectedValueOnce(new Error('The queue refuses.'));
  await expect(failLostTasks({ ...backend.deps, jobs: { ...jobs, add } })).rejects.toThrow(/lost_task_not_failed/);
  const { rows } = await backend.pool.query(`select status from task order by status`);
  expect(rows).toEqual([{ status: 'failed' }, { status: 'queued' }]);
  expect(await failLostTasks(backend.deps)).toHaveLength(1);
  for (const id of ids) expect((await waitUntilProbed(ada, id)).material).toMatchObject({ status: 'rejected' });
});

test.each([
  ['mov', 'mp4'],
  ['3gp', 'mp4'],
  ['m4v', 'mp4'],
  ['webm', 'mkv'],
] as const)(
  'a .%s that browsers can decode plays as it is; its format is the one it was sent by',
  async (format, container) => {
    const backend = await openBackend();
    await backend.startWorker();
    const ada = await member(backend);
    const more = format === 'webm' ? [] : ['-c:a', 'aac', '-ar', '44100', '-b:a', '64k'];
    const file = await makeClip(path.join(scratchFolder(), `clip.${format}`), format, { seconds: 0.5, more });
    const id = await upload(backend, ada, await readFile(file), `clip.${format}`);
    const { material } = await waitUntilProbed(ada, id);
    expect(material).toMatchObject({ kind: 'video', format, container, playable_progress: null });
    expect(await fetched(backend, material.playable_url!)).toEqual(await readFile(file));
    const type = (await backend.fetch(material.playable_url!)).headers.get('content-type');
    expect(type).toBe(format === 'webm' ? 'video/webm' : 'video/mp4');
  },
);

test.each(['wmv', 'asf', 'mkv', 'ts', 'mpeg'] as const)(
  'a .%s keeps its format and gets a playable copy',
  async (format) => {
    const backend = await openBackend();
    await backend.startWorker();
    const ada = await member(backend);
    const file = await makeClip(path.join(scratchFolder(), `clip.${format}`), format, { seconds: 0.5 });
    const { material } = await waitUntilProbed(ada, await upload(backend, ada, await readFile(file), `clip.${format}`));
    expect(material).toMatchObject({ kind: 'video', format, container: format === 'wmv' ? 'asf' : format });
    expect(material.playable_url).toMatch(/playable\.mp4/);
  },
);

test('deleting a video with a queued playable copy leaves nothing', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const id = await upload(backend, ada, readFileSync(clipPath('turn')), 'turn.avi');
  await ada.call('del_material', { material_id: id });
  await backend.startWorker();
  const other = await upload(backend, ada, portraitBytes('amara'), 'amara.jpg');
  await waitUntilProbed(ada, other);
  expect(await ada.call('my_uploads', {})).toMatchObject({ total: 1 });
});

test('work folders of ended tasks are swept, those of open tasks stay', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await upload(backend, ada, readFileSync(clipPath('turn')), 'turn.mp4');
  const { id } = await backend.db.selectFrom('task').select('id').executeTakeFirstOrThrow();
  const [folder, stranger] = [workFolderOf(id), workFolderOf(uuidv7())];
  onTestFinished(() => [folder, stranger].forEach((place) => rmSync(place, { recursive: true, force: true })));
  for (const place of [folder, stranger]) mkdirSync(place);
  await sweep(backend.deps);
  expect([folder, stranger].map((place) => existsSync(place))).toEqual([true, true]);
  const ended = { status: 'cancelled', stage: 'cancelled', finished_at: new Date() } as const;
  await backend.db.updateTable('task').set(ended).where('id', '=', id).execute();
  await sweep(backend.deps);
  expect([folder, stranger].map((place) => existsSync(place))).toEqual([false, true]);
});
