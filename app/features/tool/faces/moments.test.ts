import { expect, test } from 'vitest';

import { persons as examples } from '#contract/examples';

import { fromLeftToRight, momentOf } from './moments';

const example = examples[0]!;
const person = (key: string, sightings: [atMs: number, x: number][], best = sightings[0]![0]) => ({
  ...example,
  key,
  best_seen_ms: best,
  first_seen_ms: sightings[0]![0],
  sightings: sightings.map(([at_ms, x]) => ({ at_ms, box: { ...example.box, x } })),
});
const keys = (persons: { key: string }[]) => persons.map(({ key }) => key);

test('persons of a photo are ordered from left to right, whatever their size', () => {
  expect(keys(fromLeftToRight([person('p1', [[0, 500]]), person('p2', [[0, 900]]), person('p3', [[0, 10]])]))).toEqual([
    'p3',
    'p1',
    'p2',
  ]);
});

test('persons of a video are ordered as they stand at the time that shows most of them', () => {
  const right = person('p1', [[0, 10], [1000, 800]]); // prettier-ignore
  const left = person('p2', [[1000, 100]]);
  const late = person('p3', [[3000, 0]]);
  const later = person('p4', [[4000, 0]]);
  expect(keys(fromLeftToRight([right, later, late, left]))).toEqual(['p2', 'p1', 'p3', 'p4']);
});

test('a person is shown together with most others, else in the best view', () => {
  const one = person('p1', [[0, 10], [1000, 800]]); // prettier-ignore
  const other = person('p2', [[1000, 100], [2000, 90]], 2000); // prettier-ignore
  expect(momentOf(one, [one, other])).toBe(1000);
  expect(momentOf(other, [other])).toBe(2000);
});
