import { expect, test } from 'vitest';
import { bytesAt } from '#engine/kernels/memory';
import { withPixels } from '#engine/swap/geometry/pixels';
import { faceView } from '#tests/support/face-views';
import { joinLips } from './join-lips';

/** Dark above the line between the lips, bright below; @returns the new picture's red values and where they changed. */
async function joined(opacity: number) {
  const { image, landmarks } = await faceView('diego');
  const { width, height } = image;
  const region = { x: 0, y: 0, width, height };
  const [left, right] = [landmarks[3 * 78], landmarks[3 * 308]];
  const row = Math.round(landmarks[3 * 13 + 1]);
  const middle = Math.round((left + right) / 2);
  let painted = new Uint8Array();
  const before = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i < 3 * width * row ? 40 : 200));
  withPixels(image, region, (pixels) => {
    bytesAt(pixels.painted, before.length).set(before);
    bytesAt(pixels.alpha, width * height).fill(opacity);
    joinLips(pixels, landmarks, region);
    painted = bytesAt(pixels.painted, before.length).slice();
  });
  const column = [-3, -2, -1, 0, 1, 2, 3].map((away) => painted[3 * ((row + away) * width + middle)]);
  const changed = [...painted.keys()].filter((i) => painted[i] !== before[i]).map((i) => Math.floor(i / 3) % width);
  return { column, changed, left, right };
}

test('the line between closed lips has no steps, and nothing else changes', async () => {
  const { column, changed, left, right } = await joined(255);
  const steps = column.slice(1).map((value, i) => value - column[i]);
  expect(Math.max(...steps)).toBeLessThan(130); // it was 160
  expect(Math.min(...changed)).toBeGreaterThan(left - 6);
  expect(Math.max(...changed)).toBeLessThan(right + 6);
});

test('a hand before the mouth stays as it is', async () => {
  expect((await joined(0)).changed).toEqual([]);
});
