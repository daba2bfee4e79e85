import { expect, test } from 'vitest';
import { layOutAtlas } from './atlas-layout';
import { meanRelief } from './mean-relief';

const layout = layOutAtlas(256);
const relief = meanRelief(layout);
const [bridge, leftInnerCorner, rightInnerCorner, leftBrow, belowLip, chin] = [168, 133, 362, 105, 18, 199].map(
  (vertex) => {
    const [x, y] = layout.positions.subarray(3 * vertex, 3 * vertex + 2);
    return relief[Math.floor(y) * layout.size + Math.floor(x)];
  },
);

test('the bridge of the nose and the chin catch light; eyes, brows and the hollow below the lips are dark', () => {
  for (const bright of [bridge, chin]) {
    for (const dark of [leftInnerCorner, leftBrow, belowLip]) expect(bright).toBeGreaterThan(dark + 0.1);
  }
});

test('both halves are the same, and the outline is flat', () => {
  expect(leftInnerCorner).toBeCloseTo(rightInnerCorner, 1);
  for (let i = 0, last = layout.size - 1; i <= last; i++) expect(relief[i]).toBe(0);
});
