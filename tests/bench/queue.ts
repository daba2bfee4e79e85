import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { isFinished } from '#contract';
import buildIfNeeded from '#tests/support/build.setup';
import { upload } from '#tests/support/journey';
import { signInAtSite, type SiteMember } from '#tests/support/site';
import { freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';
import { formatTable } from './table';

const count = 80;
const pollMs = 15;
const longWaitMs = 500;

/** How long the jobs of small photos wait and take: each is checked, then searched for faces, by whichever worker is free. */
export async function benchQueue(): Promise<void> {
  await buildIfNeeded();
  const dataDirectory = freshDataDirectory();
  const stack = await startStack({ dataDirectory });
  try {
    const demo = await signInAtSite(stack.url);
    await millisecondsOf(demo, 0); // compiles
    const times: number[] = [];
    for (let n = 1; n <= count; n++) times.push(await millisecondsOf(demo, n));
    times.sort((a, b) => a - b);
    const at = (share: number) => `${times[Math.floor(share * (count - 1))]!.toFixed(0)} ms`;
    const long = times.filter((time) => time > longWaitMs).length;
    const rows = [
      ['photos', String(count)],
      ['median', at(0.5)],
      ['90 %', at(0.9)],
      ['slowest', at(1)],
      [`over ${longWaitMs} ms`, String(long)],
    ];
    console.log(formatTable({ title: 'From an uploaded photo to the end of the search', columns: ['', 'each'], rows }));
  } finally {
    await stack.stop();
    removeDataDirectory(dataDirectory);
  }
}

async function millisecondsOf(member: SiteMember, n: number): Promise<number> {
  const create = { width: 200 + n, height: 200, channels: 3, background: '#888' } as const;
  const material_id = await upload(member, member, await sharp({ create }).png().toBuffer(), `${n}.png`);
  const start = performance.now();
  await member.call('upload_detect_create', { material_id });
  for (;;) {
    const { status } = await member.call('upload_detect_result', { material_id });
    if (isFinished(status)) return performance.now() - start;
    await pause(pollMs);
  }
}
