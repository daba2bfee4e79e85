import { expect, test } from 'vitest';
import { noseTip } from '#engine/mesh/topology';
import { planeOf } from '#tests/support/plane';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { connectedToNose } from './connected';

const size = 128;
const layout = layOutAtlas(size);
const row = Math.floor(layout.positions[3 * noseTip + 1]);

test('only the region connected to the face keeps its confidence', () => {
  const confidence = planeOf(size * size, (i) => (i % size > 90 && i % size < 110 ? 0 : 1));
  const connected = connectedToNose(confidence, layout);
  for (const column of [10, 64, 86]) expect(connected[row * size + column]).toBe(1);
  for (const column of [100, 118]) expect(connected[row * size + column]).toBe(0);
});

test('confidence falls smoothly at the edge of the connected region', () => {
  const confidence = planeOf(size * size, (i) => (i % size > 90 && i % size < 110 ? 0.4 : 1));
  const along = Array.from({ length: 24 }, (_, n) => connectedToNose(confidence, layout)[row * size + 91 + n]);
  const steps = along.slice(1).map((value, n) => along[n] - value);
  expect(Math.max(...steps)).toBeLessThan(0.1);
  expect(along[18]).toBe(0);
});
