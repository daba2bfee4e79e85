import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { triangleGradients } from './gradients';
import { Workspace } from '#engine/swap/ops/workspace';
import { cornersOf, rasterize, uncovered } from './raster';

const region = { x: 0, y: 0, width: 768, height: 960 };

async function raster() {
  const { landmarks } = await faceView('lin');
  const ids = new Int16Array(region.width * region.height);
  rasterize(landmarks, region, 1, ids, new Workspace());
  return { landmarks, ids };
}

test('a covered pixel lies inside its triangle', async () => {
  const { landmarks, ids } = await raster();
  let checked = 0;
  for (let i = 0; i < ids.length; i += 97) {
    if (ids[i] === uncovered) continue;
    const [x, y] = [(i % region.width) + 0.5, Math.floor(i / region.width) + 0.5];
    const corners = cornersOf(ids[i]);
    const sides = corners.map((from, side) => {
      const to = corners[(side + 1) % 3];
      const [ax, ay] = [landmarks[3 * from], landmarks[3 * from + 1]];
      return (landmarks[3 * to] - ax) * (y - ay) - (landmarks[3 * to + 1] - ay) * (x - ax);
    });
    expect(sides.every((side) => side >= -0.5) || sides.every((side) => side <= 0.5)).toBe(true);
    checked++;
  }
  expect(checked).toBeGreaterThan(1000);
});

test('the face has no holes: every row is covered from its first pixel to its last', async () => {
  const { ids } = await raster();
  let rows = 0;
  for (let y = 0; y < region.height; y++) {
    const row = [...ids.subarray(y * region.width, (y + 1) * region.width)];
    const first = row.findIndex((id) => id !== uncovered);
    if (first < 0) continue;
    const last = row.findLastIndex((id) => id !== uncovered);
    expect(row.slice(first, last).filter((id) => id === uncovered)).toHaveLength(0);
    rows++;
  }
  expect(rows).toBeGreaterThan(300);
});

test('back-facing skin is culled, so a mirrored face has almost no skin pixels', async () => {
  const { landmarks, ids } = await raster();
  const mirrored = landmarks.map((value, i) => (i % 3 === 0 ? region.width - value : value));
  const inside = new Int16Array(ids.length);
  rasterize(mirrored, region, 1, inside, new Workspace());
  const skinPixels = (picture: Int16Array) =>
    picture.filter((id) => id !== uncovered && triangles.classes[id] === TriangleClass.skin).length;
  expect(skinPixels(inside)).toBeLessThan(0.02 * skinPixels(ids));
});

test('gradients reproduce the values at the corners', async () => {
  const { landmarks } = await raster();
  const values = Float32Array.from({ length: 478 }, (_, vertex) => (vertex * 13) % 101);
  const gradients = new Float64Array(3 * triangles.count);
  triangleGradients(landmarks, { ...region, x: 40, y: 30 }, 4, values, 1, 0, gradients);
  for (const corner of cornersOf(100)) {
    const column = (landmarks[3 * corner] - 40) / 4;
    const row = (landmarks[3 * corner + 1] - 30) / 4;
    const [start, alongX, alongY] = gradients.subarray(300, 303);
    expect(start + alongX * column + alongY * row).toBeCloseTo(values[corner], 6);
  }
});
