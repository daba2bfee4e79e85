import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mediaKinds, openEngine, type OnFrames } from '#engine';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { clipPath } from '#tests/support/clips';
import { treeMegabytes } from '#tests/support/fuzz/memory';
import { portraitPath } from '#tests/support/portraits';
import { formatTable } from '#tests/bench/table';

const MINUTES = [1, 4] as const;
const FPS = 12;
const SAMPLE_EVERY_MS = 500;

/** All processes, 1920 × 1080. */
export async function benchMemory(minutes: readonly number[] = MINUTES): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  const engine = await openEngine();
  try {
    const bindings = { p1: await engine.prepare([portraitPath('lin')]) };
    const minute = await talkingMinute(folder);
    for (const length of minutes) {
      const media = await repeated(minute, length, folder);
      const [tracks, out] = [path.join(folder, 'tracks'), path.join(folder, 'result.mp4')];
      const tracked = await sampled((onFrames) => engine.analyse(media, { kinds: mediaKinds, tracks, onFrames }));
      print(`${length} min, tracked`, tracked);
      const swap = (onFrames: OnFrames) => engine.swap({ kinds: mediaKinds, media, bindings, out, tracks, onFrames });
      print(`${length} min, swapped`, await sampled(swap));
    }
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sampled(work: (onFrames: OnFrames) => Promise<unknown>) {
  const samples: number[] = [];
  let frames = 0;
  const sampling = setInterval(() => samples.push(treeMegabytes()), SAMPLE_EVERY_MS);
  try {
    await work(({ framesDone }) => (frames = framesDone));
  } finally {
    clearInterval(sampling);
  }
  return { samples, frames };
}

function print(what: string, { samples, frames }: { samples: number[]; frames: number }): void {
  const quarter = Math.ceil(samples.length / 4);
  const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
  const quarters = [0, 1, 2, 3].map((n) => mean(samples.slice(n * quarter, (n + 1) * quarter)).toFixed(0));
  const columns = ['', 'frames', 'first quarter', 'second', 'third', 'last', 'most'];
  const row = [what, String(frames), ...quarters, Math.max(...samples).toFixed(0)];
  console.log(formatTable({ title: 'Memory of all processes, megabytes', columns, rows: [row] }));
}

async function talkingMinute(folder: string): Promise<string> {
  const out = path.join(folder, 'minute.mp4');
  const filters = `fps=${FPS},scale=1440:1080,pad=1920:1080:240:0:gray,noise=alls=2:allf=t,format=yuv420p`;
  const inputs = ['-stream_loop', '-1', '-i', clipPath('talk'), '-f', 'lavfi', '-i', 'sine=frequency=330:duration=60'];
  const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '28', '-g', '48', '-c:a', 'aac'];
  await runFfmpeg([...inputs, '-map', '0:v', '-map', '1:a', '-t', '60', '-vf', filters, ...encoded, '-y', out]);
  return out;
}

async function repeated(minute: string, times: number, folder: string): Promise<string> {
  const out = path.join(folder, `minutes-${times}.mp4`);
  await runFfmpeg(['-stream_loop', String(times - 1), '-i', minute, '-c', 'copy', '-y', out]);
  return out;
}
