import asset from './mean-relief.json';
import { bilinear } from '#engine/swap/ops/bilinear';
import { oncePerLayout, type AtlasLayout } from './atlas-layout';

/**
 * The relief of a mean face, measured by `npm run relief` on photographs. What no photo shows is filled with how the
 * person differs from it around the gap, instead of flat skin.
 * @returns size²: logarithms of detail. Do not modify: shared.
 */
export const meanRelief = (layout: AtlasLayout): Float32Array => sampled(layout, asset.hundredths);

const sampled = oncePerLayout(({ size }, hundredths: readonly number[]) => {
  const { side } = asset;
  const plane = new Float32Array(size * size);
  const placeOf = (texel: number) => ((texel + 0.5) * side) / size - 0.5;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size / 2; x++) {
      const value = bilinear(hundredths, side / 2, side, placeOf(x), placeOf(y)) / 100;
      plane[y * size + x] = value;
      plane[y * size + size - 1 - x] = value;
    }
  }
  return plane;
});
