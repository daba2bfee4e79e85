import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { playFrames } from './play-frames.client';

/** Of the playing element: what the browser would report. */
let setInSight: (isIntersecting: boolean) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        setInSight = (isIntersecting) => report([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.useRealTimers());

function play({ restAfterSeconds = 100 } = {}) {
  const shown: number[] = [];
  const leaving = new AbortController();
  const onRest = vi.fn();
  const frames = playFrames((seconds) => shown.push(seconds), {
    ...{ element: document.body, restAfterSeconds, onRest, signal: leaving.signal },
  });
  /** Number of frames that the next second shows. */
  const framesInASecond = () => {
    const before = shown.length;
    vi.advanceTimersByTime(1000);
    return shown.length - before;
  };
  return { ...frames, shown, onRest, leaving, framesInASecond };
}

test('about thirty frames a second are shown, and none while paused or out of sight', () => {
  const { setPaused, framesInASecond, shown } = play();
  expect(framesInASecond()).toBeGreaterThan(25);
  setPaused(true);
  expect(vi.getTimerCount()).toBe(0);
  expect(framesInASecond()).toBe(0);
  const paused = shown.at(-1)!;
  setPaused(false);
  expect(framesInASecond()).toBeGreaterThan(25);
  expect(shown.at(-1)! - paused).toBeCloseTo(1, 1);

  setInSight(false);
  expect(vi.getTimerCount()).toBe(0);
  setPaused(true);
  setInSight(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('the frames rest after their time, and go on for as long again when asked', () => {
  const { setPaused, shown, onRest } = play({ restAfterSeconds: 2 });
  vi.advanceTimersByTime(3000);
  expect(shown.at(-1)).toBe(2);
  expect(onRest).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);

  setPaused(false);
  vi.advanceTimersByTime(3000);
  expect(shown.at(-1)).toBe(4);
  expect(onRest).toHaveBeenCalledTimes(2);
});

test('a frame can be drawn again while paused', () => {
  const { setPaused, redraw, shown } = play();
  vi.advanceTimersByTime(500);
  setPaused(true);
  const count = shown.length;
  redraw();
  expect(shown.slice(count)).toEqual([shown[count - 1]]);
});

test('nothing is shown after the page was left', () => {
  const { leaving, setPaused, framesInASecond } = play();
  leaving.abort();
  setPaused(false);
  expect(framesInASecond()).toBe(0);
});
