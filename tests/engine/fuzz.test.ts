import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Summary } from '#tests/support/fuzz/main';

it('150 damaged files each end in a result or a clear refusal; the process lives, its memory is bounded', () => {
  const args = ['scripts/run.mjs', 'tests/support/fuzz/main.ts', '--count', '150', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 16e6 });
  expect(stderr).toBe('');
  const { faults, outcomes, peakMegabytes } = JSON.parse(stdout) as Summary;
  expect(faults).toEqual([]);
  expect(status).toBe(0);
  expect(outcomes.refused).toBeGreaterThan(40);
  expect(outcomes.swapped).toBeGreaterThan(15);
  expect(peakMegabytes).toBeLessThan(1000);
}, 600_000);
