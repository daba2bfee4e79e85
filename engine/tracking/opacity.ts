import { areaOf, overlap } from '#engine/nets/boxes';
import type { Identity } from '#engine/nets/face-identity';
import type { Sighting, Tracklet } from './tracklet';

/** Each from where a face is fully swapped to where it is left alone. */
const YAW = [50, 65] as const;
const PITCH = [35, 50] as const;
const SCORE = [0.85, 0.6] as const;
/** Pixels between the eyes, in the frames the face was followed in. */
const SMALL = [12, 7] as const;
/** Likeness to its usual look: less means that something covers the face. A head that turns looks less like itself, too. */
const ALIKE = [0.62, 0.5] as const;
const ALIKE_TURNED = [0.4, 0.3] as const;
const TURNED_YAW = [20, 40] as const;
/** Share that lies behind another's face. */
const BEHIND = [0.15, 0.35] as const;

const FADE_S = 0.15;

/**
 * How much of the new face shows in each frame of a tracklet, 0–1: nothing where the mesh is past what it can do,
 * fading towards that in time; everything up to the very frame of a cut.
 * @param others all others seen meanwhile
 * @param usual what the person looks like when nothing covers them, if it is known
 */
export function visibility(
  tracklet: Tracklet,
  others: readonly Tracklet[],
  fps: number,
  usual?: Identity,
): Float32Array {
  const { sightings, start, beginsWithScene, endsWithScene } = tracklet;
  const alike = tracklet.likenesses(usual);
  const can = Float32Array.from(sightings, (sighting, i) => {
    const meanwhile = others.flatMap((other) => other.at(start + i) ?? []);
    return ability(sighting) * uncovered(sighting, alike[i]) * ramp(hidden(sighting, meanwhile), BEHIND);
  });
  const reach = Math.max(1, Math.round(FADE_S * fps));
  return fade(can, reach, beginsWithScene, endsWithScene);
}

function ability({ pose: { yaw, pitch }, score, eyeDistance }: Sighting): number {
  return ramp(Math.abs(yaw), YAW) * ramp(Math.abs(pitch), PITCH) * ramp(score, SCORE) * ramp(eyeDistance, SMALL);
}

function uncovered({ pose }: Sighting, alike: number): number {
  const turned = 1 - ramp(Math.abs(pose.yaw), TURNED_YAW);
  const between = (end: 0 | 1) => ALIKE[end] + turned * (ALIKE_TURNED[end] - ALIKE[end]);
  return ramp(alike, [between(0), between(1)]);
}

/** Of two faces that overlap the larger is nearer. */
function hidden({ box }: Sighting, others: readonly Sighting[]): number {
  const nearer = others.filter((other) => areaOf(other.box) >= areaOf(box));
  return Math.max(0, ...nearer.map((other) => overlap(other.box, box) / areaOf(box)));
}

/** 1 up to the first bound, 0 from the second on, straight between them; either may be the larger. */
export function ramp(value: number, [full, none]: readonly [number, number]): number {
  return Math.min(1, Math.max(0, (value - none) / (full - none)));
}

/** The least of the frames around, then their mean: falls to nothing before it must, and never by a jump. */
function fade(can: Float32Array, reach: number, heldBefore: boolean, heldAfter: boolean): Float32Array {
  const around = (values: Float32Array, i: number) =>
    Array.from({ length: 2 * reach + 1 }, (_, k) => {
      const at = i + k - reach;
      if (at < 0) return heldBefore ? values[0] : 0;
      if (at >= values.length) return heldAfter ? values[values.length - 1] : 0;
      return values[at];
    });
  const least = can.map((_, i) => Math.min(...around(can, i)));
  return least.map((_, i) => around(least, i).reduce((sum, value) => sum + value, 0) / (2 * reach + 1));
}
