import type { FaceView, MaskClass } from '#engine/types';
import { allocate, computeFloats, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { masksToPicture } from '#engine/nets/face-masker';
import type { Affine } from '#engine/nets/affine';
import type { AtlasLayout } from './atlas-layout';

/** size², 0–1. */
export interface AtlasMasks {
  /** Hair, hands and objects. */
  readonly covered: Float32Array;
  readonly hair: Float32Array;
  /** Undefined without one. */
  readonly beard: Float32Array | undefined;
  /** Of glasses, with their edges. */
  readonly rims: Float32Array;
  /** `rims` without their growth. Undefined without glasses. */
  readonly found: Float32Array | undefined;
  /** Undefined without glasses. */
  readonly lenses: Float32Array | undefined;
}

/** Share of the atlas: the net's edges are soft. */
const rimGrowth = 0.012;
/** On skin behind a lens: the rim casts a shadow there. */
const rimShade = 0.02;
const hairGrowth = 0.008;

/** @param across,down size², pixels of the photo. */
export function atlasMasks(
  { masks, landmarks }: FaceView,
  { size, ids }: AtlasLayout,
  across: Float32Array,
  down: Float32Array,
): AtlasMasks {
  const over = (names: readonly MaskClass[], growth = 0) => {
    const shown = names.map((name) => masks?.[name]).filter(isAnywhere);
    if (!masks || shown.length === 0) return undefined;
    return computeFloats(ids.length, (plane) => {
      floatsAt(plane, ids.length).fill(0);
      const numbers = copyIn(ids);
      const columns = copyIn(across);
      const rows = copyIn(down);
      const toMask = copyIn(pictureToMask(masksToPicture(landmarks, masks.side)));
      for (const shares of shown) {
        const values = copyIn(shares);
        kernels().unwrapShares(plane, numbers, columns, rows, ids.length, values, masks.side, toMask);
      }
      if (growth > 0) grow(plane, size, growth);
    });
  };
  const nowhere = new Float32Array(ids.length);
  const rims = over(['frame'], rimGrowth) ?? nowhere;
  const lenses = over(['lens']);
  const shaded = lenses && over(['frame'], rimShade);
  return {
    covered: over(['hair', 'cover'], hairGrowth) ?? nowhere,
    hair: over(['hair'], hairGrowth) ?? nowhere,
    beard: over(['beard']),
    rims: shaded ? rims.map((rim, i) => Math.max(rim, shaded[i] * lenses[i])) : rims,
    found: lenses && over(['frame']),
    lenses,
  };
}

const isAnywhere = (shares: Uint8Array | undefined): shares is Uint8Array =>
  shares?.some((share) => share > 0) ?? false;

/** From pixels to texels of the mask, whose first centre is 0. */
function pictureToMask([a, b, c, d, e, f]: Affine): Float64Array {
  const determinant = a * e - b * d;
  const [column, row] = [(b * f - e * c) / determinant - 0.5, (d * c - a * f) / determinant - 0.5];
  return Float64Array.of(e / determinant, -b / determinant, column, -d / determinant, a / determinant, row);
}

/** @param plane address of size² */
function grow(plane: number, size: number, share: number): void {
  const radius = Math.max(1, Math.round(share * size));
  withScratch(() => {
    const scratch = allocate(4 * size * size);
    kernels().boxBlur(plane, size, size, radius, 2, scratch, allocate(8 * (size + 1)));
  });
  kernels().rampPlane(plane, size * size, 0.06, 0.3, false);
}
