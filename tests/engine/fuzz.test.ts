import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { videoKinds } from '#tests/support/clips';
import { damages } from '#tests/support/fuzz/damage';
import type { Summary } from '#tests/support/fuzz/main';

it('damaged files of every kind each end in a result or a clear refusal; the process lives, its memory is bounded', () => {
  const args = ['scripts/run.mjs', 'tests/support/fuzz/main.ts', '--count', '60', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 16e6 });
  expect(stderr).toBe('');
  const { cases, faults, outcomes, peakMegabytes } = JSON.parse(stdout) as Summary;
  expect(faults).toEqual([]);
  expect(status).toBe(0);
  const befallen = cases.join('\n');
  for (const what of [...Object.keys(damages), ...Object.keys(videoKinds), 'jpeg', 'png', 'webp', 'gif', 'bmp'])
    expect(befallen).toMatch(new RegExp(`(^|, )${what}(,|$)`, 'm'));
  expect(outcomes.refused).toBeGreaterThan(15);
  expect(outcomes.swapped).toBeGreaterThan(8);
  expect(peakMegabytes).toBeLessThan(1000);
}, 600_000);
