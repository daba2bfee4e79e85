import { boxBlur } from '#engine/swap/ops/box-blur';
import type { ShareMap } from '#engine/swap/source-types';
import type { AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import type { PhotoAtlas } from './photo-atlas';

/** Texels a side: a quarter of a centimetre on a face. */
const size = 64;
/** Texels: a sharp edge would show as a seam. */
const softness = 2;

/**
 * Skin that glasses alone hide counts as known: little of it is missing.
 * @param whole after `completeLayers`
 */
export function knownSkin(whole: Layers, photos: readonly PhotoAtlas[], layout: AtlasLayout): ShareMap {
  const block = layout.size / size;
  const data = new Float32Array(size * size);
  const withoutGlasses = photos.flatMap(({ rims }) => (rims ? [rims.without] : []));
  for (let i = 0; i < whole.confidence.length; i++) {
    const column = Math.floor((i % layout.size) / block);
    const row = Math.floor(i / layout.size / block);
    const share = Math.max(whole.confidence[i], ...withoutGlasses.map((plane) => plane[i]));
    data[row * size + column] += share / block ** 2;
  }
  boxBlur(data, size, size, softness, 2);
  return { size, data };
}
