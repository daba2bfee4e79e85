import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { patience } from '#tests/support/patience';
import { scratchFolder } from '#tests/support/scratch';
import { startLogRotation, rotateLog } from './log-rotation';
import { supervise } from './supervise';

test('logs keep their limits of size and number while a process writes', async () => {
  const folder = scratchFolder();
  const program = join(folder, 'program.mjs');
  writeFileSync(
    program,
    `let n = 0; setInterval(() => { for (let i = 0; i < 20; i++) console.log(String(n++).padStart(99, '0')); }, 2);`,
  );
  const environment = { NODE_ENV: 'test' } as const;
  const role = supervise({ name: 'program', args: [program], environment, logDirectory: folder, log: () => {} });
  const log = join(folder, 'program.log');
  const stop = startLogRotation([log], { maxBytes: 20_000, files: 3 }, 5);
  onTestFinished(async () => {
    stop();
    await role.stop(1_000);
  });

  const first = () => Number(readFileSync(`${log}.2`, 'utf8').split('\n')[1]);
  await vi.waitFor(() => expect(first()).toBeGreaterThan(5_000), patience);
  expect(existsSync(`${log}.3`)).toBe(false);
  for (const old of [`${log}.1`, `${log}.2`]) expect(statSync(old).size).toBeLessThanOrEqual(20_000);
  // A truncated file must not continue at the old offset.
  await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toMatch(/^\d{99}\n/), patience);
  expect(statSync(log).size).toBeLessThan(200_000);
});

test('rotated files keep their order, and small logs are not rotated', () => {
  const log = join(scratchFolder(), 'server.log');
  const limits = { maxBytes: 5, files: 3 };
  for (const line of ['first.', 'second', 'third.', 'new']) {
    writeFileSync(log, line);
    rotateLog(log, limits);
  }
  expect(readFileSync(log, 'utf8')).toBe('new');
  expect([1, 2].map((n) => readFileSync(`${log}.${n}`, 'utf8'))).toEqual(['hird.', 'econd']);
  expect(existsSync(`${log}.3`)).toBe(false);
  rotateLog(join(scratchFolder(), 'never-written.log'), limits);
});
