// Swaps photos one after another, as a worker does, and prints what it used as JSON: <photos> [<pixels wide>]. With a width,
// persons are found and a preview is made before.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { openEngine } from '#engine';
import { sampleFaceNames, type SampleFaceName } from '#shared/sample-media';
import { portraitPath } from '#tests/support/portraits';
import { cpuTime } from './time';

export interface Used {
  processorMs: number;
  /** Resident at the end. */
  megabytes: number;
}

const [photos, width] = process.argv.slice(2).map(Number);
const targetOf = (name: SampleFaceName) =>
  width ? sharp(portraitPath(name)).resize(width).jpeg().toBuffer() : portraitPath(name);
const targets = await Promise.all(sampleFaceNames.map(targetOf));
const out = path.join(tmpdir(), `faceswap-bench-${process.pid}.jpg`);
const engine = await openEngine();
const begun = cpuTime();
for (let photo = 0; photo < photos!; photo++) {
  const media = targets[(photo * 7 + 3) % targets.length]!;
  const bindings = { p1: await engine.prepare([portraitPath(sampleFaceNames[photo % sampleFaceNames.length]!)]) };
  if (width) {
    await engine.analyse(media);
    await engine.preview({ media, bindings, width: 960 });
  }
  await engine.swap({ media, bindings, out });
}
const used: Used = { processorMs: cpuTime() - begun, megabytes: process.memoryUsage.rss() / 1e6 };
console.log(JSON.stringify(used));
await engine.close();
rmSync(out, { force: true });
