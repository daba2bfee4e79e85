import { expect, test } from 'vitest';

import { persons as examples } from '#contract/examples';

import { seamStart } from './seam-start';

const width = 1000;
const person = (key: string, x: number, wide = 200) => {
  const box = { x, y: 100, width: wide, height: 250 };
  return { ...examples[0]!, key, box, sightings: [{ at_ms: 0, box }] };
};
const left = person('p1', 150);
const right = person('p2', 700);

test.each([
  ['a face on the left is swapped', [left, right], { p1: 'kenji' }, 15],
  ['both faces are swapped', [left, right], { p1: 'kenji', p2: 'freya' }, 15],
  ['a face on the right is swapped', [left, right], { p2: 'kenji' }, 50],
  ['a face in the middle is swapped', [person('p1', 380)], { p1: 'kenji' }, 50],
  ['a face at the edge is swapped', [person('p1', -20)], { p1: 'kenji' }, 2],
  ['nobody is known', [], { p1: 'kenji' }, 50],
])('the seam shows that %s', (_case, persons, swapped, start) => {
  expect(seamStart(persons, swapped, width)).toBe(start);
});

test('without a size, the seam starts in the middle', () => {
  expect(seamStart([left], { p1: 'kenji' }, null)).toBe(50);
});
