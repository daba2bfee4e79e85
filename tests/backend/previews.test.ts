import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isFinished, type Input, type Output } from '#contract';
import { limits } from '#backend/domain/limits';
import { sweep } from '#backend/domain/retention/sweep';
import { deleteMaterial } from '#backend/domain/material/delete-material';
import { member, openBackend, type CallFailed, type Member, type TestBackend } from '#tests/support/backend';
import { addFace, detect, ledgerOf, untilNextPoll, upload } from '#tests/support/journey';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { portraitBytes } from '#tests/support/portraits';

type Preview = Output<'faceswap_preview'>;

async function awaitPreview(ask: () => Promise<Preview>): Promise<Preview> {
  for (;;) {
    const preview = await ask();
    if (isFinished(preview.status)) return preview;
    await untilNextPoll();
  }
}

const previewOf = (who: Member, input: Input<'faceswap_preview'>) =>
  awaitPreview(() => who.call('faceswap_preview', input));

const bytesAt = async (backend: TestBackend, url: string) =>
  Buffer.from(await (await backend.fetch(url)).arrayBuffer());

async function readyToSwap(backend: TestBackend) {
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const [one, other] = [await addFace(ada, portraitBytes('diego')), await addFace(ada, portraitBytes('otto'))];
  return { ada, material_id, bind_face: { p1: one.face_id }, face: one.face_id, other: other.face_id };
}

test('a preview shows the new face, is free, and is rendered once for repeated requests', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const { ada, material_id, bind_face, other } = await readyToSwap(backend);
  const made = await previewOf(ada, { material_id, bind_face });
  expect(made).toMatchObject({ status: 'succeeded', progress: 100 });

  const still = await bytesAt(backend, made.preview_url!);
  const { width, height, format } = await sharp(still).metadata();
  expect({ width, height, format }).toEqual({ width: 768, height: 960, format: 'jpeg' });
  const face = { left: 300, top: 330, width: 180, height: 200 };
  const [before, after] = await Promise.all(
    [portraitBytes('amara'), still].map((picture) => sharp(picture).extract(face).raw().toBuffer()),
  );
  const change = before!.reduce((sum, value, index) => sum + Math.abs(value - after![index]!), 0) / before!.length;
  expect(change).toBeGreaterThan(8);

  expect((await ada.call('faceswap_preview', { material_id, bind_face })).task_id).toBe(made.task_id);
  const another = await previewOf(ada, { material_id, bind_face: { p1: other } });
  expect(another.task_id).not.toBe(made.task_id);
  expect((await ledgerOf(backend, ada)).balance).toBe(10);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ counter_orders: 0, counter_materials: 1 });
});

test('a preview is deleted with its face or its upload', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const { ada, material_id, face, other } = await readyToSwap(backend);
  const stills: Preview[] = [];
  for (const id of [face, other]) stills.push(await previewOf(ada, { material_id, bind_face: { p1: id } }));
  const answers = async () =>
    Promise.all(stills.map(async ({ preview_url }) => (await backend.fetch(preview_url!)).status));
  expect(await answers()).toEqual([200, 200]);
  await ada.call('del_face', { face_id: face });
  expect(await answers()).toEqual([404, 200]);
  await ada.call('del_material', { material_id });
  expect(await answers()).toEqual([404, 404]);
});

test('a preview that is asked for during the deletion of its upload is refused', async () => {
  const backend = await openBackend();
  const stop = await backend.startWorker();
  const { ada, material_id, bind_face } = await readyToSwap(backend);
  await stop();
  const deps = { ...backend.deps, accountId: ada.accountId };
  const { preview } = await backend.db.transaction().execute(async (trx) => {
    await deleteMaterial({ ...deps, db: trx }, { material_id });
    const preview = ada.call('faceswap_preview', { material_id, bind_face }).catch((error: CallFailed) => error);
    await untilOneWaitsForLock(backend);
    return { preview };
  });
  expect(await preview).toMatchObject({ error: 'not_found' });
});

test('an impossible preview is refused, and previews are limited', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const { ada, material_id, bind_face, face } = await readyToSwap(backend);
  const stranger = ada.call('faceswap_preview', { material_id, bind_face: { p7: face } });
  await expect(stranger).rejects.toMatchObject({ error: 'invalid_input', fields: { bind_face: expect.any(String) } });

  const { previewOfAccount } = limits;
  for (let turn = 0; turn < previewOfAccount.points; turn++) {
    await backend.deps.limits.consume(previewOfAccount, ada.accountId);
  }
  const late = ada.call('faceswap_preview', { material_id, bind_face });
  await expect(late).rejects.toMatchObject({ error: 'too_many_requests', message: expect.stringContaining('Wait') });
});

test('a sample is imported once where uploads are kept for a day', async () => {
  const backend = await openBackend({ retentionDays: 1 });
  const ask = async () => (await backend.call('faceswap_sample', { sample: 'sofia' })).material.material_id;
  const first = await ask();
  expect(await ask()).toBe(first);
});

test('visitors can preview sample media with sample faces', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const asked = await Promise.all([1, 2, 3].map(() => backend.call('faceswap_sample', { sample: 'sofia' })));
  const ids = asked.map(({ material }) => material.material_id);
  expect(new Set(ids).size).toBe(1);
  let sample = asked[0]!;
  while (sample.detection?.status !== 'succeeded') {
    await untilNextPoll();
    sample = await backend.call('faceswap_sample', { sample: 'sofia' });
  }
  expect(sample).toMatchObject({ price: 1, material: { name: 'sofia', kind: 'photo' } });
  expect(sample.detection.persons).toHaveLength(1);

  const ask = (name: string) =>
    awaitPreview(() => backend.call('faceswap_sample_preview', { sample: 'sofia', bind_face: { p1: name } }));
  const [one, same] = await Promise.all([ask('kenji'), ask('kenji')]);
  expect([one.status, same.task_id]).toEqual(['succeeded', one.task_id]);
  expect((await bytesAt(backend, one.preview_url!)).length).toBeGreaterThan(10_000);
  await expect(ask('nobody')).rejects.toMatchObject({ error: 'invalid_input' });

  // Expired samples are imported again.
  const eve = await member(backend);
  const theirs = eve.call('upload_material_detail', { material_id: ids[0]! });
  await expect(theirs).rejects.toMatchObject({ error: 'not_found' });
  const { now } = backend.deps;
  backend.deps.now = () => new Date(now().getTime() + 31 * 86_400_000);
  await sweep(backend.deps);
  const { material } = await backend.call('faceswap_sample', { sample: 'sofia' });
  expect(material.material_id).not.toBe(ids[0]);
});
