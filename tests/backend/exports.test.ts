import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isFinished, rules, type Input, type Output } from '#contract';
import { animationLimits, readLabel } from '#engine';
import { limits } from '#backend/domain/limits';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { clipPath } from '#tests/support/clips';
import { finishedCreation } from '#tests/support/finished-creation';
import { addFace, detect, ledgerOf, untilNextPoll, upload, waitForSwap, waitUntilProbed } from '#tests/support/journey';
import { operatorOf } from '#tests/support/operator';
import { portraitBytes } from '#tests/support/portraits';

type Export = Output<'faceswap_export'>;

async function exported(who: Member, input: Input<'faceswap_export'>): Promise<Export> {
  for (;;) {
    const made = await who.call('faceswap_export', input);
    if (isFinished(made.status)) return made;
    await untilNextPoll();
  }
}

async function photoSwap(backend: TestBackend, name = 'sample6.jpg') {
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'), name);
  await detect(ada, material_id);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap);
  await waitForSwap(ada, order_id);
  return { ada, material_id, order_id };
}

/** As if swapped: for what an export does later, its making does not matter. */
async function finishedPhoto(backend: TestBackend) {
  const ada = await member(backend);
  return { ada, ...(await finishedCreation(backend, ada, { result: portraitBytes('amara') })) };
}

async function download(backend: TestBackend, { download_url }: Export) {
  const response = await backend.fetch(download_url!);
  return {
    status: response.status,
    saveAs: response.headers.get('content-disposition'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

test('a photo is exported in another format and size, free, and made once for repeated requests', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const { ada, order_id } = await photoSwap(backend);
  const { balance } = await ledgerOf(backend, ada);
  const wanted = { order_id, format: 'webp', size: '480' } as const;
  await expect(ada.call('faceswap_export_result', wanted)).rejects.toMatchObject({ error: 'not_found' });
  const made = await exported(ada, { order_id, format: 'webp', size: '480' });
  expect(made).toMatchObject({ status: 'succeeded', name: 'sample6-faceswap.webp' });
  expect((await ada.call('faceswap_export_result', wanted)).task_id).toBe(made.task_id);
  const { bytes, saveAs } = await download(backend, made);
  expect(saveAs).toBe('attachment; filename="sample6-faceswap.webp"');
  expect(bytes).toHaveLength(made.size!);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 600 });
  expect(await readLabel(bytes)).toMatchObject({ marked: true });

  // A photo has no sound or moments.
  const again = await exported(ada, { order_id, format: 'webp', size: '480', sound: false, at_ms: 100 });
  expect(again.task_id).toBe(made.task_id);
  expect((await ledgerOf(backend, ada)).balance).toBe(balance);

  const original = await ada.call('faceswap_export', { order_id, format: 'jpg' });
  expect(original).toMatchObject({ status: 'succeeded', name: 'sample6-faceswap.jpg' });
  const { order } = await ada.call('faceswap_result', { order_id });
  expect(original.download_url).toBe(order.download_url);
});

test('before and after stand in one picture, until the original is deleted', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const { ada, material_id, order_id } = await photoSwap(backend);
  const made = await exported(ada, { order_id, format: 'before_after' });
  expect(made.name).toBe('sample6-before-after.jpg');
  const { bytes } = await download(backend, made);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2 * 768 + 5, height: 960 });
  expect(await readLabel(bytes)).toMatchObject({ marked: true });

  await ada.call('del_material', { material_id });
  expect((await download(backend, made)).status).toBe(404);
  const refused = ada.call('faceswap_export', { order_id, format: 'before_after' });
  await expect(refused).rejects.toMatchObject({
    ...{ error: 'invalid_input', fields: { format: expect.stringContaining('deleted') } },
  });
  expect((await exported(ada, { order_id, format: 'png' })).status).toBe('succeeded');
});

test('before and after need no copy for browsers, which may still be made or have failed', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await backend.db.updateTable('material').set({ status: 'ready' }).where('id', '=', material_id).execute();
  const { order_id } = await finishedCreation(backend, ada, { result: portraitBytes('amara'), material_id });
  expect((await ada.call('faceswap_export', { order_id, format: 'before_after' })).status).toBe('queued');
});

test('a video is exported without sound, as a GIF, and as a picture of a moment', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, readFileSync(clipPath('talk')), 'talk.mp4');
  await waitUntilProbed(ada, material_id);
  await detect(ada, material_id, { start_ms: 1000, end_ms: 2000 });
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap);
  expect((await waitForSwap(ada, order_id)).status).toBe('succeeded');

  const silent = await exported(ada, { order_id, format: 'mp4', sound: false });
  expect(silent).toMatchObject({ status: 'succeeded', name: 'talk-faceswap.mp4' });
  expect(await readLabel((await download(backend, silent)).bytes)).toMatchObject({ marked: true });

  const gif = await exported(ada, { order_id, format: 'gif', size: 'original' });
  const same = await exported(ada, { order_id, format: 'gif', size: '1080' });
  expect(same.task_id).toBe(gif.task_id);
  const { bytes } = await download(backend, gif);
  const { format, width, pageHeight, pages = 0, delay = [] } = await sharp(bytes, { animated: true }).metadata();
  expect({ format, width, pageHeight }).toEqual({ format: 'gif', width: 432, pageHeight: 324 });
  expect(pages * delay[0]!).toBeGreaterThan(800);
  expect(pages * delay[0]!).toBeLessThanOrEqual(1000);

  const still = await exported(ada, { order_id, format: 'before_after', at_ms: 500 });
  expect(await sharp((await download(backend, still)).bytes).metadata()).toMatchObject({ width: 2 * 432 + 3 });
});

test('a format that the result cannot have, an unfinished swap and too many requests are refused', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const { ada, order_id } = await finishedPhoto(backend);
  const asVideo = ada.call('faceswap_export', { order_id, format: 'mp4' });
  await expect(asVideo).rejects.toMatchObject({
    error: 'invalid_input',
    fields: { format: 'A photo can be downloaded as JPG, PNG, WEBP. Choose one of these.' },
  });
  const odd = ada.call('faceswap_export', { order_id, format: 'tiff', size: '9' } as never);
  await expect(odd).rejects.toMatchObject({ fields: { format: expect.any(String), size: expect.any(String) } });

  for (let turn = 0; turn < limits.exportOfAccount.points; turn++) {
    await backend.deps.limits.consume(limits.exportOfAccount, ada.accountId);
  }
  const late = ada.call('faceswap_export', { order_id, format: 'png' });
  await expect(late).rejects.toMatchObject({ error: 'too_many_requests', message: expect.stringContaining('Wait') });

  await backend.db
    .updateTable('task')
    .set({ status: 'running', finished_at: null })
    .where('kind', '=', 'swap')
    .execute();
  const early = ada.call('faceswap_export', { order_id, format: 'png' });
  await expect(early).rejects.toMatchObject({ error: 'not_ready' });
});

test('exports are erased with their creation: deleted, expired, taken down, or with the account', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const erasers: ((swap: Awaited<ReturnType<typeof finishedPhoto>>) => Promise<unknown>)[] = [
    ({ ada, order_id }) => ada.call('del_order', { order_id }),
    async ({ order_id }) => {
      const { db, deps } = backend;
      await db
        .updateTable('creation')
        .set({ expires_at: new Date(0) })
        .where('id', '=', order_id)
        .execute();
      await sweep(deps);
    },
    async ({ order_id }) => {
      const { case_id } = await backend.call('feedback_takedown', {
        ...{ location: `https://faceswap.test/creation_detail?order_id=${order_id}`, description: 'It shows me.' },
        ...{ person: 'Amara', email: 'amara@example.com', signature: 'Amara', good_faith: 'true' },
      });
      await operatorOf(backend)(`take-down ${case_id} --creation ${order_id} --reason "No consent"`);
    },
    ({ ada }) => ada.call('del_account', { uid: ada.accountId }),
  ];
  for (const erase of erasers) {
    const swap = await finishedPhoto(backend);
    const made = await exported(swap.ada, { order_id: swap.order_id, format: 'png', size: '480' });
    expect((await download(backend, made)).status).toBe(200);
    await erase(swap);
    await expect.poll(async () => (await download(backend, made)).status).toBe(404);
    const left = await backend.db.selectFrom('task').select('id').where('id', '=', made.task_id).execute();
    expect(left).toEqual([]);
  }
});

test('a creation keeps a limited number of exports, the newest', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const { ada, order_id } = await finishedPhoto(backend);
  const first = await exported(ada, { order_id, format: 'png', size: '480' });
  const { account_id, creation_id } = await backend.db
    .selectFrom('creation_export')
    .selectAll()
    .executeTakeFirstOrThrow();
  for (let number = 1; number < rules.exportsPerCreation; number++) {
    const id = `019a9e00-0000-7000-8000-0000000${10_000 + number}`;
    const task = { id, account_id, kind: 'export', status: 'succeeded', finished_at: new Date() } as const;
    await backend.db.insertInto('task').values(task).execute();
    const wanted = JSON.stringify({ format: 'before_after', short_side: null, sound: false, at_ms: number });
    await backend.db
      .insertInto('creation_export')
      .values({ id: `ffffffff-0000-7000-8000-0000000${10_000 + number}`, account_id, creation_id, task_id: id, wanted })
      .execute();
  }
  await exported(ada, { order_id, format: 'webp', size: '480' });
  const { n } = await backend.db
    .selectFrom('creation_export')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(rules.exportsPerCreation);
  await expect.poll(async () => (await download(backend, first)).status).toBe(404);
});

test('contract and engine agree on how long and large a GIF of a video is', () => {
  expect(rules.animationOfVideo).toEqual({ maxMs: animationLimits.ms, maxSide: animationLimits.shortSide });
});
