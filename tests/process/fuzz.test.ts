import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { videoKinds } from '#tests/support/clips';
import { damages } from '#tests/support/fuzz/damage';
import type { Summary } from '#tests/support/fuzz/main';
import { nodeArguments } from '#tests/support/node-arguments';

function fuzz(...args: string[]): { status: number | null; stderr: string; summary: Summary } {
  const command = [...nodeArguments('tests/support/fuzz/main.ts'), ...args, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 16e6 });
  return { status, stderr, summary: JSON.parse(stdout) as Summary };
}

test('damaged files of every kind give a result or a clear refusal, in bounded memory', () => {
  // The smallest range with every kind and every damage.
  const { status, stderr, summary } = fuzz('--from', '71', '--count', '22');
  expect(stderr).toBe('');
  const { cases, faults, outcomes, peakMegabytes } = summary;
  expect(faults).toEqual([]);
  expect(status).toBe(0);
  const befallen = cases.join('\n');
  for (const what of [...Object.keys(damages), ...Object.keys(videoKinds), 'jpeg', 'png', 'webp', 'gif', 'bmp'])
    expect(befallen).toMatch(new RegExp(`(^|, )${what}(,|$)`, 'm'));
  expect(outcomes.refused).toBeGreaterThan(8);
  expect(outcomes.swapped).toBeGreaterThan(8);
  expect(peakMegabytes).toBeLessThan(1000);
});

test('frames larger than their container states are refused or bounded in time and memory', () => {
  const { status, stderr, summary } = fuzz('--frames');
  expect(stderr).toBe('');
  expect(summary.faults).toEqual([]);
  expect(status).toBe(0);
  expect(summary.cases).toHaveLength(6);
  // One such frame unpacks to 768 MB.
  expect(summary.peakMegabytes).toBeLessThan(700);
  expect(summary.slowest.seconds).toBeLessThan(60);
});
