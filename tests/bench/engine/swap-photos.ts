// Swaps photos one after another, as a worker does, and prints the CPU milliseconds: <photos>
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine } from '#engine';
import { sampleFaceNames } from '#shared/sample-media';
import { portraitPath } from '#tests/support/portraits';
import { cpuTime } from './time';

const out = path.join(tmpdir(), `faceswap-bench-${process.pid}.jpg`);
const engine = await openEngine();
const begun = cpuTime();
for (let photo = 0; photo < Number(process.argv[2]); photo++) {
  const [face, target] = [photo, photo * 7 + 3].map((n) => portraitPath(sampleFaceNames[n % sampleFaceNames.length]!));
  const p1 = await engine.prepare([face!]);
  await engine.swap({ media: target!, bindings: { p1 }, out });
}
console.log(cpuTime() - begun);
await engine.close();
rmSync(out, { force: true });
