import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Logger, runOnce } from 'graphile-worker';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { EngineError, mediaKinds, type Engine, type SegmentSharing } from '#engine';
import { claimSegment } from '#backend/domain/shared-swap/claims';
import { renderSegments } from '#backend/domain/shared-swap/render-segments';
import { helperPriority } from '#backend/domain/shared-swap/share-swap';
import { runSwap } from '#backend/domain/swap/run-swap';
import { removeWorkFolder } from '#backend/domain/swap/work-folder';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { makeClip, quarter } from '#tests/support/clips';
import { ledgerOf } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { addReadyVideo } from '#tests/support/ready-video';
import { framesOf } from '#tests/support/resumed-swaps';
import { sharedEngine } from '#tests/support/shared-engine';

const segmentMs = 400;

type SwapRequest = Parameters<Engine['swap']>[0] & { work: { folder: string; sharing?: SegmentSharing } };

async function engineWith(change: (request: SwapRequest) => SwapRequest): Promise<Engine> {
  const engine = await sharedEngine();
  return { ...engine, swap: ((request: SwapRequest) => engine.swap(change(request))) as Engine['swap'] };
}

/** An owner that waits before it takes the segment, and records those that it fetches. */
const waiting = (before: number, until: () => Promise<unknown>, fetched: number[] = []) =>
  engineWith((request) => {
    const sharing = request.work.sharing!;
    const take: SegmentSharing['take'] = async (segment) => {
      if (segment === before) await until();
      return sharing.take(segment);
    };
    const fetch: SegmentSharing['fetch'] = async (segment, to) => {
      const isThere = await sharing.fetch(segment, to);
      if (isThere) fetched.push(segment);
      return isThere;
    };
    return { ...request, work: { ...request.work, sharing: { ...sharing, take, fetch } } };
  });

interface Ordering {
  backend: TestBackend;
  ada: Member;
  order_id: string;
  task_id: string;
}

let clip: Buffer;
/** Of the same order, rendered by one process. */
let framesAlone: string;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'faceswap-test-'));
  try {
    const small = { seconds: 2.5, fps: 12, filters: [quarter] };
    const media = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', small);
    clip = readFileSync(media);
    const engine = await sharedEngine();
    const out = path.join(folder, 'alone.mp4');
    const work = { folder: path.join(folder, 'work'), segmentMs };
    const bindings = { p1: await engine.prepare([portraitBytes('diego')]) };
    await engine.swap({ kinds: mediaKinds, media, bindings, out, work });
    framesAlone = await framesOf(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The order's job waits for an hour: the test itself is the worker that owns the swap. */
async function ordered(): Promise<Ordering> {
  const backend = await openBackend();
  const { jobs } = backend.deps;
  backend.deps.segmentMs = segmentMs;
  backend.deps.jobs = {
    ...jobs,
    add: (db, name, payload, options) =>
      jobs.add(db, name, payload, name.startsWith('swap_') ? { ...options, delaySeconds: 3600 } : options),
  };
  const ada = await member(backend, { credits: 100 });
  const { material_id, face_id } = await addReadyVideo(backend.deps, ada.accountId, clip, 2500);
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id, task_id } = await ada.call('faceswap_create', swap);
  onTestFinished(() => removeWorkFolder(task_id));
  return { backend, ada, order_id, task_id };
}

const helperWith = async (backend: TestBackend, change: Partial<Engine> = {}) =>
  backend.startWorker({ engine: { ...(await sharedEngine()), ...change } });

const run = (backend: TestBackend, engine: Engine, task_id: string, signal = new AbortController().signal) =>
  runSwap({ ...backend.deps, engine, contentSigner: null, signal }, task_id);

const segmentsOf = ({ db }: TestBackend, task_id: string) =>
  db.selectFrom('shared_segment').selectAll().where('task_id', '=', task_id).orderBy('segment').execute();

const made = async (backend: TestBackend, task_id: string) =>
  (await segmentsOf(backend, task_id)).filter(({ file_key }) => file_key !== null).map(({ segment }) => segment);

const untilMade = (backend: TestBackend, task_id: string, count: number) =>
  expect.poll(async () => (await made(backend, task_id)).length, patience).toBeGreaterThanOrEqual(count);

async function resultFrames({ db, deps }: TestBackend, order_id: string): Promise<string> {
  const { result_key } = await db
    .selectFrom('creation')
    .select('result_key')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  return deps.storage.withLocalFile(result_key!, framesOf);
}

async function filesIn({ deps }: TestBackend): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list('segments')) keys.push(key);
  return keys;
}

/** Also of helpers: ids and names of jobs without the delayed one of the order. */
async function jobsLeft({ pool }: TestBackend): Promise<string[]> {
  const { rows } = await pool.query(`select task_identifier as name from graphile_worker.jobs where run_at <= now()`);
  return rows.map(({ name }) => name);
}

test('a video rendered by two workers has the same frames as by one, and leaves nothing', async () => {
  const { backend, ada, order_id, task_id } = await ordered();
  await helperWith(backend);
  const percents: number[] = [];
  const fetched: number[] = [];
  const owner = await waiting(1, () => untilMade(backend, task_id, 2), fetched);
  const swap = (request: SwapRequest) => {
    const onProgress: SwapRequest['onProgress'] = (stage, percent) => {
      percents.push(percent);
      request.onProgress?.(stage, percent);
    };
    return owner.swap({ ...request, onProgress });
  };
  expect(await run(backend, { ...owner, swap: swap as Engine['swap'] }, task_id)).toBe('done');

  expect(await resultFrames(backend, order_id)).toBe(framesAlone);
  expect(fetched.length, 'segments of the helper are used').toBeGreaterThanOrEqual(2);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(await segmentsOf(backend, task_id)).toEqual([]);
  await expect.poll(() => filesIn(backend), patience).toEqual([]);
  await expect.poll(() => jobsLeft(backend), patience).toEqual([]);
  const { entries } = await ledgerOf(backend, ada);
  expect(entries.map(({ kind }) => kind)).toEqual(['grant', 'hold']);
});

test('another worker continues a killed owner’s swap with its tracks and the helpers’ segments', async () => {
  const { backend, order_id, task_id } = await ordered();
  await helperWith(backend);
  const killed = new AbortController();
  const first = await waiting(1, async () => {
    await untilMade(backend, task_id, 2);
    killed.abort();
  });
  await expect(run(backend, first, task_id, killed.signal)).rejects.toThrow();
  // As on another machine.
  await removeWorkFolder(task_id);
  const before = await made(backend, task_id);
  const stages = new Set<string>();
  const fetched: number[] = [];
  const owner = await waiting(0, async () => {}, fetched);
  const swap = (request: SwapRequest) =>
    owner.swap({ ...request, onFrames: ({ stage }: { stage: string }) => stages.add(stage) });
  const second = { ...owner, swap: swap as Engine['swap'] };
  expect(await run(backend, second, task_id)).toBe('done');
  expect(fetched).toEqual(expect.arrayContaining(before));
  expect([...stages], 'faces are not tracked again').toEqual(['swapping']);
  expect(await resultFrames(backend, order_id)).toBe(framesAlone);
});

test('the owner renders what helpers fail to render, and what a dead one had claimed', async () => {
  const { backend, order_id, task_id } = await ordered();
  const { db } = backend;
  let failures = 0;
  const renderSegment = () => {
    failures += 1;
    return Promise.reject(new EngineError('internal', 'A helper without memory.'));
  };
  await helperWith(backend, { renderSegment });
  let looks = 0;
  const claim = (lease_until: Date) =>
    db.updateTable('shared_segment').set({ claimed_by: 'dead', lease_until }).where('segment', '=', 1).execute();
  const owner = await waiting(1, async () => {
    looks += 1;
    if (looks === 1) {
      await expect.poll(() => failures, patience).toBeGreaterThan(0);
      await claim(new Date(Date.now() + 3_600_000));
    }
    if (looks === 3) await claim(new Date(0));
  });
  expect(await run(backend, owner, task_id)).toBe('done');
  expect(looks).toBeGreaterThanOrEqual(3);
  expect(await resultFrames(backend, order_id)).toBe(framesAlone);
});

test('cancelling an order stops its helpers, returns the credits once and removes all parts', async () => {
  const { backend, ada, order_id, task_id } = await ordered();
  let [rendering, stopped] = [0, 0];
  const renderSegment: Engine['renderSegment'] = ({ signal }) =>
    new Promise((_, reject) => {
      rendering += 1;
      signal!.addEventListener('abort', () => {
        stopped += 1;
        reject(new EngineError('aborted', 'The operation was cancelled.'));
      });
    });
  await helperWith(backend, { renderSegment });
  const owner = await waiting(1, async () => {
    await expect.poll(() => rendering, patience).toBe(1);
    await ada.call('faceswap_cancel', { order_id });
  });
  expect(await run(backend, owner, task_id)).toBe('skipped');
  await expect.poll(() => stopped, patience).toBe(1);
  const { entries, balance } = await ledgerOf(backend, ada);
  expect([balance, entries.filter(({ kind }) => kind === 'release').length]).toEqual([100, 1]);
  await expect.poll(() => filesIn(backend), patience).toEqual([]);
  await expect.poll(() => jobsLeft(backend), patience).toEqual([]);
});

test('deleting an order at once stops its helpers and removes all parts', async () => {
  const { backend, ada, order_id, task_id } = await ordered();
  let rendering = 0;
  const renderSegment: Engine['renderSegment'] = ({ signal }) =>
    new Promise((_, reject) => {
      rendering += 1;
      signal!.addEventListener('abort', () => reject(new EngineError('aborted', 'The operation was cancelled.')));
    });
  await helperWith(backend, { renderSegment });
  const owner = await waiting(1, async () => {
    await expect.poll(() => rendering, patience).toBe(1);
    expect(await filesIn(backend), 'tracks and specification').toHaveLength(2);
    await ada.call('del_order', { order_id });
  });
  expect(await run(backend, owner, task_id)).toBe('skipped');
  await expect.poll(() => filesIn(backend), patience).toEqual([]);
  await expect.poll(() => jobsLeft(backend), patience).toEqual([]);
});

/** Five segments of 10 frames. */
async function sharedRows({ db }: TestBackend, { ada, task_id }: Ordering) {
  const shared = { task_id, account_id: ada.accountId };
  const keys = { tracks_key: `segments/${task_id}/tracks`, spec_key: `segments/${task_id}/spec` };
  await db
    .insertInto('shared_swap')
    .values({ ...shared, ...keys, fingerprint: 'any' })
    .execute();
  const rows = Array.from({ length: 5 }, (_, segment) => ({ ...shared, segment, first_frame: 10 * segment }));
  await db.insertInto('shared_segment').values(rows).execute();
  return { ...shared, ...keys };
}

const setRunning = ({ db }: TestBackend, task_id: string) =>
  db.updateTable('task').set({ status: 'running' }).where('id', '=', task_id).execute();

test('a helper that lost its claim stores nothing', async () => {
  const ordering = await ordered();
  const { backend, task_id } = ordering;
  const { tracks_key, spec_key } = await sharedRows(backend, ordering);
  for (const key of [tracks_key, spec_key]) await backend.deps.storage.put(key, Readable.from([Buffer.from('x')]));
  await setRunning(backend, task_id);
  const renderSegment: Engine['renderSegment'] = async ({ folder }) => {
    writeFileSync(path.join(folder, 'segment.nut'), 'frames');
    await backend.db.updateTable('shared_segment').set({ claimed_by: 'another' }).where('segment', '=', 4).execute();
    return { file: 'segment.nut', bytes: 6, frames: 10, ticks: 0, clock: { num: 1, den: 12 } };
  };
  const engine = { ...(await sharedEngine()), renderSegment };
  const helper = { ...backend.deps, engine, contentSigner: null, signal: new AbortController().signal };
  expect(await renderSegments(helper, task_id)).toBe('skipped');
  expect(await made(backend, task_id)).toEqual([]);
  expect((await filesIn(backend)).sort()).toEqual([spec_key, tracks_key]);
  expect(await renderSegments(helper, task_id)).toBe('done');
  expect(await made(backend, task_id)).toEqual([3]);
});

test('helpers take different segments, from the last one on, and only while the swap runs', async () => {
  const ordering = await ordered();
  const { backend, task_id } = ordering;
  const { db } = backend;
  await sharedRows(backend, ordering);
  expect(await claimSegment(db, task_id, 'early')).toBeUndefined();
  await setRunning(backend, task_id);
  const claimed = await Promise.all([1, 2, 3].map((n) => claimSegment(db, task_id, `helper ${n}`)));
  // A row that another helper locks at this moment is skipped.
  const segments = claimed.flatMap((one) => (one ? [one.segment] : []));
  const rest: number[] = [];
  for (let one; (one = await claimSegment(db, task_id, 'the rest'));) rest.push(one.segment);
  expect([...segments, ...rest].sort()).toEqual([0, 1, 2, 3, 4]);
  expect(rest).toEqual([...rest].sort().reverse());
});

test('helpers wait behind the jobs of all accounts, however late these arrive', async () => {
  const backend = await openBackend();
  const bo = await member(backend);
  const { db, deps, pool } = backend;
  const ids = [uuidv7(), uuidv7()];
  await db.transaction().execute(async (trx) => {
    for (let helper = 0; helper < 3; helper++)
      await deps.jobs.add(trx, 'render_segments', { shared_task_id: ids[0]!, helper }, { priority: helperPriority });
  });
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('task').values({ id: ids[1]!, account_id: bo.accountId, kind: 'swap' }).execute();
    await deps.jobs.add(trx, 'swap_video', { task_id: ids[1]! }, { priority: 19 });
  });
  const order: string[] = [];
  const record = (name: string) => () => void order.push(name);
  const taskList = { render_segments: record('helper'), swap_video: record('swap') };
  await runOnce({ pgPool: pool, logger: new Logger(() => () => {}), noHandleSignals: true, taskList, concurrency: 1 });
  expect(order).toEqual(['swap', 'helper', 'helper', 'helper']);
});
