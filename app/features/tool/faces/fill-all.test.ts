import { expect, test } from 'vitest';

import { persons } from '#contract/examples';

import { fillAll } from './fill-all';

const [first, second] = persons;
const two = [first!, second!];
const faces = ['ada', 'bo', 'cy'].map((face_id) => ({ face_id, name: face_id, thumb_url: '', assessed: [] }));

test('each person without a face gets one that no other person has', () => {
  expect(fillAll(two, {}, faces, [])).toEqual({ p1: 'ada', p2: 'bo' });
  expect(fillAll(two, { p2: 'ada' }, faces, [])).toEqual({ p1: 'bo', p2: 'ada' });
});

test('the faces of recent choices come first, with all their photos; deleted ones are left out', () => {
  expect(fillAll(two, {}, faces, ['gone', 'cy,bo', 'cy'])).toEqual({ p1: 'cy,bo', p2: 'ada' });
});

test('a face is repeated only where there are fewer faces than persons', () => {
  expect(fillAll(two, {}, faces.slice(0, 1), [])).toEqual({ p1: 'ada', p2: 'ada' });
  expect(fillAll(two, { p1: 'ada' }, faces.slice(0, 1), [])).toEqual({ p1: 'ada', p2: 'ada' });
  expect(fillAll(two, {}, [], [])).toEqual({});
});
