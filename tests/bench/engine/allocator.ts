import { execFileSync } from 'node:child_process';
import { programsBeside } from '#backend/launch/programs';
import { formatTable, ratio } from '#tests/bench/table';
import type { Used } from './swap-photos';

const photos = 16;
/** As of a phone. */
const width = 2400;

/** Environments of a worker: glibc reads them at its start. */
const settings: Record<string, Record<string, string>> = {
  'as it is': {},
  'two arenas': { MALLOC_ARENA_MAX: '2' },
  'blocks from 32 MB returned': { MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '67108864' },
  'blocks from 1 MB returned': { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '33554432' },
};

/** What returning memory to the system saves and costs. */
export function benchAllocator(): void {
  const rows = Object.entries(settings).map(([name, environment]) => ({ name, ...swapPhotos(environment) }));
  const [usual] = rows;
  console.log(
    formatTable({
      title: `${photos} photos of ${width} pixels found, previewed and swapped in one process, each with another face`,
      columns: ['', 'memory at the end', 'of the usual', 'processor', 'of the usual'],
      rows: rows.map(({ name, megabytes, processorMs }) => [
        name,
        `${megabytes.toFixed(0)} MB`,
        ratio(megabytes, usual!.megabytes),
        `${(processorMs / 1000).toFixed(0)} s`,
        ratio(processorMs, usual!.processorMs),
      ]),
    }),
  );
}

function swapPhotos(environment: Record<string, string>): Used {
  const { workerOptions } = programsBeside(import.meta.url);
  const program = ['--import', 'tsx', 'tests/bench/engine/swap-photos.ts', String(photos), String(width)];
  const env = { ...process.env, ...environment };
  return JSON.parse(execFileSync(process.execPath, [...workerOptions, ...program], { encoding: 'utf8', env })) as Used;
}
