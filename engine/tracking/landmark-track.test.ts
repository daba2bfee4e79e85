import { expect, test } from 'vitest';
import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { LandmarkTrack } from './landmark-track';

const FACE = 300;

function face(frame: number): Landmarks {
  return Float32Array.from({ length: 3 * LANDMARK_COUNT }, (_, i) => {
    const place = FACE * (((i * 7919) % 1000) / 1000);
    return 400 + place + 3 * frame + 0.7 * Math.sin(i * frame);
  });
}

function trackOf(frames: number): LandmarkTrack {
  const track = new LandmarkTrack();
  for (let frame = 0; frame < frames; frame++) track.push(face(frame));
  return track;
}

test('returns landmarks to a fraction of a pixel in any order', () => {
  const track = trackOf(500);
  expect(track.length).toBe(500);
  for (const frame of [0, 63, 64, 65, 300, 64, 499, 1, 498]) {
    const wanted = face(frame);
    track.at(frame).forEach((value, i) => expect(Math.abs(value - wanted[i])).toBeLessThan(0.06));
  }
});

test('compresses landmarks', () => {
  const { blocks, tail } = trackOf(1000).toStored();
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  expect(tail.length).toBeLessThan(130);
  expect(bytes / (1000 - tail.length)).toBeLessThan(0.35 * 12 * LANDMARK_COUNT);
});

test('truncates the latest and prepends earlier landmarks', () => {
  const track = new LandmarkTrack();
  track.push(face(2));
  track.prepend([face(0), face(1)]);
  track.push(face(3));
  track.truncate(3);
  expect(track.length).toBe(3);
  expect([0, 1, 2].map((frame) => track.at(frame)[0])).toEqual([0, 1, 2].map((frame) => face(frame)[0]));
});

test('survives serialisation', () => {
  const track = trackOf(200);
  const again = new LandmarkTrack(structuredClone(track.toStored()));
  expect(again.length).toBe(200);
  for (const frame of [0, 100, 199]) expect(again.at(frame)).toEqual(track.at(frame));
});
