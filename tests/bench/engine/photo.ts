import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { openEngine, type Engine } from '#engine';
import { portraitPath } from '#tests/support/portraits';
import { formatTable, ratio } from '#tests/bench/table';
import { cpuTime, quartile, measureMs } from './time';

const size = { width: 4000, height: 3000 };
const runs = 5;
/** Milliseconds. */
const allowed = { swap: 1000, preview: 500 };

export async function benchPhoto(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  const engine = await openEngine();
  try {
    const photo = await makePhoto(path.join(folder, 'photo.jpg'));
    const times = await timeCommands(engine, photo, path.join(folder, 'result.jpg'));
    const row = (what: string, { time, processor }: Cost, limit?: number) => [
      what,
      `${time.toFixed(0)} ms`,
      `${processor.toFixed(0)} ms`,
      ratio(time, times.recoded.time),
      limit ? ratio(time, limit) : '',
    ];
    console.log(
      formatTable({
        title: `A photo of 12 megapixels with one face (lower quartile of ${runs} runs, the engine being open)`,
        columns: ['', 'time', 'processor', 'of reading and writing it', 'of what is allowed'],
        rows: [
          row('read and written, nothing more', times.recoded),
          row('a source made of a portrait', times.source),
          row('swap', times.swap, allowed.swap),
          row('preview, 960 px wide', times.preview, allowed.preview),
        ],
      }),
    );
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Cost {
  readonly time: number;
  readonly processor: number;
}

async function timeCommands(engine: Engine, media: string, out: string) {
  const bindings = { p1: await engine.prepare([portraitPath('tomas')]) };
  const measure = async (work: () => Promise<unknown>) => {
    const [times, processor]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      const used = cpuTime();
      times.push(await measureMs(work));
      processor.push(cpuTime() - used);
    }
    return { time: quartile(times), processor: quartile(processor) };
  };
  return {
    recoded: await measure(() => sharp(media).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toFile(out)),
    source: await measure(() => engine.prepare([portraitPath('tomas')])),
    swap: await measure(() => engine.swap({ media, bindings, out })),
    preview: await measure(() => engine.preview({ media, bindings, width: 960 })),
  };
}

/** No detector tile is trivial. */
async function makePhoto(file: string): Promise<string> {
  const wall = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const face = await sharp(portraitPath('lin')).resize(1200, 1500).toBuffer();
  const background = { ...size, channels: 3 as const, background: '#777', noise: wall };
  await sharp({ create: background })
    .composite([{ input: face, left: 1400, top: 900 }])
    .jpeg({ quality: 92 })
    .toFile(file);
  return file;
}
