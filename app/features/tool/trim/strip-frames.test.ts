import { expect, test } from 'vitest';
import { stripFrames } from './strip-frames';

test.each([
  ['a wide video on a desktop', 880, 16 / 9, 8],
  ['a wide video on a phone', 330, 16 / 9, 3],
  ['a tall video on a desktop', 880, 9 / 16, 12],
  ['a tall video on a phone', 330, 9 / 16, 10],
])('%s: the frames keep their ratio and cover the strip', (_what, width, ratio, count) => {
  const frames = stripFrames(width, 64, ratio);
  expect(frames).toHaveLength(count);
  expect(new Set(frames.map(({ frame }) => frame)).size).toBe(count);
  for (const { frame, backgroundSize, backgroundPosition } of frames) {
    const [wide, high] = backgroundSize.split(' ').map(parseFloat) as [number, number];
    const [left, top] = backgroundPosition.split(' ').map(parseFloat) as [number, number];
    const one = wide / 12;
    expect(one / high).toBeCloseTo(ratio, 1);
    expect(left + frame * one).toBeLessThanOrEqual(0.1);
    expect(left + (frame + 1) * one).toBeGreaterThanOrEqual(width / count - 0.2);
    expect(top).toBeLessThanOrEqual(0);
    expect(top + high).toBeGreaterThanOrEqual(63.9);
  }
});
