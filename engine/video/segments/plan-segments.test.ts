import { describe, expect, test } from 'vitest';
import { planSegments } from './plan-segments';

const every = (ms: number, frames: number) => Array.from({ length: frames + 1 }, (_, i) => i * ms);

describe('planSegments', () => {
  test('cuts segments of the given duration, the last one longer', () => {
    expect(planSegments(every(40, 130), 2000)).toEqual([
      { start: 0, end: 50 },
      { start: 50, end: 100 },
      { start: 100, end: Infinity },
    ]);
    expect(planSegments(every(40, 110), 2000).at(-1)).toEqual({ start: 50, end: Infinity });
  });

  test('keeps a short video in one segment', () => {
    expect(planSegments(every(40, 3), 2000)).toEqual([{ start: 0, end: Infinity }]);
  });

  test('does not cut where the frame rate suddenly drops', () => {
    const times = [...every(20, 100), ...every(1000, 10).map((time) => 3000 + time)];
    const cuts = planSegments(times, 500).map(({ start }) => start);
    expect(cuts.slice(0, 4)).toEqual([0, 25, 50, 75]);
    expect(cuts).not.toContain(100);
    expect(
      cuts.filter((cut) => cut > 95).every((cut) => times[cut + 2] - times[cut] < times[cut] - times[cut - 3]),
    ).toBe(true);
  });
});
