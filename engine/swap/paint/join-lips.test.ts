import { expect, test } from 'vitest';
import { bytesAt } from '#engine/kernels/memory';
import { withPixels } from '#engine/swap/geometry/pixels';
import { faceView } from '#tests/support/face-views';
import { joinLips } from './join-lips';

test('the line between closed lips has no steps, and nothing else changes', async () => {
  const { image, landmarks } = await faceView('diego');
  const { width, height } = image;
  const region = { x: 0, y: 0, width, height };
  const upper = landmarks[3 * 13 + 1];
  const [left, right] = [landmarks[3 * 78], landmarks[3 * 308]];
  const row = Math.round(upper);
  const middle = Math.round((left + right) / 2);
  let column: number[] = [];
  let changed: number[] = [];
  withPixels(image, region, (pixels) => {
    let painted = bytesAt(pixels.painted, 3 * width * height);
    for (let i = 0; i < painted.length; i++) painted[i] = i < 3 * width * row ? 40 : 200;
    const before = painted.slice();
    joinLips(pixels, landmarks, region);
    painted = bytesAt(pixels.painted, 3 * width * height); // the memory may have grown
    column = [-3, -2, -1, 0, 1, 2, 3].map((away) => painted[3 * ((row + away) * width + middle)]);
    changed = [...painted.keys()].filter((i) => painted[i] !== before[i]);
  });
  const steps = column.slice(1).map((value, i) => value - column[i]);
  expect(Math.max(...steps)).toBeLessThan(130); // it was 160
  const columns = changed.map((i) => Math.floor(i / 3) % width);
  expect(Math.min(...columns)).toBeGreaterThan(left - 6);
  expect(Math.max(...columns)).toBeLessThan(right + 6);
});
