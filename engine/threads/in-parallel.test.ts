import { expect, test } from 'vitest';
import { inParallel } from './in-parallel';

async function* upTo(count: number) {
  for (let i = 0; i < count; i++) yield i;
}

test('runs up to the given concurrency and keeps the order', async () => {
  let [running, most] = [0, 0];
  const finish: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => {
      finish.push(resolve);
      if (finish.length === 3) finish.reverse().forEach((end) => end());
      if (finish.length > 3) resolve();
    });
    running--;
  };
  const out: number[] = [];
  for await (const item of inParallel(upTo(10), 3, work)) out.push(item);
  expect(out).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(3);
});

test('ends with the first failure', async () => {
  const all = inParallel(upTo(5), 2, async (item) => {
    if (item === 2) throw new Error('two');
  });
  const out: number[] = [];
  await expect(
    (async () => {
      for await (const item of all) out.push(item);
    })(),
  ).rejects.toThrow('two');
  expect(out).toEqual([0, 1]);
});
