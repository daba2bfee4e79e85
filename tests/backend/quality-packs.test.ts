import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isFinished } from '#contract';
import { openEngine, readLabel, type Engine } from '#engine';
import { workerQualities } from '#backend/jobs/worker-qualities';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { clipPath } from '#tests/support/clips';
import { addFace, detect, ledgerOf, untilNextPoll, upload, waitForSwap, waitUntilProbed } from '#tests/support/journey';
import { animated, portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { brokenSwapper, greedySwapper, tinySwapper } from '#tests/support/tiny-nets';
import { acceptedLicence, tinyArcface, tinyHyperswap, writePack, writeRecipes } from '#tests/support/tiny-packs';

const trained = 'compositeWithTrainedAlgorithmicMedia';
/** What is wrong with each pack. */
const faults = {
  absent: 'model_missing',
  altered: 'model_altered',
  unfit: 'model_unfit',
  nan: 'model_unfit',
  unlicensed: 'model_unlicensed',
} as const;
const dir = mkdtempSync(path.join(tmpdir(), 'faceswap-packs-'));
const original = Worker.prototype.postMessage;
let engine: Engine;

const openedEngine = () =>
  openEngine({ threads: 1, neural: { dir, device: 'cpu', threads: 1, cpuVideo: true, sellsPlans: true } });

beforeAll(async () => {
  const fileOf = (id: string) => path.join(dir, id, `${id}.onnx`);
  const swapper = (id: string, manifest = {}, net = tinyHyperswap().net) =>
    writePack(dir, { id, type: 'hyperswap', net, manifest });
  writePack(dir, tinyArcface());
  ['good', 'absent', 'altered', 'replaced'].forEach((id) => swapper(id));
  swapper('unfit', {}, tinySwapper({ a: 0, b: 1, k: 0 }, { size: 128 }));
  swapper('nan', {}, brokenSwapper(256));
  swapper('unlicensed', { licence: { ...acceptedLicence, commercial: false } });
  swapper('memory', {}, greedySwapper());
  writeRecipes(
    dir,
    ['good', 'replaced', 'memory', ...Object.keys(faults)].map((id) => ({ id, name: `In ${id}`, swapper: id })),
  );
  rmSync(fileOf('absent'));
  appendFileSync(fileOf('altered'), 'x');
  engine = await openedEngine();
  utimesSync(fileOf('replaced'), new Date(), new Date(0));
});
afterAll(async () => {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

async function start({ log, painter = engine }: { log?: TestBackend['deps']['log']; painter?: Engine } = {}) {
  const backend = await openBackend();
  const qualities = workerQualities(painter, log ?? backend.deps.log);
  await backend.startWorker({ engine: painter, qualities });
  return { backend, qualities };
}

async function readyToSwap(backend: TestBackend, bytes: Buffer = portraitBytes('amara'), name?: string) {
  const ada = await member(backend);
  const material_id = await upload(backend, ada, bytes, name);
  if (name) await waitUntilProbed(ada, material_id);
  await detect(ada, material_id, name?.endsWith('mp4') ? { start_ms: 0, end_ms: 500 } : undefined);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  return { ada, swap: { tool_id: 'P001', material_id, bind_face: { p1: face_id }, consent: true as const } };
}

const order = (who: Member, swap: Awaited<ReturnType<typeof readyToSwap>>['swap'], quality: string) =>
  who.call('faceswap_create', { ...swap, quality });

async function labelOf(backend: TestBackend, url: string) {
  const file = path.join(scratchFolder(), 'result');
  writeFileSync(file, Buffer.from(await (await backend.fetch(url)).arrayBuffer()));
  return readLabel(file);
}

test("photos, alone and several at once, and their preview are made by the operator's net", async () => {
  const { backend } = await start();
  const { ada, swap } = await readyToSwap(backend);
  const asked = { material_id: swap.material_id, bind_face: swap.bind_face, quality: 'good' };
  let preview = await ada.call('faceswap_preview', asked);
  while (!isFinished(preview.status)) {
    await untilNextPoll();
    preview = await ada.call('faceswap_preview', asked);
  }
  expect(await labelOf(backend, preview.preview_url!)).toMatchObject({
    sourceTypes: [expect.stringContaining(trained)],
  });

  const items = [{ material_id: swap.material_id, bind_face: swap.bind_face }];
  const { batch_id } = await ada.call('batch_create', { tool_id: 'P001', items, quality: 'good', consent: true });
  const [ordered] = (await ada.call('batch_result', { batch_id })).orders;
  const { status, order: made } = await waitForSwap(ada, ordered!.order_id);
  expect({ ...made, status }).toMatchObject({ status: 'succeeded', quality: 'good', quality_name: 'In good' });
  expect(made.label.source_type).toBe(trained);
  expect(await labelOf(backend, made.result_url!)).toMatchObject({ sourceTypes: [expect.stringContaining(trained)] });
});

test.each(['gif', 'mp4'] as const)("a %s is swapped by the operator's net", async (format) => {
  const { backend } = await start();
  const bytes = format === 'gif' ? await animated('gif', [40, 60]) : readFileSync(clipPath('cuts'));
  const { ada, swap } = await readyToSwap(backend, bytes, `us.${format}`);
  const { status, order: made } = await waitForSwap(ada, (await order(ada, swap, 'good')).order_id);
  expect({ ...made, status }).toMatchObject({ status: 'succeeded', quality: 'good', label: { source_type: trained } });
  expect(await labelOf(backend, made.result_url!)).toMatchObject({ sourceTypes: [expect.stringContaining(trained)] });
});

test('packs with a fault are not offered, and the log names the fault of each', async () => {
  const lines: { quality: string; code: string }[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const { backend, qualities } = await start({ log });
  expect(Object.fromEntries(lines.map(({ quality, code }) => [quality, code]))).toEqual(faults);
  expect(qualities.map(({ id }) => id)).toEqual(['good', 'replaced', 'memory']);
  const { ada, swap } = await readyToSwap(backend);
  await expect(order(ada, swap, 'nan')).rejects.toMatchObject({
    status: 422,
    fields: { quality: expect.stringMatching(/^There is no quality nan/) },
  });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10 });
});

test("a pack that changed, or needs too much memory, fails its own order, returns the credits and leaves others' alone", async () => {
  const { backend } = await start();
  const [{ ada, swap }, other] = [await readyToSwap(backend), await readyToSwap(backend)];
  const failing = [await order(ada, swap, 'replaced'), await order(ada, swap, 'memory')];
  const fine = [await order(other.ada, other.swap, 'good'), await order(other.ada, other.swap, 'mesh')];
  for (const { order_id } of failing) {
    expect(await waitForSwap(ada, order_id)).toMatchObject({
      status: 'failed',
      error: { error: 'unavailable', message: expect.stringMatching(/^This quality is not available now/) },
      order: { credits_charged: 0 },
    });
  }
  for (const { order_id } of fine)
    expect(await waitForSwap(other.ada, order_id)).toMatchObject({ status: 'succeeded' });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 10, sum: 10 });
  expect(await ledgerOf(backend, other.ada)).toMatchObject({ balance: 8, sum: 8 });
});

test('an order whose host thread is killed is repeated and charged once', async () => {
  const painter = await openedEngine();
  onTestFinished(() => painter.close());
  const { backend } = await start({ painter });
  const { ada, swap } = await readyToSwap(backend);
  let starts = 0;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message, transfer) {
    Reflect.apply(original, this, [message, transfer]);
    const { kind } = message as { kind?: string };
    // To the host thread, which has just started.
    if (kind === 'connect' && starts++ === 0) void this.terminate();
  });
  const { order_id } = await order(ada, swap, 'good');
  expect(await waitForSwap(ada, order_id)).toMatchObject({ status: 'succeeded' });
  expect(starts).toBe(2);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 9, sum: 9 });
});
