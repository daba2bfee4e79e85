import { areaOf, overlapArea } from '#engine/nets/boxes';
import type { FaceEmbedding } from '#engine/nets/face-embedder';
import type { Sighting, Tracklet } from './tracklet';

/** Ramps: [opaque, transparent]. Degrees. */
const YAW = [50, 65] as const;
const PITCH = [35, 50] as const;
const SCORE = [0.85, 0.6] as const;
/** Pixels, at tracking resolution. */
const EYE_DISTANCE = [12, 7] as const;
/** Cosine; lower for turned heads. */
const SIMILARITY = [0.62, 0.5] as const;
const SIMILARITY_TURNED = [0.4, 0.3] as const;
const TURNED_YAW = [20, 40] as const;
/** Share of the box behind another face. */
const OCCLUDED_SHARE = [0.15, 0.35] as const;

const FADE_S = 0.15;

/**
 * By frame, 0–1; full up to a scene cut.
 * @param others of the clip
 * @param reference of the uncovered face, if known
 */
export function opacityOf(
  tracklet: Tracklet,
  others: readonly Tracklet[],
  fps: number,
  reference?: FaceEmbedding,
): Float32Array {
  const { sightings, start, beginsWithScene, endsWithScene } = tracklet;
  const similarity = tracklet.similarities(reference);
  const raw = Float32Array.from(sightings, (sighting, i) => {
    const meanwhile = others.flatMap((other) => other.at(start + i) ?? []);
    return (
      meshQuality(sighting) *
      unoccluded(sighting, similarity[i]) *
      ramp(occludedShare(sighting, meanwhile), OCCLUDED_SHARE)
    );
  });
  return fade(raw, fadeReach(fps), beginsWithScene, endsWithScene);
}

/** Frames on either side, twice: the least, then the mean. */
export const fadeReach = (fps: number): number => Math.max(1, Math.round(FADE_S * fps));

function meshQuality({ pose: { yaw, pitch }, score, eyeDistance }: Sighting): number {
  return ramp(Math.abs(yaw), YAW) * ramp(Math.abs(pitch), PITCH) * ramp(score, SCORE) * ramp(eyeDistance, EYE_DISTANCE);
}

function unoccluded({ pose }: Sighting, similarity: number): number {
  const turned = 1 - ramp(Math.abs(pose.yaw), TURNED_YAW);
  const between = (end: 0 | 1) => SIMILARITY[end] + turned * (SIMILARITY_TURNED[end] - SIMILARITY[end]);
  return ramp(similarity, [between(0), between(1)]);
}

function occludedShare({ box }: Sighting, others: readonly Sighting[]): number {
  const nearer = others.filter((other) => areaOf(other.box) >= areaOf(box));
  return Math.max(0, ...nearer.map((other) => overlapArea(other.box, box) / areaOf(box)));
}

/** 1 up to the first, 0 from the second; either may be larger. */
export function ramp(value: number, [full, none]: readonly [number, number]): number {
  return Math.min(1, Math.max(0, (value - none) / (full - none)));
}

function fade(raw: Float32Array, reach: number, heldBefore: boolean, heldAfter: boolean): Float32Array {
  const at = (values: Float32Array, i: number): number => {
    if (i < 0) return heldBefore ? values[0] : 0;
    if (i >= values.length) return heldAfter ? values[values.length - 1] : 0;
    return values[i];
  };
  const least = raw.map((value, i) => {
    for (let k = i - reach; k <= i + reach; k++) value = Math.min(value, at(raw, k));
    return value;
  });
  return least.map((_, i) => {
    let sum = 0;
    for (let k = i - reach; k <= i + reach; k++) sum += at(least, k);
    return sum / (2 * reach + 1);
  });
}
