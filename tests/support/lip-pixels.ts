import { bytesAt } from '#engine/kernels/memory';
import { lips } from '#engine/mesh/topology';
import { withPixels, type Pixels } from '#engine/swap/geometry/pixels';
import { rasterizeAt } from '#engine/swap/geometry/raster';
import { Workspace } from '#engine/swap/ops/workspace';
import { lumaPlane } from '#engine/swap/judge/texture';
import { readLips, type LipPatch } from '#engine/swap/paint/mouth/lip-patch';
import type { Landmarks } from '#engine/types';
import { faceView } from './face-views';

const [width, height] = [320, 160];
export const middleRow = height / 2;
/** Its inner edge. */
const upperLip = 13;

type Rgb = readonly [red: number, green: number, blue: number];
type Picture = (x: number, y: number) => Rgb;

interface LipFaces {
  target: Picture;
  /** The new face. */
  face: Picture;
  /** How far the new lips lie below the target's, pixels. */
  below?: number;
  opacity?: number;
}

interface PaintedLips {
  before: Uint8Array;
  after: Uint8Array;
  /** First bytes of the pixels that changed. */
  changed: number[];
  patch: LipPatch;
  /** Pixels whose weight is above 0.9. */
  inner: { at: number; x: number; y: number }[];
}

/** Of lips that are drawn onto a portrait's landmarks, enlarged twice; the upper one ends at `middleRow`. */
export async function paintLips(
  { target, face, below = 0, opacity = 255 }: LipFaces,
  change: (pixels: Pixels, patch: LipPatch) => void,
): Promise<PaintedLips | undefined> {
  const landmarks = enlargedLips((await faceView('diego')).landmarks);
  const image = { width, height, data: new Uint8Array(3 * width * height) };
  fill(image.data, target);
  const region = { x: 0, y: 0, width, height };
  let result: PaintedLips | undefined;
  withPixels(image, region, (pixels) => {
    const painted = () => bytesAt(pixels.painted, image.data.length); // memory may move
    fill(painted(), face);
    bytesAt(pixels.alpha, width * height).fill(opacity);
    const destination = moved(landmarks, below);
    rasterizeAt(pixels.ids, destination, region, 1, new Workspace());
    const deformation = { target: landmarks, destination, fromTarget: new Uint8Array(0) };
    const patch = readLips(pixels, lumaPlane(pixels, pixels.original), deformation, region);
    if (!patch) return;
    const before = painted().slice();
    change(pixels, patch);
    const inner = [...patch.numbers]
      .filter((_, i) => patch.weights[i] > 0.9)
      .map((number) => ({ at: 3 * number, x: number % width, y: Math.floor(number / width) }));
    const after = painted().slice();
    result = { before, after, changed: differences(before, after), patch, inner };
  });
  return result;
}

/** Twice as large, with the lips in the middle of the picture. */
function enlargedLips(landmarks: Landmarks): Landmarks {
  const middle = [0, 1, 2].map((axis) => 2 * landmarks[3 * upperLip + axis]);
  const offset = [width / 2, height / 2, 0];
  return landmarks.map((value, i) => 2 * value - middle[i % 3] + offset[i % 3]);
}

function fill(data: Uint8Array, picture: Picture): void {
  for (let at = 0; at < data.length; at += 3) data.set(picture((at / 3) % width, Math.floor(at / 3 / width)), at);
}

const moved = (landmarks: Landmarks, below: number): Landmarks =>
  landmarks.map((value, i) => (i % 3 === 1 && lips.includes(Math.floor(i / 3)) ? value + below : value));

function differences(before: Uint8Array, after: Uint8Array): number[] {
  const changed: number[] = [];
  for (let at = 0; at < before.length; at += 3) {
    const isSame = before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2];
    if (!isSame) changed.push(at);
  }
  return changed;
}
