import { allocate, bytesAt, computeFloats, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { lowFrequency } from '#engine/swap/source/atlas/low-frequency';
import type { PhotoAtlas } from './photo-atlas';

/** rgb = light × detail, so photos and mirrored halves join without seams. */
export interface Layers {
  /** size² × 3, 0–255, defined everywhere. */
  readonly light: Float32Array;
  /** size² × 3; 1 on plain skin. */
  readonly detail: Float32Array;
  /** size², 0–1. */
  readonly confidence: Float32Array;
}

/** Share of the atlas. */
const radiusShare = 0.045;
const floor = 6;

export function splitLayers({ layout, rgb, confidence }: Pick<PhotoAtlas, 'layout' | 'rgb' | 'confidence'>): Layers {
  const { size, ids } = layout;
  const count = ids.length;
  return withScratch(() => {
    const colours = copyIn(rgb);
    const trusted = allocate(4 * count);
    const light = allocate(rgb.byteLength);
    withScratch(() => {
      const filled = copyIn(rgb);
      const certain = allocate(4 * count);
      const feature = copyIn(zoneOverAtlas(layout, pigmentedFeatures));
      kernels().skinWeights(copyIn(confidence), feature, count, certain, trusted);
      withScratch(() => kernels().pullPush(filled, certain, size, size, allocate(20 * count + 1024)));
      lowFrequency(filled, trusted, size, radiusShare, light);
    });
    const detail = computeFloats(rgb.length, (quotients) =>
      kernels().divideLight(copyIn(ids), colours, light, floor, count, quotients),
    );
    return { light: floatsAt(light, rgb.length).slice(), detail, confidence };
  });
}

/** size² × 3 bytes. */
export function joinLayers({ light, detail }: Pick<Layers, 'light' | 'detail'>): Uint8Array {
  return withScratch(() => {
    const joined = allocate(light.length);
    kernels().multiplyLight(copyIn(light), copyIn(detail), floor, light.length, joined);
    return bytesAt(joined, light.length).slice();
  });
}
