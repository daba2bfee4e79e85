import { frontalScore, personKey } from '#engine/analyse/persons';
import { faceThumbnail } from '#engine/analyse/thumbnail';
import { areaOf } from '#engine/nets/boxes';
import { bestViewOf, type TrackedPerson } from '#engine/tracking/people';
import type { Box, Person, Span } from '#engine/types';
import type { Clip } from '#engine/video/clip/clip';
import type { TrackingResult } from './track-clip';
import { scaleBox, scaleLandmarks, type TrackingScale } from './tracking-scale';

/** Bounds the size of the answer. */
const MAX_COMMON_FRAMES = 8;

export function toClipPersons(clip: Clip, { people, scale, times }: TrackingResult): Promise<Person[]> {
  const bestViews = people.map((person) => bestViewOf(person));
  const commonFrames = bestViews.slice(0, MAX_COMMON_FRAMES).map(({ frame }) => frame);
  const fromMs = clip.trim.fromMs ?? 0;
  return Promise.all(
    people.map(async (person, index) => {
      const { sighting, pose, crop, frame } = bestViews[index];
      const spans = spansOf(person, times, fromMs);
      const timeOf = (at: number) => Math.round(times[at] + fromMs);
      return {
        key: personKey(index),
        box: scaleBox(sighting.box, scale),
        share: meanShare(person, scale, clip),
        screenTimeMs: Math.round(screenTime(person, times)),
        firstSeenMs: spans[0].startMs,
        bestSeenMs: timeOf(frame),
        sightings: sightingsOn(person, [frame, ...commonFrames]).map((seen) => ({
          atMs: timeOf(seen.frame),
          box: scaleBox(seen.box, scale),
        })),
        spans,
        frontalScore: frontalScore(pose),
        score: sighting.score,
        landmarks: scaleLandmarks(sighting.landmarks, scale),
        pose,
        thumbnail: await faceThumbnail(crop, { x: 0, y: 0, width: crop.width, height: crop.height }),
      };
    }),
  );
}

function sightingsOn({ tracklets }: TrackedPerson, frames: readonly number[]): { frame: number; box: Box }[] {
  const inOrder = [...new Set(frames)].sort((a, b) => a - b);
  return inOrder.flatMap((frame) => {
    const box = tracklets.map((tracklet) => tracklet.at(frame)?.box).find(Boolean);
    return box ? [{ frame, box }] : [];
  });
}

function meanShare({ tracklets, frames }: TrackedPerson, scale: TrackingScale, { width, height }: Clip): number {
  const areas = tracklets.flatMap(({ sightings }) => sightings.map(({ box }) => areaOf(box)));
  return (areas.reduce((sum, area) => sum + area, 0) * scale.x * scale.y) / (frames * width * height);
}

function screenTime({ tracklets }: TrackedPerson, times: readonly number[]): number {
  return tracklets.reduce((sum, { start, end }) => sum + times[end] - times[start], 0);
}

/** Viewers do not notice shorter gaps. */
const MIN_GAP_MS = 250;

/** From the start of the media. */
function spansOf({ tracklets }: TrackedPerson, times: readonly number[], fromMs: number): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of tracklets) {
    const span = { startMs: Math.round(times[start] + fromMs), endMs: Math.round(times[end] + fromMs) };
    const last = spans[spans.length - 1];
    if (last && span.startMs - last.endMs < MIN_GAP_MS) spans[spans.length - 1] = { ...last, endMs: span.endMs };
    else spans.push(span);
  }
  return spans;
}
