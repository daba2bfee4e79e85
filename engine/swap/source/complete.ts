import { boxBlur } from '../ops/box-blur';
import { clamp, mix, ramp, smoothstep } from '../ops/curves';
import { pullPush } from '../ops/pull-push';
import { uncovered } from '../raster';
import { belowHairline, features } from '../vertex-weights';
import { spreadOverAtlas } from './atlas-layout';
import { relight } from './fuse';
import { lowFrequency } from './low-frequency';
import type { PhotoAtlas } from './photo-atlas';

interface Mirrored {
  /** size² × 3. */
  readonly rgb: Float32Array;
  /** size²: 1 where own or mirrored skin is to be had, 0 where neither is. */
  readonly known: Float32Array;
}

/**
 * Fills what the photos do not show: first from the other half of the face, in this half's light, then, under the
 * hairline and wherever neither half will do, by smooth in-painting from the skin around.
 *
 * @returns size² × 3 bytes, complete to the last texel.
 */
export function completeAtlas(atlas: PhotoAtlas): Uint8Array {
  const { size } = atlas.layout;
  const feature = spreadOverAtlas(atlas.layout, features);
  const below = spreadOverAtlas(atlas.layout, belowHairline);
  const { rgb, known } = completeByMirror(atlas, feature);
  const bare = bareSkin(known, feature, below, size);
  const painted = rgb.slice();
  pullPush(painted, bare, size, size);
  const complete = new Uint8Array(3 * size * size);
  for (let i = 0; i < size * size; i++) {
    const keep = known[i]! * Math.max(below[i]!, ramp(0.45, 0.95, feature[i]!));
    for (let k = 3 * i; k < 3 * i + 3; k++) complete[k] = clamp(Math.round(mix(painted[k]!, rgb[k]!, keep)), 0, 255);
  }
  return complete;
}

function completeByMirror({ layout, rgb, trust }: PhotoAtlas, feature: Float32Array): Mirrored {
  const { size, ids } = layout;
  const light = lowFrequency(
    rgb,
    trust.map((weight, i) => weight * (1 - 0.8 * Math.min(1, feature[i]!))),
    size,
  );
  const completed = new Float32Array(rgb.length);
  const known = new Float32Array(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const i = y * size + x;
      if (ids[i] === uncovered) continue;
      const j = y * size + size - 1 - x;
      const own = smoothstep(0.1, 0.5, trust[i]!);
      const other = (1 - own) * Math.min(1, 1.5 * trust[j]!);
      const certainty = Math.min(1, 2 * trust[i]!) * own + other;
      known[i] = certainty > 0.5 ? 1 : certainty < 0.05 ? 0 : certainty;
      for (let k = 0; k < 3; k++) {
        const mirrored = rgb[3 * j + k]! * relight(light[3 * j + k]!, light[3 * i + k]!);
        const share = other > 0 ? other / (own + other) : 0;
        completed[3 * i + k] = mix(rgb[3 * i + k]!, mirrored, share);
      }
    }
  }
  return { rgb: completed, known };
}

/** Texels that in-painting may start from; worn away at the edge so that no fringe of hair bleeds inwards. */
function bareSkin(known: Float32Array, feature: Float32Array, below: Float32Array, size: number): Float32Array {
  const bare = known.map((value, i) => (value >= 1 && feature[i]! < 0.2 && below[i]! >= 0.999 ? 1 : 0));
  const surroundings = bare.slice();
  boxBlur(surroundings, size, size, Math.round(0.012 * size), new Float32Array(size * size));
  return bare.map((value, i) => (surroundings[i]! < 0.97 ? 0 : value));
}
