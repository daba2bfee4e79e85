import { boxBlur } from '#engine/swap/ops/box-blur';
import type { ShareMap } from '#engine/swap/source-types';
import type { AtlasLayout } from './atlas/atlas-layout';
import type { PhotoAtlas } from './photo/photo-atlas';

/** Texels a side: a quarter of a centimetre on a face. */
const size = 64;
/** Texels: a sharp edge would show as a seam. */
const softness = 2;

/**
 * Skin that glasses alone hide counts as known: little of it is missing.
 * @param confidence size², after `completeLayers`
 */
export function knownSkin(confidence: Float32Array, photos: readonly PhotoAtlas[], layout: AtlasLayout): ShareMap {
  const block = layout.size / size;
  const data = new Float32Array(size * size);
  const shares = withoutGlasses(confidence, photos);
  for (let y = 0, i = 0; y < layout.size; y++) {
    const row = size * Math.floor(y / block);
    for (let x = 0; x < layout.size; x++, i++) data[row + Math.floor(x / block)] += shares[i] / block ** 2;
  }
  boxBlur(data, size, size, softness, 2);
  return { size, data };
}

function withoutGlasses(confidence: Float32Array, photos: readonly PhotoAtlas[]): Float32Array {
  const shares = confidence.slice();
  for (const { rims } of photos) rims?.without.forEach((share, i) => (shares[i] = Math.max(shares[i], share)));
  return shares;
}
