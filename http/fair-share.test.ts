import { expect, test } from 'vitest';

import { FairShare } from './fair-share';

test('the network that uses most loses its oldest request', () => {
  const share = new FairShare(10);
  const ended: string[] = [];
  const begin = (name: string, amount: number) => {
    const held = share.enter(name[0], () => ended.push(name));
    held.use(amount);
    return held;
  };
  const first = begin('a1', 4);
  begin('b1', 1);
  begin('a2', 4);
  begin('c1', 1);
  expect(ended).toEqual([]);
  begin('c2', 1);
  expect(ended).toEqual(['a1']);
  first.use(100);
  first.leave();
  begin('b2', 3);
  expect(ended).toEqual(['a1']);
  begin('b3', 1);
  expect(ended).toEqual(['a1', 'b1']);
  begin('d1', 11);
  expect(ended).toEqual(['a1', 'b1', 'd1']);
});
