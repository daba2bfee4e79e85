import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { MessageChannel, Worker } from 'node:worker_threads';
import { mediaKinds, openEngine, type OnFrames } from '#engine';
import { FaceFinder } from '#engine/analyse/face-finder';
import { FaceNetPool } from '#engine/analyse/face-net-pool';
import { ModelStore } from '#engine/nets/model-store';
import { NeuralDriver } from '#engine/neural/driver';
import { meshSwapper } from '#engine/swap/mesh-swapper';
import { withMedia } from '#engine/video/clip/probe-media';
import { RenderPool } from '#engine/video/paint/render-pool';
import { swapClip, type ClipContext } from '#engine/video/swap/swap-clip';
import { formatTable } from '#tests/bench/table';
import { processorMs } from '#tests/bench/video/processor-time';
import { FPS, onePerson } from '#tests/bench/video/scenes';
import { portraitPath } from '#tests/support/portraits';
import { tinyArcface, tinyHyperswap, writePack } from '#tests/support/tiny-packs';

const SECONDS = 10;
const NET_MS = [15, 30] as const;
/** Frames at the start, while the encoder starts. */
const WARM_UP = 24;

/** How well painting keeps a graphics card busy: share of time that the nets' thread works, in a video of one face. */
export async function benchBusyShare(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  const packs = path.join(folder, 'packs');
  for (const pack of [tinyHyperswap(), tinyArcface()]) writePack(packs, pack);
  const neural = { dir: packs, device: 'cpu', threads: 1, cpuVideo: true };
  const engine = await openEngine({ neural });
  try {
    const media = await onePerson(folder, SECONDS);
    const tracks = path.join(folder, 'tracks');
    await engine.analyse(media, { kinds: mediaKinds, tracks });
    const bindings = { p1: await engine.prepare([portraitPath('lin')], { quality: 'neural' }) };
    const rows: string[][] = [];
    for (const milliseconds of NET_MS) {
      const done = await measure(
        { media, tracks, bindings, out: path.join(folder, 'result.mp4') },
        neural,
        milliseconds,
      );
      const most = 1000 / milliseconds;
      const speeds = [done.fps, most, done.processorMs].map((figure) => figure.toFixed(1));
      rows.push([`${milliseconds} ms`, done.busy.toFixed(2), ...speeds, done.otherCores.toFixed(1)]);
    }
    const columns = ['net', 'busy share', 'frames a second', 'at most', 'processor ms a frame', 'cores of others'];
    const title = `Thread of the nets in a video of 1280 × 720, ${availableParallelism()} cores`;
    console.log(formatTable({ title, columns, rows }));
    console.log('The net waits and leaves the processor alone. Measure where other programs use no core.');
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of all programs, milliseconds. */
const machineMs = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

type Swap = Pick<Parameters<typeof swapClip>[2], 'bindings' | 'out' | 'tracks'> & { media: string };

async function measure(swap: Swap, neural: Parameters<typeof NeuralDriver.open>[0], milliseconds: number) {
  const host = new Worker(new URL('../../../engine/threads/load-source.mjs', import.meta.url), {
    workerData: new URL('./waiting-host.ts', import.meta.url).href,
    env: { ...process.env, NET_MS: String(milliseconds) },
  });
  const driver = await NeuralDriver.open(neural);
  driver.connect = () => {
    const { port1, port2 } = new MessageChannel();
    host.postMessage({ kind: 'connect', port: port1 }, [port1]);
    return port2;
  };
  const renderPool = new RenderPool(availableParallelism());
  const faces = await FaceFinder.load(await ModelStore.open(), 1);
  const createNetPool = () => new FaceNetPool(faces, 1); // idle: the tracks are stored
  const context: ClipContext = { faces, swapper: meshSwapper, neural: driver, renderPool, createNetPool };
  try {
    const paint = (onFrames?: OnFrames) =>
      withMedia(swap.media, { kinds: mediaKinds }, (media) => {
        if (media.kind === 'photo') throw new Error('no video');
        return swapClip(context, media, { ...swap, kinds: mediaKinds, onFrames });
      });
    await paint(); // starts the threads
    const [used, usedByAll, began] = [processorMs(), machineMs(), performance.now()];
    let start: { at: number; work: EventLoopUtilization } | undefined;
    let measured = { busy: 0, fps: 0 };
    await paint(({ framesDone }) => {
      const now = performance.now();
      if (framesDone === WARM_UP) start = { at: now, work: host.performance.eventLoopUtilization() };
      if (!start || framesDone !== SECONDS * FPS - 1) return;
      const { utilization } = host.performance.eventLoopUtilization(start.work);
      measured = { busy: utilization, fps: (1000 * (framesDone - WARM_UP)) / (now - start.at) };
    });
    // ffmpeg has ended, so its time is counted, too.
    const own = processorMs() - used;
    const otherCores = Math.max(0, (machineMs() - usedByAll - own) / (performance.now() - began));
    return { ...measured, processorMs: own / (SECONDS * FPS), otherCores };
  } finally {
    await Promise.all([renderPool.close(), faces.close(), driver.close(), host.terminate()]);
  }
}
