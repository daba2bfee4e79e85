import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FaceFinder } from '#engine/analyse/face-finder';
import { withMedia } from '#engine/video/clip/probe-media';
import { ModelStore } from '#engine/nets/model-store';
import { groupTracklets, type TrackedPerson } from '#engine/tracking/people';
import { Tracker } from '#engine/tracking/tracker';
import type { Image, Landmarks } from '#engine/types';
import { readRgbFrames } from '#engine/ffmpeg/frame-reader';
import { clipPath, clipTruth, type ClipName, type TrueFace } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';

const FPS = 12;

let finder: FaceFinder;
beforeAll(async () => {
  finder = await FaceFinder.load(await ModelStore.open());
});
afterAll(() => finder.close());

const tracked = new Map<ClipName, Promise<TrackedPerson[]>>();

/** Each clip is tracked once. */
function peopleIn(name: ClipName): Promise<TrackedPerson[]> {
  const people = tracked.get(name) ?? track(name);
  tracked.set(name, people);
  return people;
}

async function track(name: ClipName): Promise<TrackedPerson[]> {
  const tracker = new Tracker(finder, FPS);
  await withMedia(clipPath(name), {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${name} is no video`);
    for await (const { image } of readRgbFrames(media.info)) await tracker.next({ ...image, data: image.data.slice() });
  });
  return groupTracklets(await tracker.finish(), FPS);
}

const CHIN = 152;

/** Excludes the chin; relative to the eye distance. */
function errorOf(landmarks: Landmarks, { lm }: TrueFace): number {
  const [[, leftX, leftY], , , [, rightX, rightY]] = lm;
  const points = lm.filter(([index]) => index !== CHIN);
  const off = points.map(([index, x, y]) => Math.hypot(landmarks[3 * index] - x, landmarks[3 * index + 1] - y));
  return off.reduce((sum, distance) => sum + distance, 0) / points.length / Math.hypot(rightX - leftX, rightY - leftY);
}

function followedAs(person: TrackedPerson, truth: TrueFace[][]) {
  return person.tracklets.flatMap((tracklet) =>
    tracklet.sightings.map((_, i) => {
      const landmarks = tracklet.landmarks.at(i);
      const frame = tracklet.start + i;
      const [nearest] = truth[frame]
        .map((face) => ({ id: face.id, frame, error: errorOf(landmarks, face) }))
        .sort((a, b) => a.error - b.error);
      return nearest;
    }),
  );
}

describe.each([
  ['turn', { freya: 48 }],
  ['talk', { malik: 48 }],
  ['hand', { diego: 30 }],
  ['crossing', { tomas: 48, amara: 36 }],
  ['cuts', { ines: 24, otto: 12, nadia: 12 }],
  ['leave', { kenji: 19 }],
] as const)('%s', (name, expected) => {
  test('each person is one track, on the right face in every frame', async () => {
    const truth = clipTruth(name);
    const people = await peopleIn(name);
    const found = people.map((person) => followedAs(person, truth));
    for (const frames of found) {
      expect(new Set(frames.map(({ id }) => id)).size).toBe(1);
      for (const { error } of frames) expect(error).toBeLessThan(0.12);
    }
    const ids = found.map((frames) => frames[0].id);
    expect([...ids].sort()).toEqual(Object.keys(expected).sort());
    found.forEach((frames, i) => {
      expect(frames.length).toBeGreaterThanOrEqual(expected[ids[i] as keyof typeof expected]);
    });
  });
});

test('persons are ordered by screen time', async () => {
  const frames = (await peopleIn('cuts')).map((person) => person.frames);
  expect(frames).toEqual([24, 12, 12]);
});

test('an occluder is not a person, and the track pauses while it covers the face', async () => {
  const [diego] = await peopleIn('hand');
  const seen = diego.tracklets.flatMap(({ start, sightings }) => sightings.map((_, i) => start + i));
  expect(seen).not.toContain(23);
});

/** Undefined `left`: empty picture. */
async function pictureWith(left?: number): Promise<Image> {
  const grey = sharp({ create: { width: 480, height: 200, channels: 3, background: '#808080' } });
  const portrait = await sharp(portraitPath('sofia')).resize({ width: 100 }).toBuffer();
  const placed = grey.composite(left === undefined ? [] : [{ input: portrait, left, top: 40 }]).removeAlpha();
  return { width: 480, height: 200, data: await placed.raw().toBuffer() };
}

test('a face that moves by more than its width per frame is tracked', async () => {
  const tracker = new Tracker(finder, FPS);
  for (const left of [10, 80, 160, 240, 340]) await tracker.next(await pictureWith(left));
  expect((await tracker.finish()).map(({ start, end }) => ({ start, end }))).toEqual([{ start: 0, end: 5 }]);
});

test('a face that appears shortly before the end is tracked from its first frame', async () => {
  const tracker = new Tracker(finder, FPS);
  for (const left of [undefined, undefined, undefined, undefined, 150, 152, 154, 156])
    await tracker.next(await pictureWith(left));
  expect((await tracker.finish()).map(({ start, end }) => ({ start, end }))).toEqual([{ start: 4, end: 8 }]);
});
