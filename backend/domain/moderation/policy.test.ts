import { expect, test } from 'vitest';
import type { FrameScores } from '#engine';
import { agesFrom, decide, type ModerationPolicy } from './policy';

const policy: ModerationPolicy = { nudity: 0.85, nudityWithMinor: 0.6, minorAge: 21, strikes: 3 };

const frame = (porn: number, ages?: number[], atMs = 0): FrameScores => {
  const nudity = { drawing: 0, hentai: 0, neutral: 1 - porn, porn, sexy: 0 };
  return { atMs, nudity, ...(ages ? { ages } : {}) };
};
const outcomeOf = (...frames: FrameScores[]) => decide({ model: 'test', frames }, policy).outcome;

test.each([
  [0, undefined, 'allowed'],
  [0.84, [40], 'allowed'],
  [0.59, [8], 'allowed'],
  [0.85, [40], 'stopped'],
  [0.85, [], 'stopped'],
  [0.85, [21], 'stopped'],
  [0.6, [20.9], 'refused'],
  [0.99, [40, 8], 'refused'],
] as const)('nudity %d with faces of %j years is %s', (porn, ages, outcome) => {
  expect(outcomeOf(frame(porn, ages && [...ages]))).toBe(outcome);
});

test('drawn pornography counts, suggestive pictures do not', () => {
  const nudity = { drawing: 0, hentai: 0, neutral: 0, porn: 0, sexy: 0 };
  expect(outcomeOf({ atMs: 0, nudity: { ...nudity, hentai: 0.5, porn: 0.4 } })).toBe('stopped');
  expect(outcomeOf({ atMs: 0, nudity: { ...nudity, sexy: 1 } })).toBe('allowed');
});

test('one frame is enough, and the most severe one decides', () => {
  const frames = [frame(0.1), frame(0.99, [40], 1000), frame(0.7, [9], 2000), frame(0.9, [40], 3000)];
  const { outcome, frame: decided } = decide({ model: 'test', frames }, policy);
  expect(outcome).toBe('refused');
  expect(decided.atMs).toBe(2000);
  expect(decide({ model: 'test', frames: [frames[0]!, frames[3]!, frames[1]!] }, policy).frame.atMs).toBe(1000);
});

test('scores that are not numbers never pass', () => {
  expect(outcomeOf(frame(NaN))).toBe('stopped');
  expect(outcomeOf(frame(0.7, [NaN]))).toBe('refused');
});

test('ages are estimated from the lower of the two thresholds', () => expect(agesFrom(policy)).toBe(0.6));
