import { expect, test } from 'vitest';
import { runningTimeLeft, shownProgress } from './time-left';

const now = new Date('2026-01-01T12:00:00Z');
const after = (spentSeconds: number, progress: number, expectedSeconds: number | null, work = 'swap:video') => ({
  status: 'running' as const,
  progress,
  work,
  started_at: new Date(now.getTime() - spentSeconds * 1000),
  expected_ms: expectedSeconds === null ? null : expectedSeconds * 1000,
});
const secondsLeft = (task: ReturnType<typeof after>) => {
  const ms = runningTimeLeft(task, now);
  return ms === null ? null : Math.round(ms / 1000);
};

test('the time left follows the estimate at first and the progress in the end', () => {
  expect(secondsLeft(after(0, 0, 60))).toBe(60);
  expect(secondsLeft(after(20, 0, 60))).toBe(40);
  expect(secondsLeft(after(40, 50, 60))).toBe(30); // 20 s by the estimate, 40 s by the progress
  expect(secondsLeft(after(90, 90, 60))).toBe(10);
});

test('an overdue task never has no time left', () => {
  expect(secondsLeft(after(80, 0, 60))).toBe(8);
});

test('without an estimate the time left is unknown until the progress is worth extrapolating', () => {
  expect(secondsLeft(after(10, 4, null))).toBeNull();
  expect(secondsLeft(after(10, 50, null))).toBe(10);
});

test('the progress of a photo moves within a stage, and never beyond 90 % by time alone', () => {
  const photo = (spent: number, progress: number) => shownProgress(after(spent, progress, 10, 'swap:photo'), now);
  expect([0, 1, 5, 10, 60].map((spent) => photo(spent, 0))).toEqual([0, 9, 45, 90, 90]);
  expect(photo(1, 45)).toBe(45);
  expect(photo(20, 99)).toBe(99);
});

test('the progress of a video starts before its first frame is counted, and then follows the frames', () => {
  const video = (spent: number, progress: number) => shownProgress(after(spent, progress, 60), now);
  expect(video(30, 0)).toBe(2);
  expect(video(600, 0)).toBe(4);
  expect(video(30, 20)).toBe(20);
});

test('a task that has ended or waits shows its own progress', () => {
  expect(shownProgress({ ...after(60, 100, 10), status: 'succeeded' }, now)).toBe(100);
  expect(shownProgress({ ...after(60, 0, 10), status: 'queued', started_at: null }, now)).toBe(0);
});
