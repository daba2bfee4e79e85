import type { FaceFinder } from '#engine/analyse/face-finder';
import { cosineSimilarity } from '#engine/nets/face-embedder';
import { prepareSource } from '#engine/swap/mesh-swapper';
import { planSwap } from '#engine/swap/plan-swap';
import { sharpness } from '#engine/swap/source/photo/sharpness';
import type { FaceView, Landmarks } from '#engine/types';
import type { TrueFace } from '#tests/support/clips';
import type { Member } from '#tests/bench/quality/cast';
import { summarise, type Measured } from '#tests/bench/quality/figures';
import { meanChange, middleOf, countOverpainted, type Bounds } from '#tests/bench/quality/metrics/change';
import { eyePoints, landmarkError, lipPoints, poseError } from '#tests/bench/quality/metrics/landmarks';
import { largestPop } from '#tests/bench/quality/metrics/pops';
import { seamRatio } from '#tests/bench/quality/metrics/seam';
import { flicker, jitter } from '#tests/bench/quality/metrics/steadiness';
import { isWrongIdentity, type KnownIdentities } from '#tests/bench/quality/metrics/identity';
import { swappableFrames } from './swappable-frames';
import type { Clip } from './clip';
import type { ClipResult } from './swap-clip';
import { findFacesInFrames, type Sighting } from './sightings';

/** Of 255; encoding alone changes 2. */
const SWAPPED_CHANGE = 4;
const UNTOUCHED_CHANGE = 3.5;

type Seen = readonly Map<string, Sighting>[];

export async function measureClip(
  clip: Clip,
  played: ClipResult,
  people: readonly KnownIdentities[],
  finder: FaceFinder,
): Promise<Measured> {
  const before = await findFacesInFrames(finder, played.originals, clip.truth, true);
  const after = await findFacesInFrames(finder, played.results, clip.truth);
  const given = Object.entries(clip.given).map(([id, member]) =>
    summarise([
      ...measureFrames(id, member, clip, played, before, after),
      measureTrack(id, clip, played, before, after),
    ]),
  );
  return {
    ...summarise(given),
    strangers: played.strangers,
    thumbnails: played.thumbnails,
    wrong: wrongFrames(after, people),
    touched: touchedShare(clip, played),
    painted: paintedShare(clip, played),
  };
}

const trueFace = ({ truth }: Clip, frame: number, id: string): TrueFace | undefined =>
  truth[frame].find((face) => face.id === id);

function measureFrames(
  id: string,
  source: Member,
  clip: Clip,
  played: ClipResult,
  before: Seen,
  after: Seen,
): Measured[] {
  const able = swappableFrames(clip, id, played.originals[0]);
  const prepared = prepareSource([source]);
  return played.results.flatMap((result, frame) => {
    const [original, face] = [played.originals[frame], trueFace(clip, frame, id)];
    const [was, is] = [before[frame].get(id), after[frame].get(id)];
    if (!able[frame] || !face || !was) return [];
    const swapped = meanChange(result, original, middleOf(face.box)) > SWAPPED_CHANGE ? 100 : 0;
    if (!is) return [{ swapped, lost: 1 }];
    const { destination } = planSwap({ ...was, image: original }, prepared).deformation;
    const expected = shiftTruth(face, was.landmarks, destination);
    return [
      {
        swapped,
        lost: 0,
        toSource: cosineSimilarity(is.identity, source.identity),
        untouched: cosineSimilarity(was.identity, source.identity),
        toTarget: cosineSimilarity(is.identity, was.identity),
        eyes: landmarkError(is.landmarks, destination, eyePoints),
        lips: landmarkError(is.landmarks, destination, lipPoints),
        pose: poseError(is.landmarks, was.landmarks),
        eyesTrue: landmarkError(is.landmarks, expected, trueEyes),
        eyesNet: landmarkError(was.landmarks, pointsOf(face), trueEyes),
        lipsTrue: landmarkError(is.landmarks, expected, trueLips),
        lipsNet: landmarkError(was.landmarks, pointsOf(face), trueLips),
        seam: seamRatio(result, original, was.landmarks),
        sharp:
          sharpness({ image: result, landmarks: was.landmarks }) /
          sharpness({ image: original, landmarks: was.landmarks }),
      },
    ];
  });
}

const trueEyes = [33, 133, 362, 263, 468, 473];
const trueLips = [61, 291, 13, 14];

function pointsOf({ lm }: TrueFace): Landmarks {
  const points = new Float32Array(3 * 478);
  for (const [index, x, y] of lm) points.set([x, y], 3 * index);
  return points;
}

function shiftTruth(face: TrueFace, found: Landmarks, destination: Landmarks): Landmarks {
  return pointsOf(face).map((value, i) => value + destination[i] - found[i]);
}

function measureTrack(id: string, clip: Clip, played: ClipResult, before: Seen, after: Seen): Measured {
  const able = swappableFrames(clip, id, played.originals[0]);
  const views = (images: ClipResult['results'], seen: Seen): (FaceView | undefined)[] =>
    splitAtCuts(
      clip,
      images.map((image, frame) => {
        const sighting = able[frame] ? seen[frame].get(id) : undefined;
        return sighting && { image, landmarks: sighting.landmarks };
      }),
    );
  const [was, is] = [views(played.originals, before), views(played.results, after)];
  const both = (view: FaceView | undefined, i: number) => (was[i] && is[i] ? view : undefined);
  const landmarks = (all: typeof was) => all.map(both).map((view) => view?.landmarks);
  const shots = played.results.map((result, frame) => {
    const face = trueFace(clip, frame, id);
    if (!face || clip.truth[frame].some((other) => other !== face && touches(face.box, other.box, 0.1)))
      return undefined;
    return { original: played.originals[frame], result, bounds: middleOf(face.box, 0.8) };
  });
  const [tremble, shimmer] = [jitter(landmarks(was)), flicker(was.map(both))];
  return {
    jitter: tremble > 0 ? jitter(landmarks(is)) / tremble : undefined,
    flicker: shimmer > 0 ? flicker(is.map(both)) / shimmer : undefined,
    pop: largestPop(shots, (frame) => clip.cuts.includes(frame)),
  };
}

/** Cuts are no motion. */
function splitAtCuts<T>({ cuts }: Clip, frames: readonly (T | undefined)[]): (T | undefined)[] {
  return frames.flatMap((value, frame) => (cuts.includes(frame) ? [undefined, value] : [value]));
}

function wrongFrames(after: Seen, people: readonly KnownIdentities[]): number {
  return after.filter((seen) => [...seen].some(([id, { identity }]) => isWrongIdentity(identity, id, people))).length;
}

function touchedShare(clip: Clip, { originals, results }: ClipResult): number | undefined {
  const changes = results.flatMap((result, frame) => {
    const given = clip.truth[frame].filter(({ id }) => clip.given[id]);
    return clip.truth[frame]
      .filter(({ id, box }) => !clip.given[id] && !given.some((other) => touches(box, other.box)))
      .map(({ box }) => meanChange(result, originals[frame], middleOf(box)));
  });
  if (changes.length === 0) return undefined;
  return (100 * changes.filter((change) => change > UNTOUCHED_CHANGE).length) / changes.length;
}

/** Relative to the width; includes hair by default. */
function touches(a: Bounds, b: Bounds, around = 0.5): boolean {
  const margin = around * (b[2] - b[0]);
  return a[0] < b[2] + margin && a[2] > b[0] - margin && a[1] < b[3] + margin && a[3] > b[1] - margin;
}

function paintedShare({ truth, covers, given }: Clip, { originals, results }: ClipResult): number | undefined {
  if (!covers) return undefined;
  const counts = results.flatMap((result, frame) =>
    truth[frame]
      .filter(({ id }) => given[id])
      .map(({ box }) => countOverpainted(result, originals[frame], box, (x, y) => covers(frame, x, y))),
  );
  const sum = (key: 'pixels' | 'painted') => counts.reduce((total, count) => total + count[key], 0);
  return sum('pixels') > 0 ? (100 * sum('painted')) / sum('pixels') : undefined;
}
