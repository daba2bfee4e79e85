import { expect, test } from 'vitest';
import type { FaceFinder, FoundFace } from '#engine/analyse/face-finder';
import type { View } from '#engine/nets/view';
import type { Source } from '#engine/types';
import { maskFaces } from './mask-faces';

const faceOf = (side: number) => ({ box: { x: 0, y: 0, width: side, height: side } }) as FoundFace;

test('of faces that may overlap the most distant is painted first, the nearest last', async () => {
  const faces = { mask: async () => ({ side: 1 }) } as unknown as FaceFinder;
  const bound = [300, 200, 100, 200].map((side, i) => ({ key: `p${i}`, face: faceOf(side), source: {} as Source }));
  const masked = await maskFaces(faces, {} as View, bound);
  expect(masked.map(({ key }) => key)).toEqual(['p2', 'p1', 'p3', 'p0']);
  expect(bound.map(({ key }) => key)).toEqual(['p0', 'p1', 'p2', 'p3']);
});
