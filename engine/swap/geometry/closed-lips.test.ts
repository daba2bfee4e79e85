import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { bytes, Workspace } from '#engine/swap/ops/workspace';
import { cutPatch, levelForMouth } from './closed-lips';

const size = 8;
const box = { x: 2, y: 3, width: 4, height: 2 };
const plain = { size, data: new Uint8Array(3 * size * size).fill(100) };
const level = { ...plain, closedLips: { ...box, data: new Uint8Array(3 * box.width * box.height).fill(50) } };
const buffer = bytes();

/** Landmarks with this openness of the mouth. */
async function mouth(openness: number) {
  const { landmarks } = await faceView('lin');
  const width = Math.hypot(...[0, 1].map((k) => landmarks[3 * 291 + k] - landmarks[3 * 61 + k]));
  for (let k = 0; k < 3; k++) landmarks[3 * 14 + k] = landmarks[3 * 13 + k];
  landmarks[3 * 14 + 1] += openness * width;
  return landmarks;
}

test('lips that touch come from the photo’s closed lips, lips that are apart do not', async () => {
  const workspace = new Workspace();
  const closed = levelForMouth(level, await mouth(0), buffer, workspace);
  expect(cutPatch(closed, box).data).toEqual(new Uint8Array(3 * 8).fill(60));
  expect(closed.data.filter((value) => value === 100)).toHaveLength(3 * (size * size - 8));
  expect(levelForMouth(level, await mouth(0.3), buffer, workspace)).toBe(level);
  expect(levelForMouth(plain, await mouth(0), buffer, workspace)).toBe(plain);
  const [between] = cutPatch(levelForMouth(level, await mouth(0.05), buffer, workspace), box).data;
  expect(between).toBeGreaterThan(60);
  expect(between).toBeLessThan(100);
});
