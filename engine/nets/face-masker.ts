import { maskClasses, type FaceMasks, type Landmarks, type MaskClass } from '#engine/types';
import { cropToPicture, type Affine, type Region } from './affine';
import type { Net } from './model-store';
import { sampleSquare } from './sampling';
import type { View } from './view';

const BYTES = { scale: 1, offset: 0 };

/** Outer eye distances; as in training (tools/masks). */
const SIDE = 1.911;
const LIFT = 0.3675;
/** Eye distance over face height: used where a turned head hides an eye. */
const EYES_PER_HEIGHT = 0.62;

/** Without glasses on the face, dark lids and brows are not parts of them. The other classes are not as certain. */
const gated: ReadonlySet<MaskClass> = new Set(['frame', 'lens']);
const gate = 0.5;

/** Our segmentation net (tools/masks). */
export class FaceMasker {
  constructor(private readonly net: Net) {}

  async mask(view: View, landmarks: Landmarks): Promise<FaceMasks> {
    sampleSquare(view, masksToPicture(landmarks, this.net.side), this.net.side, BYTES, this.net.input);
    const { masks, there } = await this.net.run();
    const texels = this.net.side ** 2;
    const planes = maskClasses.map((name, index) => {
      if (gated.has(name) && there[index] < gate) return [name, new Uint8Array(texels)];
      const shares = masks.subarray(index * texels, (index + 1) * texels);
      return [name, toBytes(shares)];
    });
    return { side: this.net.side, ...(Object.fromEntries(planes) as Record<MaskClass, Uint8Array>) };
  }
}

/** `Uint8Array.from` would take longer than the net. */
function toBytes(shares: Float32Array): Uint8Array {
  const bytes = new Uint8Array(shares.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = 255 * Math.min(1, Math.max(0, shares[i])) + 0.5;
  return bytes;
}

/** @param side texels; scaled and moved landmarks give the square scaled and moved. */
export const masksToPicture = (landmarks: Landmarks, side: number): Affine =>
  cropToPicture(maskRegion(landmarks), side);

function maskRegion(landmarks: Landmarks): Region {
  const at = (vertex: number) => landmarks.subarray(3 * vertex, 3 * vertex + 3);
  const [left, right, top, chin, leftSide, rightSide] = [33, 263, 10, 152, 234, 454].map(at);
  const eyes = Math.max(distance(left, right), EYES_PER_HEIGHT * distance(top, chin));
  const angle = Math.atan2(right[1] - left[1], right[0] - left[0]);
  const middle = [0, 1].map((axis) => (left[axis] + right[axis]) / 2);
  const outline = [0, 1].map((axis) => (leftSide[axis] + rightSide[axis]) / 2);
  const down = [-Math.sin(angle), Math.cos(angle)];
  const [x, y] = [0, 1].map((axis) => (middle[axis] + outline[axis]) / 2);
  const lower = (middle[0] - x) * down[0] + (middle[1] - y) * down[1] + LIFT * eyes;
  return { centreX: x + down[0] * lower, centreY: y + down[1] * lower, size: SIDE * eyes, angle };
}

const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
