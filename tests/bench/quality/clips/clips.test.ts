import path from 'node:path';
import { expect, test } from 'vitest';
import { FaceFinder } from '#engine/analyse/face-finder';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { ModelStore } from '#engine/nets/model-store';
import { clipPath, clipTruth } from '#tests/support/clips';
import { faceView } from '#tests/support/face-views';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { eyePoints, landmarkError } from '#tests/bench/quality/metrics/landmarks';
import { swappableFrames } from './swappable-frames';
import { barFilters, isBar } from './bar';
import type { Clip } from './clip';
import { readAllFrames } from './read-frames';
import { filtersOf, FRAME, moveLandmarks, type Motion } from './motion';
import { handTruth } from './rendered';
import { matchTruth } from './sightings';

const clip = (name: 'turn' | 'hand' | 'crossing' | 'cuts', more: Partial<Clip> = {}): Clip => ({
  ...{ name, file: clipPath(name), fps: 12, truth: clipTruth(name), cuts: [], given: {} },
  ...more,
});
const size = { width: 432, height: 324 };

test('landmarks of a moved photograph match detection', async () => {
  const finder = await FaceFinder.load(await ModelStore.open());
  const { image } = await faceView('sofia');
  const [{ landmarks }] = await finder.find(image);
  const motion: Motion = { middle: [0.5, 0.5], zoom: 0.9, pan: [50, 30], turn: 15, grow: 1.3, fills: 0.8 };
  const file = path.join(scratchFolder(), 'moved.mp4');
  const filters = filtersOf(image, motion, 8);
  const input = ['-loop', '1', '-framerate', '12', '-i', portraitPath('sofia'), '-frames:v', '3'];
  await runFfmpeg([...input, '-vf', filters, '-c:v', 'libx264', '-crf', '12', '-pix_fmt', 'yuv420p', file]);
  for (const [frame, moved] of (await readAllFrames(file)).entries()) {
    expect(moved).toMatchObject(FRAME);
    const expected = moveLandmarks(landmarks, image, motion, frame, 8);
    const [face] = await finder.find(moved);
    expect(landmarkError(face.landmarks, expected, eyePoints)).toBeLessThan(0.8);
  }
  await finder.close();
});

test('frames are swappable where the face is visible and not about to be hidden', async () => {
  const isHand = await handTruth();
  const covered = swappableFrames(clip('hand', { covers: isHand }), 'diego', size);
  expect([covered[2], covered[24], covered[45]]).toEqual([true, false, true]);
  expect(swappableFrames(clip('hand'), 'diego', size)).not.toContain(false);

  const crossing = swappableFrames(clip('crossing'), 'amara', { width: 512, height: 288 });
  expect([crossing[5], crossing[24], crossing[44]]).toEqual([true, false, true]);

  const cuts = clip('cuts', { cuts: [12, 24, 36] });
  expect(swappableFrames(cuts, 'otto', size).flatMap((able, frame) => (able ? [frame] : []))).toEqual(
    Array.from({ length: 12 }, (_, i) => 12 + i),
  );
});

test('the hand’s mask matches the rendered clip', async () => {
  const isHand = await handTruth();
  expect([isHand(24, 225, 190), isHand(24, 100, 60), isHand(0, 225, 190), isHand(24, -1, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('the bar’s ground truth matches its pixels', async () => {
  const file = path.join(scratchFolder(), 'bar.mp4');
  const white = ['-f', 'lavfi', '-i', `color=white:s=${FRAME.width}x${FRAME.height}:r=12:d=0.5`];
  const graph = `[0:v]null[v];${barFilters(12)}`;
  await runFfmpeg([...white, '-filter_complex', graph, '-map', '[out]', '-pix_fmt', 'yuv420p', file]);
  const frames = await readAllFrames(file);
  expect(frames).toHaveLength(6);
  for (const [frame, { data }] of frames.entries()) {
    const columns = Array.from({ length: FRAME.width }, (_, x) => x);
    expect(columns.filter((x) => data[3 * x] < 160)).toEqual(columns.filter((x) => isBar(frame, x)));
  }
});

test('a face matches the person with the nearest nose', async () => {
  const [left, right] = clipTruth('crossing')[0];
  const { landmarks } = await faceView('tomas');
  const [, x, y] = right.lm.find(([index]) => index === 1)!;
  const placed = landmarks.map((value, i) => value + [x - landmarks[3], y - landmarks[4], 0][i % 3]);
  expect(matchTruth(placed, [left, right])).toBe(right);
  expect(matchTruth(landmarks, [left, right])).toBeUndefined();
});
