import { expect, test } from 'vitest';

import { limitConcurrency } from './limit-concurrency.server';

test('works run two at a time, in their order, also after one that fails', async () => {
  const inTurn = limitConcurrency(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const works = [1, 2, 3, 4, 5].map((number) =>
    inTurn(`caller ${number}`, async () => {
      most = Math.max(most, ++running);
      order.push(number);
      await Promise.resolve();
      running--;
      if (number === 2) throw new Error('This one fails.');
      return number;
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.map(({ status }) => status)).toEqual(
    [1, 2, 3, 4, 5].map((number) => (number === 2 ? 'rejected' : 'fulfilled')),
  );
  expect([most, order]).toEqual([2, [1, 2, 3, 4, 5]]);
});

test('the works of one caller run one after another, and let another caller in', async () => {
  const inTurn = limitConcurrency(1);
  const order: string[] = [];
  const works = ['a1', 'a2', 'a3', 'b1'].map((name) => inTurn(name[0], async () => void order.push(name)));
  await Promise.all(works);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});
