import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mediaKinds, openEngine, type Engine } from '#engine';
import { portraitPath } from '#tests/support/portraits';
import { formatTable } from '#tests/bench/table';
import { onePerson } from './scenes';

const SECONDS = 8;
const STAGES = ['detecting', 'swapping', 'writing'];

export async function benchAbort(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  const engine = await openEngine();
  try {
    const request = {
      kinds: mediaKinds,
      media: await onePerson(folder, SECONDS),
      bindings: { p1: await engine.prepare([portraitPath('lin')]) },
      out: path.join(folder, 'result.mp4'),
    };
    const rows = [];
    for (const stage of STAGES) rows.push([stage, (await msToEnd(engine, request, stage)).toFixed(0)]);
    console.log(formatTable({ title: 'A swap of 720p, called off', columns: ['while', 'ms until it ends'], rows }));
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function msToEnd(engine: Engine, request: Parameters<Engine['swap']>[0], stage: string): Promise<number> {
  const calling = new AbortController();
  let called = NaN;
  const onProgress = (at: string, percent: number) => {
    if (at !== stage || percent < 3 || calling.signal.aborted) return;
    called = performance.now();
    calling.abort();
  };
  await engine.swap({ ...request, signal: calling.signal, onProgress }).catch(() => {});
  return performance.now() - called;
}
