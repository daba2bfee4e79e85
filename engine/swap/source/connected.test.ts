import { expect, test } from 'vitest';
import { noseTip } from '../../mesh/topology';
import { planeOf } from '../ops/plane';
import { layOutAtlas } from './atlas-layout';
import { connectedToNose } from './connected';

const size = 128;
const layout = layOutAtlas(size);
const row = Math.floor(layout.positions[3 * noseTip + 1]);

test('what a gap parts from the face is not trusted, what hangs together with it is', () => {
  const trust = planeOf(size * size, (i) => (i % size > 90 && i % size < 110 ? 0 : 1));
  const connected = connectedToNose(trust, layout);
  for (const column of [10, 64, 86]) expect(connected[row * size + column]).toBe(1);
  for (const column of [100, 118]) expect(connected[row * size + column]).toBe(0);
});
