import { eyeDistance } from '#engine/mesh/pose';
import type { Landmarks } from '#engine/types';
import { middleOf, move, moveBack, planarMove, unmoved, type PlanarMove } from './planar-move';

/** Frames looked at on each side. */
const RADIUS = 3;
/** Width of the bell in time, frames. */
const FRAMES = 2.5;
/** A point that leaves its even course by much more than this means it; relative to the distance between the eyes. */
const NOISE = 0.02;
/** The same of the head as a whole, which trembles less. */
const SWING = 0.008;

/**
 * Where a straight line or a cubic through the frames around puts the middle one, by their distance in time, and how much
 * that counts beside what is seen in it (Savitzky and Golay, 1964).
 */
const courses = [
  { weights: [1 / 2], share: 2 / 3 },
  { weights: [4 / 6, -1 / 6], share: 18 / 35 },
  { weights: [6 / 14, 3 / 14, -2 / 14], share: 14 / 21 },
];

interface Track {
  readonly length: number;
  at(frame: number): Landmarks | undefined;
}

/** The face of another frame: how it moved there from here, and what it would look like here. */
interface Neighbour {
  readonly move: PlanarMove;
  readonly shape: Landmarks;
}

/**
 * Steadies a landmark track without lag. How a head moves in the picture and how its points move on it are steadied apart:
 * heads swing, but little of a face changes from frame to frame, which is seen once the swing is taken out.
 * @param track consecutive frames
 */
export function steady(track: Track, frame: number): Landmarks {
  const here = track.at(frame)!;
  const middle = middleOf(here);
  const neighbours = (direction: 1 | -1): Neighbour[] => {
    const found: Neighbour[] = [];
    for (let offset = 1; offset <= RADIUS; offset++) {
      const at = frame + direction * offset;
      const face = at >= 0 && at < track.length ? track.at(at)! : undefined;
      if (!face) break;
      const moved = planarMove(here, face);
      found.push({ move: moved, shape: moveBack(face, moved, middle) });
    }
    return found;
  };
  const [before, after] = [neighbours(-1), neighbours(1)];
  const eyes = eyeDistance(here);
  return move(steadyShape(here, before, after, eyes), steadyMove(before, after, eyes), middle);
}

/** Where the head would be without its trembling: on the widest course that does not leave the one before. */
function steadyMove(before: readonly Neighbour[], after: readonly Neighbour[], eyes: number): PlanarMove {
  let steadied = unmoved;
  for (const { weights, share } of courses) {
    if (weights.length > Math.min(before.length, after.length)) break;
    const predicted = unmoved.map((_, k) =>
      weights.reduce((sum, weight, i) => sum + weight * (before[i].move[k] + after[i].move[k]), 0),
    );
    const candidate = mixMoves(unmoved, predicted, share);
    const [turnX, turnY, shiftX, shiftY] = candidate.map((value, k) => value - steadied[k]);
    const off = Math.hypot(turnX * eyes, turnY * eyes, shiftX, shiftY) / eyes;
    steadied = mixMoves(steadied, candidate, bell(off / SWING));
  }
  return steadied;
}

function mixMoves(from: readonly number[], to: readonly number[], share: number): PlanarMove {
  const [turnX, turnY, shiftX, shiftY] = from.map((value, k) => value + share * (to[k] - value));
  return [turnX, turnY, shiftX, shiftY];
}

/**
 * Of the frames on either side each pair, one as long before as the other after, says where a point would be if it moved
 * evenly; what they say is averaged with what was seen, weighted by nearness in time and by how little it differs (a
 * bilateral filter over time; Tomasi and Manduchi, 1998). So trembling is averaged out, while a blink or a word is left
 * alone. At the ends of a track one side speaks for both.
 */
function steadyShape(
  here: Landmarks,
  before: readonly Neighbour[],
  after: readonly Neighbour[],
  eyes: number,
): Landmarks {
  const sum = here.slice();
  const total = new Float32Array(here.length / 3).fill(1);
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const early = (before[i] ?? after[i]).shape;
    const late = (after[i] ?? before[i]).shape;
    const inTime = (early === late ? 1 : 2) * bell((i + 1) / FRAMES);
    addPair(sum, total, here, early, late, inTime, NOISE * eyes);
  }
  return sum.map((value, i) => value / total[Math.floor(i / 3)]);
}

function addPair(
  sum: Landmarks,
  total: Float32Array,
  here: Landmarks,
  early: Landmarks,
  late: Landmarks,
  inTime: number,
  noise: number,
): void {
  for (let point = 0, i = 0; i < here.length; point++, i += 3) {
    const x = 0.5 * (early[i] + late[i]);
    const y = 0.5 * (early[i + 1] + late[i + 1]);
    const weight = inTime * bell(Math.sqrt((x - here[i]) ** 2 + (y - here[i + 1]) ** 2) / noise);
    total[point] += weight;
    sum[i] += weight * x;
    sum[i + 1] += weight * y;
    sum[i + 2] += weight * 0.5 * (early[i + 2] + late[i + 2]);
  }
}

const bell = (deviations: number): number => Math.exp(-0.5 * deviations ** 2);
