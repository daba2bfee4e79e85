import { expect, test } from 'vitest';
import type { FaceMasks } from '#engine/types';
import { MaskTrack } from './mask-track';

const side = 16;
const filled = (value: number) => new Uint8Array(side * side).fill(value);
const masks = (frame: number, hair = 0): FaceMasks => ({ side, frame: filled(frame), hair: filled(hair) });

function trackOf(...keys: [frame: number, masks: FaceMasks][]): MaskTrack {
  const track = new MaskTrack();
  for (const [frame, seen] of keys) track.add(frame, seen);
  return track;
}

test('a track without keys has no masks', () => {
  expect(new MaskTrack().at(3)).toBeUndefined();
});

test('between two keys the masks change evenly, outside they stay', () => {
  const track = trackOf([4, masks(80)], [8, masks(240)]);
  const shares = [0, 4, 5, 6, 8, 20].map((frame) => track.at(frame)!.frame![0]);
  expect(shares).toEqual([80, 80, 120, 160, 240, 240]);
});

test('what only one key shows fades', () => {
  const track = trackOf([0, masks(0, 160)], [4, masks(0)]);
  expect(track.at(3)!.hair![0]).toBe(40);
  expect(track.at(4)!.hair).toBeUndefined();
});

test('faint planes are not kept, and a stored track equals the original', () => {
  const track = trackOf([0, masks(30, 200)], [2, masks(90, 208)]);
  const restored = new MaskTrack(track.toStored());
  expect(restored.at(0)).toEqual({ side, hair: filled(192) });
  expect(restored.at(1)).toEqual(track.at(1));
});
