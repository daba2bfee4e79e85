// Loads one of two nets after the other, so that each load releases the other net. Prints the megabytes of the process
// after each twentieth: <folder> <loads>
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NeuralHost } from '#engine/neural/host/neural-host';
import { tinySwapper } from './tiny-nets';
import { identityEmap } from './tiny-packs';

const [folder, loads] = process.argv.slice(2);
const side = 64;

function netFile(id: string) {
  const file = path.join(folder, id);
  // A megabyte each.
  writeFileSync(file, tinySwapper({ a: 0.5, b: 0, k: 1 }, { size: side, emap: identityEmap() }));
  const { size, mtimeMs, ino } = statSync(file);
  return { id, file, stamp: { bytes: size, modifiedMs: mtimeMs, inode: ino }, memoryMB: 10 };
}

const nets = ['first', 'second'].map(netFile);
const host = new NeuralHost({ nets, device: { name: 'cpu', index: 0 }, threads: 1, memoryMB: 10 });
const length = 3 * side * side;
const inputs = {
  target: { data: new Float32Array(length), dims: [1, 3, side, side] },
  source: { data: new Float32Array(512), dims: [1, 512] },
};
for (let load = 1; load <= Number(loads); load++) {
  await host.nets().run(nets[load % 2].id, inputs, { length });
  if (load % 20 === 0) process.stdout.write(`${Math.round(process.memoryUsage.rss() / 1e6)}\n`);
}
await host.close();
