import { execFileSync } from 'node:child_process';
import { programsBeside } from '#backend/launch/programs';
import { formatTable, ratio } from '#tests/bench/table';
import type { Used } from './swap-photos';
import { quartile } from './time';

const photos = 32;
const runs = 3;

/** V8's heap as workers have it, and by default. */
export function benchHeap(): void {
  const { workerOptions } = programsBeside(import.meta.url);
  const costs: { usual: number[]; workers: number[] } = { usual: [], workers: [] };
  for (let run = 0; run < runs; run++) {
    costs.usual.push(processorSeconds([]));
    costs.workers.push(processorSeconds(workerOptions));
  }
  const [usual, workers] = [quartile(costs.usual), quartile(costs.workers)];
  console.log(
    formatTable({
      title: `${photos} photos swapped in one process, each with another face (lower quartile of ${runs} runs)`,
      columns: ['', 'processor', 'of the usual'],
      rows: [
        ['the usual heap', `${usual.toFixed(1)} s`, ''],
        [workerOptions.join(' '), `${workers.toFixed(1)} s`, ratio(workers, usual)],
      ],
    }),
  );
}

function processorSeconds(options: string[]): number {
  const program = ['--import', 'tsx', 'tests/bench/engine/swap-photos.ts', String(photos)];
  const printed = execFileSync(process.execPath, [...options, ...program], { encoding: 'utf8' });
  return (JSON.parse(printed) as Used).processorMs / 1000;
}
