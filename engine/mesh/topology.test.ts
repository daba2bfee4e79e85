import { expect, test } from 'vitest';
import {
  grow,
  innerLipRing,
  leftEyeRing,
  lips,
  neighbours,
  outerLipRing,
  oval,
  rightEyeRing,
  stepsFromOval,
  TriangleClass,
  triangles,
} from './topology';

const countOf = (kind: number) => triangles.classes.filter((value) => value === kind).length;

test.each([
  ['left eye', leftEyeRing],
  ['right eye', rightEyeRing],
  ['inner lips', innerLipRing],
  ['outer lips', outerLipRing],
  ['outline', oval],
])('the ring of the %s closes along edges of the mesh', (_name, ring) => {
  ring.forEach((vertex, index) => expect(neighbours[vertex]).toContain(ring[(index + 1) % ring.length]));
});

test('each eye is a fan of as many triangles as its ring has points', () => {
  expect(countOf(TriangleClass.leftEye)).toBe(leftEyeRing.length);
  expect(countOf(TriangleClass.rightEye)).toBe(rightEyeRing.length);
});

test('a ring of 20 points closes over the mouth with 18 triangles', () => {
  expect(countOf(TriangleClass.mouth)).toBe(innerLipRing.length - 2);
});

test('counts steps inwards from the outline', () => {
  expect(oval.every((vertex) => stepsFromOval[vertex] === 0)).toBe(true);
  expect(stepsFromOval[4]).toBeGreaterThan(5);
});

test('lips are the four rings between mouth and skin', () => {
  expect(lips).toHaveLength(80);
  expect(new Set(lips).size).toBe(80);
});

test('growing an eye ring by one step adds the lids', () => {
  const lids = grow(leftEyeRing, 1);
  expect(lids).toEqual(expect.arrayContaining(leftEyeRing));
  expect(lids).toHaveLength(33);
});
