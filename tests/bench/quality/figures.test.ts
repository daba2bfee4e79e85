import { expect, test } from 'vitest';
import { goalOf, meets, summarise } from './figures';
import { missed, tableOf } from './report';

test('goals are compared with the rounded value', () => {
  expect([meets('eyes', 2.04), meets('eyes', 2.06)]).toEqual([true, false]);
  expect([meets('toSource', 0.496), meets('toSource', 0.49)]).toEqual([true, false]);
  expect([meets('sharp', 0.88), meets('sharp', 1), meets('sharp', 1.12)]).toEqual([false, true, false]);
  expect([goalOf('eyes'), goalOf('sharp'), goalOf('wrong'), goalOf('toTarget')]).toEqual([
    '≤ 2.0',
    '0.90–1.10',
    '0',
    '',
  ]);
});

test('aggregates by mean, sum or maximum', () => {
  expect(summarise([{ eyes: 1, wrong: 2, pop: 10 }, { eyes: 3, wrong: 1, pop: 60 }, { wrong: 0 }])).toEqual({
    eyes: 2,
    wrong: 3,
    pop: 60,
  });
});

test('a table shows each metric with its goal, and missed goals are named', () => {
  const columns = [
    { name: 'good', count: 3, measured: { toSource: 0.61, pose: 1 } },
    { name: 'bad', count: 3, measured: { toSource: 0.4 } },
  ];
  expect(tableOf('Faces', columns).rows).toEqual([
    ['measured', '3', '3', ''],
    ['cosine to the source', '0.61 ✓', '0.40 ✗', '≥ 0.50'],
    ['pose, ° off', '1.0  ', '', ''],
  ]);
  expect(missed(columns)).toEqual(['bad: cosine to the source 0.40 (goal ≥ 0.50)']);
});
