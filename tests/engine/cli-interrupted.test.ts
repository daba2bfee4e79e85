import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clipPath } from '#tests/support/clips';
import { nodeArguments } from '#tests/support/node-arguments';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

test.each(['SIGINT', 'SIGTERM'] as const)('%s during a swap exits with 130 and leaves no files', async (signal) => {
  const folder = scratchFolder();
  const [results, temporary] = ['results', 'temporary'].map((name) => path.join(folder, name));
  [results, temporary].forEach((name) => mkdirSync(name));
  const files = ['--face', portraitPath('lin'), '--target', clipPath('crossing')];
  const args = [...files, '--out', path.join(results, 'result.mp4')];
  const child = spawn(process.execPath, [...nodeArguments('engine/cli/swap.ts'), ...args], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ours = (name: string) => name.startsWith('faceswap-');
  const left = () => [...readdirSync(results), ...readdirSync(temporary).filter(ours)];
  const ended = once(child, 'exit');
  const watching = setInterval(() => {
    if (readdirSync(results).length > 0) child.kill(signal);
  }, 20);
  const [code] = (await ended) as [number];
  clearInterval(watching);
  expect(code).toBe(130);
  expect(left()).toEqual([]);
});
